"""Lines that wait on disk until the part of a file that comes before them is known."""

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from typing import IO

from annotate.exchange.exports.base import DigestingFile

_BLOCK = 2000


class Spool:
    """Lines in a temporary file."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def add(self, lines: Iterable[bytes]) -> None:
        """Append lines; none may hold a line break, and JSON never does."""
        self._file.writelines(line + b"\n" for line in lines)

    def lines(self) -> Iterator[bytes]:
        """Yield all lines from the first."""
        self._file.seek(0)
        return (line.removesuffix(b"\n") for line in self._file)


class Spools:
    """Makes spools and lets go of them all at once."""

    def __init__(self) -> None:
        self._files = ExitStack()

    def new(self) -> Spool:
        """A new, empty spool."""
        return Spool(self._files.enter_context(tempfile.TemporaryFile()))

    def close(self) -> None:
        """Delete the files."""
        self._files.close()


def write_list(out: DigestingFile, items: Iterable[bytes], *, before: bytes = b"") -> None:
    """Write a JSON list of items that are JSON already, one per line."""
    out.write(before + b"[")
    separator, block = b"\n", []
    for item in items:
        block.append(item)
        if len(block) >= _BLOCK:
            out.write(separator + b",\n".join(block))
            separator, block = b",\n", []
    if block:
        out.write(separator + b",\n".join(block))
    out.write(b"\n]")
