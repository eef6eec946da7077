"""JSONL manifests: one picture per line, read as a stream."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from itertools import islice
from typing import IO

from annotate.exchange.imports.rows import Files, Row, broken, parse_line
from annotate.images.archives import RowError
from annotate.messages import Message

MAX_LINE_BYTES = 64 * 1024
_BLOCK = 1 << 20
_MARK = b"\xef\xbb\xbf"

Opener = Callable[[], AbstractContextManager[IO[bytes]]]


class Manifest:
    """The rows of a JSONL file whose pictures are in `files`. Empty lines count as nothing."""

    def __init__(self, opener: Opener, files: Files) -> None:
        self._open = opener
        self._files = files

    def total(self) -> int:
        with self._open() as file:
            return sum(1 for _ in lines(file))

    def rows(self, start: int) -> Iterator[Row]:
        with self._open() as file:
            for number, line in islice(lines(file), start, None):
                if len(line) > MAX_LINE_BYTES:
                    yield broken(number, "", _too_long())
                else:
                    yield parse_line(number, line, self._files)


class NoFiles:
    """For a manifest that came alone: it can only name content that is stored already."""

    def reader(self, name: str) -> Callable[[], bytes]:
        raise RowError("file", Message("file_not_sent"))


def lines(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield (line number from 1, line) of all lines that are not empty.

    An overlong line comes cut to one byte more than is allowed: memory stays bounded whatever is
    sent.
    """
    number = 0
    while True:
        line = file.readline(MAX_LINE_BYTES + 1)
        if not line:
            return
        number += 1
        if len(line) > MAX_LINE_BYTES and not line.endswith(b"\n"):
            _skip_to_end_of_line(file)
        text = line.removeprefix(_MARK) if number == 1 else line
        if text.strip():
            yield number, text


def _skip_to_end_of_line(file: IO[bytes]) -> None:
    while True:
        more = file.readline(_BLOCK)
        if not more or more.endswith(b"\n"):
            return


def _too_long() -> RowError:
    return RowError("", Message("line_too_long", limit=MAX_LINE_BYTES // 1024))
