"""A frozen release as one zip archive that is never whole in memory: the same bytes every time."""

import zipfile
from collections.abc import Iterable, Iterator
from typing import IO, Any

from annotate.exchange.exports.files import entry
from annotate.exchange.releases import content

_BLOCK = 1 << 20


class _Sink:
    """What `zipfile` needs of a file that can only be written; gives away what it was given."""

    def __init__(self) -> None:
        self._waiting: list[bytes] = []

    def write(self, data: bytes) -> int:
        self._waiting.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Nothing waits for a disk."""

    def taken(self) -> bytes:
        """What was written since the last time."""
        waiting, self._waiting = b"".join(self._waiting), []
        return waiting


def archive(
    folder: str, files: Iterable[tuple[str, str]], small: Iterable[tuple[str, bytes]]
) -> Iterator[bytes]:
    """The bytes of the archive, piece by piece.

    Nothing is compressed: compressors of different machines write different bytes.

    Args:
        folder: within which everything lies.
        files: path and SHA-256 of stored content, in order.
        small: path and content of what follows.
    """
    sink = _Sink()
    packed = zipfile.ZipFile(sink, "w", zipfile.ZIP_STORED)  # type: ignore[call-overload]
    for path, sha256 in files:
        inside = packed.open(entry(f"{folder}/{path}", zipfile.ZIP_STORED), "w", force_zip64=True)
        with inside, content.opened(sha256) as stored:
            for block in _blocks(stored):
                inside.write(block)
                yield sink.taken()
    for path, data in small:
        packed.writestr(entry(f"{folder}/{path}", zipfile.ZIP_STORED), data)
    packed.close()
    yield sink.taken()


def _blocks(file: IO[Any]) -> Iterator[bytes]:
    while block := file.read(_BLOCK):
        yield block
