"""A model whose right answers are known: it knows what is in the world and reads descriptions."""

import re
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tests.backends.standin.requests import Chat

_OPTIONS = re.compile(r"OPTIONS: \[1\] (.*)\n\[2\] (.*)\n\nRESPONSE:")


@dataclass
class KnowingModel:
    """Chooses the caption that the description holds; "1" where it holds none of them.

    Where a description says "???" the reply is no number. What it got right is counted here, by
    the captions that are true, so that figures can be held against it.
    """

    true: frozenset[str]
    right: dict[str, int] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    then: Callable[[int], None] = lambda _: None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def say(self, chat: Chat) -> str:
        found = _OPTIONS.search(chat.text)
        assert found, chat.text
        options: Sequence[str] = found.groups()
        description = chat.text.partition("IMAGE-DESCRIPTION :")[2].partition("OPTIONS:")[0]
        held = [number for number, text in enumerate(options, 1) if text in description]
        reply = "I cannot tell." if "???" in description else str(held[0] if held else 1)
        with self._lock:
            self.asked.append(chat.text)
            if reply.isdigit() and options[int(reply) - 1] in self.true:
                self.right[chat.text] = 1
            self.then(len(self.asked))
        return reply
