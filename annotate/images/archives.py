"""Files in a zip archive. Nothing is ever unpacked to disk: entries are read one at a time."""

import stat
import struct
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import IO

from django.conf import settings

from annotate.core import errors

REPEAT = "Correct it and import the file again: rows that are in are not added twice."
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
    default_remedy = "Pack the pictures again with an ordinary zip program."


class RowError(Exception):
    """A row cannot be brought in; the import goes on with the next one."""

    def __init__(self, field: str, code: str, message: str, remedy: str | None = REPEAT) -> None:
        super().__init__(message)
        self.field, self.code, self.message, self.remedy = field, code, message, remedy


def open_zip(path: Path) -> "ZipFiles":
    """The files of a zip archive.

    Raises:
        BadArchive: it is no zip, has too many entries or would unpack to too much.
    """
    _check_directory(path)
    try:
        archive = zipfile.ZipFile(path)
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError, struct.error):
        raise BadArchive("This is not a complete zip archive.") from None
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

    def names(self) -> list[str]:
        return sorted(self._entries)

    def entries(self) -> list[zipfile.ZipInfo]:
        return list(self._entries.values())

    def entry(self, name: str) -> zipfile.ZipInfo:
        """Return the entry called `name` if it may be read, or raise RowError."""
        info = self._entries.get(name)
        if info is None:
            raise RowError("file", "file_missing", f"There is no “{name}” in the archive.")
        _check_entry(name, info)
        return info

    def reader(self, name: str) -> Callable[[], bytes]:
        info = self.entry(name)
        return lambda: self._read(info)

    def _read(self, info: zipfile.ZipInfo) -> bytes:
        limit = settings.IMAGE_MAX_BYTES
        if info.file_size > limit:
            raise RowError(
                "file",
                "file_too_large",
                f"It unpacks to {info.file_size / 1e6:,.1f} MB; at most {limit / 1e6:,.1f} MB are"
                " allowed.",
                "Save it with fewer pixels or stronger compression.",
            )
        try:
            with self.archive.open(info) as file:
                return file.read(limit + 1)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError):
            raise RowError(
                "file", "broken_entry", "It is damaged inside the archive.", "Pack it again."
            ) from None


def is_noise(path: PurePosixPath) -> bool:
    """Whether a file is nothing anybody meant to send.

    >>> is_noise(PurePosixPath("__MACOSX/._a.jpg")), is_noise(PurePosixPath("a/b.jpg"))
    (True, False)
    """
    hidden = any(part.startswith(".") and part != ".." for part in path.parts)
    noise = path.name.lower() in _NOISE_FILES or not _NOISE_FOLDERS.isdisjoint(path.parts)
    return hidden or noise


def _check_entry(name: str, info: zipfile.ZipInfo) -> None:
    path = PurePosixPath(name)
    drive = len(path.parts[0]) == 2 and path.parts[0].endswith(":") if path.parts else False
    if path.is_absolute() or drive or ".." in path.parts:
        raise RowError(
            "file",
            "unsafe_path",
            f"The path “{name}” points out of the archive.",
            "Pack the pictures again, with paths below one folder.",
        )
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind not in (0, stat.S_IFREG):
        raise RowError(
            "file", "link", "This is a link or device, not a file.", "Pack the file itself."
        )
    if info.flag_bits & 0x1:
        raise RowError(
            "file", "encrypted", "This file is encrypted.", "Pack it without a password."
        )
    if info.compress_type not in _METHODS:
        raise RowError(
            "file",
            "unknown_compression",
            "It is compressed in a way that is not supported.",
            "Pack it with the ordinary method (deflate).",
        )


def _check_directory(path: Path) -> None:
    """Refuse an archive by what its last bytes announce, before its directory is read."""
    with path.open("rb") as file:
        claimed = _announced(file)
    if claimed is None:
        raise BadArchive("This is not a complete zip archive.")
    entries, directory_bytes = claimed
    if entries > MAX_ENTRIES or directory_bytes > _MAX_DIRECTORY_BYTES:
        raise BadArchive(
            f"The archive has {entries:,} entries; at most {MAX_ENTRIES:,} can be imported.",
            code="too_many_entries",
            remedy="Split it into several archives.",
        )


def _announced(file: IO[bytes]) -> tuple[int, int] | None:
    """Return (entries, bytes of the directory) from the end record (APPNOTE 4.3.14, 4.3.16)."""
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
        raise BadArchive(
            f"The archive of {packed / 1e6:,.1f} MB claims to unpack to {unpacked / 1e6:,.1f} MB.",
            code="zip_bomb",
            remedy="Pack only the pictures themselves.",
        )
