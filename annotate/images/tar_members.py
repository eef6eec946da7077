"""The members of a tar archive one by one, as far as it is whole, and none at a price."""

import tarfile
from collections.abc import Iterator
from typing import IO, cast

from annotate.images.archives import MAX_ENTRIES, BadArchive
from annotate.messages import Message

# What stands before one member: its header, and a long name or extended attributes.
_MAX_HEADER_BYTES = 1 << 20
_MAX_SHARED_ATTRIBUTES = 100


def members(file: IO[bytes]) -> Iterator[tarfile.TarInfo]:
    """Yield the members of a plain archive in their order; directories are among them.

    The file may be read between two of them, behind what was yielded.

    Raises:
        BadArchive: it is no whole tar archive, or has too many members.
    """
    bounded = _Bounded(file)
    try:
        archive = tarfile.open(  # noqa: SIM115 - it keeps nothing open
            fileobj=cast(IO[bytes], bounded), mode="r:", encoding="utf-8", errors="replace"
        )
        for number in range(MAX_ENTRIES + 1):
            bounded.left = _MAX_HEADER_BYTES
            member = archive.next()
            if member is None:
                break
            if number == MAX_ENTRIES:
                message = Message("too_many_members", limit=MAX_ENTRIES)
                raise BadArchive(message, code="too_many_entries")
            # It would keep them all.
            vars(archive)["members"].clear()
            if len(archive.pax_headers) > _MAX_SHARED_ATTRIBUTES:
                raise incomplete()
            yield member
        file.seek(archive.offset)
        # What is no header ends an archive in silence, and so does the end of the file.
        if file.read(tarfile.BLOCKSIZE) != bytes(tarfile.BLOCKSIZE):
            raise incomplete()
    except (tarfile.TarError, ValueError, EOFError, OverflowError, RecursionError):
        raise incomplete() from None


def incomplete() -> BadArchive:
    return BadArchive(Message("bad_tar"))


class _Bounded:
    """Of a file, what headers are read from: only forwards, and only so much for each member.

    Without it an archive of a few bytes could fill the memory with a name, or go round in circles.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._at = 0
        self.left = _MAX_HEADER_BYTES

    def read(self, size: int) -> bytes:
        self.left -= size
        if size < 0 or self.left < 0:
            raise incomplete()
        self._file.seek(self._at)
        data = self._file.read(size)
        self._at += len(data)
        return data

    def seek(self, offset: int) -> int:
        if offset < self._at:
            raise incomplete()
        self._at = offset
        return offset

    def tell(self) -> int:
        return self._at
