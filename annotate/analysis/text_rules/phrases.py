"""Find phrases of a list among the words of a text, in time linear in the text."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from annotate.analysis.text_rules.model import Reading, Word
from annotate.analysis.tokens import Span, words

DATA = Path(__file__).parent / "data"

# Phrases by their first word, the longest first: the longest that fits is the one that is meant.
Phrases = Mapping[str, Sequence[tuple[str, ...]]]

# Words between quotation marks are quoted from the image and are no judgement of the writer.
_QUOTED = re.compile(r'"[^"\n]{1,200}"|“[^”\n]{1,200}”|«[^»\n]{1,200}»')
_BEFORE_SENTENCE = frozenset(".!?:\n")


@cache
def data(name: str) -> dict[str, Any]:
    """Return a word list of this package; its head says where it comes from."""
    with (DATA / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)


def phrases(texts: Iterable[str]) -> Phrases:
    """Return phrases in the form :func:`matches` takes; hyphens divide words as in texts."""
    by_first: dict[str, list[tuple[str, ...]]] = {}
    for text in texts:
        parts = tuple(words(text))
        by_first.setdefault(parts[0], []).append(parts)
    return {first: sorted(group, key=len, reverse=True) for first, group in by_first.items()}


def matches(listed: Phrases, text: str, words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    """Yield (first, last) positions among ``words`` of every phrase; they do not overlap.

    The words of a phrase must follow one another with nothing but white space or a hyphen between.
    """
    after = 0
    for position, word in enumerate(words):
        if position < after or word.lower not in listed:
            continue
        last = _match_at(listed, text, words, position)
        if last is not None:
            yield position, last
            after = last + 1


def _match_at(listed: Phrases, text: str, words: Sequence[Word], position: int) -> int | None:
    for parts in listed.get(words[position].lower, ()):
        last = position + len(parts) - 1
        if last < len(words) and all(
            words[position + step].lower == part
            and (not step or follows(text, words, position + step))
            for step, part in enumerate(parts)
        ):
            return last
    return None


def follows(text: str, words: Sequence[Word], position: int) -> bool:
    """Tell whether only white space or one hyphen stands before a word and the word before it."""
    gap = text[words[position - 1].end : words[position].start]
    return gap == "-" or gap.isspace()


def quoted(text: str) -> list[Span]:
    """Return the places of everything in double quotation marks, in order."""
    return [match.span() for match in _QUOTED.finditer(text)]


def is_name(reading: Reading, word: Word) -> bool:
    """Tell whether a word is written like a name: one capital, and no sentence begins there."""
    written = reading.text[word.start : word.end]
    if not (written[:1].isupper() and written[1:].islower()):
        return False
    before = reading.text[max(0, word.start - 20) : word.start].rstrip(" \t\"'“‘(")
    return bool(before) and before[-1] not in _BEFORE_SENTENCE


class Outside:
    """Tells of places that come in order whether they lie outside all given spans."""

    def __init__(self, spans: Sequence[Span]) -> None:
        self._spans = spans
        self._next = 0

    def holds(self, start: int) -> bool:
        """Tell whether ``start`` is in no span; each call must ask for a later place."""
        while self._next < len(self._spans) and self._spans[self._next][1] <= start:
            self._next += 1
        return self._next == len(self._spans) or start < self._spans[self._next][0]
