"""Files in a zip archive. Nothing is ever unpacked to disk: entries are read one at a time."""

import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO

from django.conf import settings

from annotate.core import errors
from annotate.images.intake.rejections import megabytes
from annotate.messages import Message

REPEAT = Message("import_again")
MAX_ENTRIES = 200_000
# An archive may unpack to a hundred times its size, if that is much at all.
MAX_RATIO = 100
_NOT_MUCH = 500_000_000
# One entry of the directory takes 46 bytes and its name; this leaves names 200 characters.
_MAX_DIRECTORY_BYTES = MAX_ENTRIES * 250
_METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
_END, _END64 = b"PK\x05\x06", b"PK\x06\x06"


# What systems and archivers leave behind.
_NOISE_FOLDERS = {"__MACOSX", "@eaDir"}
_NOISE_FILES = {"thumbs.db", "desktop.ini"}


class BadArchive(errors.Invalid):
    """The archive as a whole cannot be read, or reading it would not be safe."""

    code = "bad_archive"


class RowError(Exception):
    """A row cannot be brought in; the import goes on with the next one."""

    def __init__(
        self,
        field: str,
        message: Message,
        *,
        code: str | None = None,
        remedy: Message | None = None,
    ) -> None:
        super().__init__(str(message))
        self.field, self.code, self.message = field, code or message.code, message
        self.remedy = remedy or message.remedy() or REPEAT


def open_zip(path: Path) -> "ZipFiles":
    """The files of a zip archive.

    Raises:
        BadArchive: it is no zip, has too many entries or would unpack to too much.
    """
    _check_directory(path)
    try:
        archive = zipfile.ZipFile(path)
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError, struct.error):
        raise BadArchive from None
    files = ZipFiles(archive)
    _check_sizes(path, files)
    return files


class ZipFiles:
    """The entries of an archive by name; each is judged before it is read."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self.archive = archive
        self._entries = {
            name: info
            for info in archive.infolist()
            for name in [info.filename.replace("\\", "/")]
            if not info.is_dir() and not is_noise(PurePosixPath(name))
        }

    def noise(self) -> list[str]:
        """The entries that systems and archivers left behind."""
        names = (info.filename for info in self.archive.infolist() if not info.is_dir())
        return sorted(name for name in names if is_noise(PurePosixPath(name.replace("\\", "/"))))

    def names(self) -> list[str]:
        return sorted(self._entries)

    def entries(self) -> list[zipfile.ZipInfo]:
        return list(self._entries.values())

    def entry(self, name: str) -> zipfile.ZipInfo:
        """The entry called `name`; raises RowError unless it may be read."""
        info = self._entries.get(name)
        if info is None:
            raise RowError("file", Message("archive_entry_missing", name=name), code="file_missing")
        _check_entry(name, info)
        return info

    def reader(self, name: str) -> Callable[[], bytes]:
        info = self.entry(name)
        return lambda: self._read(info)

    @contextmanager
    def open(self, name: str) -> Iterator[IO[bytes]]:
        """Read a list among the entries; raises BadArchive where it is damaged, and RowError."""
        try:
            with self.archive.open(self.entry(name)) as file:
                yield file
        except (zipfile.BadZipFile, zlib.error, EOFError):
            raise BadArchive(Message("manifest_damaged")) from None

    def _read(self, info: zipfile.ZipInfo) -> bytes:
        check_size(info.file_size)
        try:
            with self.archive.open(info) as file:
                return file.read(settings.IMAGE_MAX_BYTES + 1)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError):
            raise RowError("file", Message("broken_entry")) from None


def is_noise(path: PurePosixPath) -> bool:
    """Whether a file is nothing anybody meant to send.

    >>> is_noise(PurePosixPath("__MACOSX/._a.jpg")), is_noise(PurePosixPath("a/b.jpg"))
    (True, False)
    """
    hidden = any(part.startswith(".") and part != ".." for part in path.parts)
    noise = path.name.lower() in _NOISE_FILES or not _NOISE_FOLDERS.isdisjoint(path.parts)
    return hidden or noise


def check_path(name: str) -> None:
    """Raise RowError where a name leads out of its archive."""
    path = PurePosixPath(name)
    drive = len(path.parts[0]) == 2 and path.parts[0].endswith(":") if path.parts else False
    if path.is_absolute() or drive or ".." in path.parts:
        raise RowError("file", Message("unsafe_path", name=name))


def check_size(size: int) -> None:
    """Raise RowError where a file of an archive is larger than pictures may be."""
    limit = settings.IMAGE_MAX_BYTES
    if size > limit:
        message = Message("entry_too_large", size=megabytes(size), limit=megabytes(limit))
        raise RowError("file", message, code="file_too_large")


def _check_entry(name: str, info: zipfile.ZipInfo) -> None:
    check_path(name)
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind not in (0, stat.S_IFREG):
        raise RowError("file", Message("archive_link"), code="link")
    if info.flag_bits & 0x1:
        raise RowError("file", Message("encrypted_entry"), code="encrypted")
    if info.compress_type not in _METHODS:
        raise RowError("file", Message("unknown_compression"))


def _check_directory(path: Path) -> None:
    """Refuse an archive by what its last bytes announce, before its directory is read."""
    with path.open("rb") as file:
        claimed = _announced(file)
    if claimed is None:
        raise BadArchive
    entries, directory_bytes = claimed
    if entries > MAX_ENTRIES or directory_bytes > _MAX_DIRECTORY_BYTES:
        message = Message("too_many_entries_in_archive", entries=entries, limit=MAX_ENTRIES)
        raise BadArchive(message, code="too_many_entries")


def _announced(file: IO[bytes]) -> tuple[int, int] | None:
    """(entries, bytes of the directory) from the end record (APPNOTE 4.3.14, 4.3.16)."""
    size = file.seek(0, 2)
    file.seek(max(0, size - 70_000))
    tail = file.read()
    at = tail.rfind(_END)
    if at < 0 or len(tail) < at + 22:
        return None
    entries, directory_bytes = struct.unpack_from("<HI", tail, at + 10)
    at64 = tail.rfind(_END64, 0, at)
    if at64 >= 0 and len(tail) >= at64 + 56:
        entries64, bytes64 = struct.unpack_from("<QQ", tail, at64 + 32)
        return max(entries, entries64), max(directory_bytes, bytes64)
    return entries, directory_bytes


def _check_sizes(path: Path, files: ZipFiles) -> None:
    unpacked = sum(info.file_size for info in files.entries())
    packed = path.stat().st_size
    if unpacked > max(_NOT_MUCH, MAX_RATIO * packed):
        message = Message("zip_bomb", packed=megabytes(packed), unpacked=megabytes(unpacked))
        raise BadArchive(message, code="zip_bomb")
