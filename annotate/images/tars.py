"""Files in a tar archive, plain or packed with gzip; members are read one at a time.

A plain archive is read where it lies. One that is packed can only be read from its beginning, so
it is unpacked as a whole: into one file without a name, no larger than what may be sent unpacked.
"""

import gzip
import io
import tarfile
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import IO, Any, NamedTuple, cast

from django.conf import settings

from annotate.images.archives import (
    BadArchive,
    RowError,
    check_path,
    check_size,
    is_noise,
)
from annotate.images.intake.rejections import megabytes
from annotate.images.tar_members import incomplete, members
from annotate.messages import Message

# As much of a file as tells whether it is a tar archive, packed or not.
HEAD = 4096
_GZIP = b"\x1f\x8b"
_PIECE = 1 << 20


class _Member(NamedTuple):
    """Where the content of a member is; `wrong` where it may not be read."""

    start: int
    size: int
    wrong: Message | None


def is_tar(start: bytes) -> bool:
    """Tell whether a file is a tar archive, by its first `HEAD` bytes.

    >>> is_tar(tarfile.TarInfo("a.jpg").tobuf()), is_tar(b"PK and more"), is_tar(b"")
    (True, False, False)
    """
    if start.startswith(_GZIP):
        with suppress(zlib.error):
            start = zlib.decompressobj(wbits=31).decompress(start, tarfile.BLOCKSIZE)
    try:
        tarfile.TarInfo.frombuf(start[: tarfile.BLOCKSIZE], "utf-8", "surrogateescape")
    except (tarfile.TarError, ValueError):
        return False
    return True


def open_tar(path: Path) -> "TarFiles":
    """The files of a tar archive.

    Raises:
        BadArchive: it is no whole tar archive, has too many members, one name twice, or unpacks
            to too much.
    """
    with path.open("rb") as file:
        packed = file.read(len(_GZIP)) == _GZIP
    return TarFiles(_unpacked(path) if packed else path.open("rb"))


class TarFiles:
    """The members of an archive by name; each is judged before it is read.

    Args:
        file: a plain archive, which stays open as long as this.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._members: dict[str, _Member] = {}
        self._noise: list[str] = []
        for member in members(file):
            name = _clean(member.name)
            if member.isdir():
                continue
            if is_noise(PurePosixPath(name)):
                self._noise.append(name)
            elif name in self._members:
                raise BadArchive(Message("tar_name_twice", name=name))
            else:
                self._members[name] = _Member(member.offset_data, member.size, _wrong_with(member))

    def noise(self) -> list[str]:
        """The members that systems and archivers left behind."""
        return sorted(self._noise)

    def names(self) -> list[str]:
        return sorted(self._members)

    def reader(self, name: str) -> Callable[[], bytes]:
        member = self._member(name)
        return lambda: self._read(member)

    @contextmanager
    def open(self, name: str) -> Iterator[IO[bytes]]:
        """Read a list among the members; raises RowError."""
        member = self._member(name)
        window = io.BufferedReader(_Window(self._file, member.start, member.size))
        yield cast(IO[bytes], window)

    @contextmanager
    def whole(self) -> Iterator[IO[bytes]]:
        """The plain archive itself, which stays open."""
        self._file.seek(0)
        yield self._file

    def _member(self, name: str) -> _Member:
        member = self._members.get(name)
        if member is None:
            raise RowError("file", Message("archive_entry_missing", name=name), code="file_missing")
        check_path(name)
        if member.wrong is not None:
            raise RowError("file", member.wrong, code="link")
        return member

    def _read(self, member: _Member) -> bytes:
        check_size(member.size)
        self._file.seek(member.start)
        return self._file.read(member.size)


def _clean(name: str) -> str:
    return name.replace("\\", "/").removeprefix("./")


def _wrong_with(member: tarfile.TarInfo) -> Message | None:
    if not member.isreg():
        return Message("archive_link")
    # A file with holes has another content than its bytes here, and may claim any size.
    return Message("tar_with_holes") if member.issparse() else None


def _unpacked(path: Path) -> IO[bytes]:
    limit = settings.IMPORT_MAX_BYTES
    file = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the archive is read
    try:
        with gzip.open(path) as packed:
            while piece := packed.read(_PIECE):
                if file.tell() + len(piece) > limit:
                    message = Message("tar_too_large", limit=megabytes(limit))
                    raise BadArchive(message, code="zip_bomb")
                file.write(piece)
    except (gzip.BadGzipFile, EOFError, zlib.error):
        file.close()
        raise incomplete() from None
    except BaseException:
        file.close()
        raise
    file.seek(0)
    return file


class _Window(io.RawIOBase):
    """A part of a file as a file of its own."""

    def __init__(self, file: IO[bytes], start: int, size: int) -> None:
        super().__init__()
        self._file, self._start, self._size = file, start, size
        self._at = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        self._at = max(0, (0, self._at, self._size)[whence] + offset)
        return self._at

    def tell(self) -> int:
        return self._at

    def readinto(self, into: Any) -> int:
        self._file.seek(self._start + self._at)
        data = self._file.read(max(0, min(len(into), self._size - self._at)))
        into[: len(data)] = data
        self._at += len(data)
        return len(data)
