"""Lists in large JSON files, element by element: memory does not grow with the file."""

import json
from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import Any, TextIO

_CHUNK = 1 << 16
_DECODER = json.JSONDecoder()
_SPACE = " \t\r\n"


class NotJson(ValueError):
    """A text that is no JSON; the message says where."""


def elements(file: TextIO, names: Container[str]) -> Iterator[tuple[str, Any]]:
    """Yield (name, element) of the lists under some names of an object, or of a plain list.

    A plain list has the name "". Other lists are passed over element by element, too; anything
    else is read whole and left. Raises :class:`NotJson`.

    >>> import io
    >>> file = io.StringIO('{"info": {"year": 2014}, "annotations": [1, {"a": 2}]}')
    >>> list(elements(file, ["annotations"]))
    [('annotations', 1), ('annotations', {'a': 2})]
    >>> list(elements(io.StringIO("[1, 2]"), ["", "data"]))
    [('', 1), ('', 2)]
    """
    text = _Text(file)
    if text.peek() == "[":
        yield from (("", value) for value in text.list() if "" in names)
        return
    text.take("{")
    while text.peek() != "}":
        name = text.value()
        text.take(":")
        if text.peek() == "[":
            yield from ((name, value) for value in text.list() if name in names)
        else:
            text.value()
        if text.peek() == ",":
            text.take(",")


@dataclass(slots=True)
class _Text:
    file: TextIO
    buffer: str = ""
    at: int = 0
    passed: int = 0
    ended: bool = False

    def peek(self) -> str:
        """The next character that is no white space."""
        while True:
            while self.at < len(self.buffer) and self.buffer[self.at] in _SPACE:
                self.at += 1
            if self.at < len(self.buffer):
                return self.buffer[self.at]
            if not self._more():
                raise NotJson(f"the text ends at character {self.passed + self.at}")

    def take(self, mark: str) -> None:
        if self.peek() != mark:
            raise NotJson(f"{mark} is missing at character {self.passed + self.at}")
        self.at += 1

    def value(self) -> Any:
        """Read one value; more is read until it is whole and something stands behind it."""
        self.peek()
        while True:
            try:
                value, end = _DECODER.raw_decode(self.buffer, self.at)
            except json.JSONDecodeError as error:
                if self._more():
                    continue
                raise NotJson(f"{error.msg} at character {self.passed + error.pos}") from None
            if end < len(self.buffer) or not self._more():
                self.at = end
                return value

    def list(self) -> Iterator[Any]:
        self.take("[")
        while self.peek() != "]":
            yield self.value()
            if self.peek() != "]":
                self.take(",")
        self.take("]")

    def _more(self) -> bool:
        chunk = "" if self.ended else self.file.read(max(_CHUNK, len(self.buffer) - self.at))
        self.ended = not chunk
        if chunk:
            self.passed += self.at
            self.buffer, self.at = self.buffer[self.at :] + chunk, 0
        return bool(chunk)
