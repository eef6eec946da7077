"""Where rows of pictures come from: a folder, a zip archive, a JSONL manifest, a list of files.

Without a manifest every file that may be a picture is a row, in order of its name, and its path is
its external id, so that importing again adds nothing.
"""

import json
import posixpath
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import IO

from django.conf import settings

from annotate.core import errors
from annotate.exchange.imports.rows import Files, Row, Source, broken, parse_line
from annotate.exchange.imports.unused import (
    UnusedFile,
    beside_manifest,
    is_note,
    noise_in,
    notes_in,
)
from annotate.images.archives import BadArchive, RowError, ZipFiles, is_noise, open_zip
from annotate.images.details import Details, clean_name
from annotate.messages import Message

# What pictures come in; their content tells which.
ZIP, JSONL, FOLDER = "zip", "jsonl", "folder"
MANIFEST = "manifest.jsonl"
MAX_LINE_BYTES = 64 * 1024
# Of a manifest, empty ones among them: hundreds of millions take minutes to be passed over.
MAX_LINES = 5_000_000
_BLOCK = 1 << 20
_MARK = b"\xef\xbb\xbf"

Opener = Callable[[], AbstractContextManager[IO[bytes]]]


def format_told_by(start: bytes) -> str | None:
    if start.startswith(b"PK"):
        return ZIP
    return JSONL if start.removeprefix(_MARK).lstrip().startswith(b"{") else None


def uploaded_source(format_: str, path: Path) -> Source:
    """The pictures of an uploaded archive or of a manifest that came alone."""
    if format_ == ZIP:
        return zip_source(path)
    return Manifest(lambda: path.open("rb"), NoFiles())


def local_source(path: Path, root: Path | None) -> tuple[str, Source]:
    """The format and the pictures of what lies on this machine; never for a web request.

    Args:
        root: pictures named by a manifest must lie below it; by default in the manifest's folder.

    Raises:
        Invalid: there is nothing there.
    """
    if path.is_dir():
        return FOLDER, _folder_source(path)
    if not path.is_file():
        raise errors.Invalid(Message("no_such_file_or_folder", name=str(path)))
    with path.open("rb") as file:
        format_ = format_told_by(file.read(512))
    if format_ == ZIP:
        return format_, zip_source(path)
    if format_ == JSONL:
        return format_, _manifest_source(path, root=root)
    return FOLDER, Listing([path.name], FolderFiles(path.parent))  # one picture


def _folder_source(folder: Path) -> Source:
    every = sorted(
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
    )
    names = [name for name in every if not is_noise(PurePosixPath(name))]
    noise = [name for name in every if is_noise(PurePosixPath(name))]
    manifest = _manifest_of(names)
    if manifest is not None:
        return _manifest_source(folder / manifest, beside=Beside(manifest, names, noise))
    return Listing(names, FolderFiles(folder), noise)


def _manifest_source(
    path: Path, *, root: Path | None = None, beside: "Beside | None" = None
) -> Source:
    return Manifest(lambda: path.open("rb"), FolderFiles(path.parent, root=root), beside)


def zip_source(path: Path) -> Source:
    """The pictures of a zip archive; a `manifest.jsonl` in it says which.

    Raises:
        BadArchive: it is no zip, has too many entries or would unpack to too much.
    """
    files = open_zip(path)
    manifest = _manifest_of(files.names())
    if manifest is None:
        return Listing(files.names(), files, files.noise())
    folder = manifest.rpartition("/")[0]
    return Manifest(
        lambda: _zipped_manifest(files, manifest),
        _Below(files, f"{folder}/" if folder else ""),
        Beside(manifest, files.names(), files.noise()),
    )


@contextmanager
def _zipped_manifest(files: ZipFiles, name: str) -> Iterator[IO[bytes]]:
    try:
        with files.archive.open(files.entry(name)) as file:
            yield file
    except RowError as error:
        raise BadArchive(Message("manifest_unreadable", reason=error.message)) from None
    except (zipfile.BadZipFile, zlib.error, EOFError):
        raise BadArchive(Message("manifest_damaged")) from None


def _manifest_of(names: Sequence[str]) -> str | None:
    """The manifest among the names: at the top, or in the one folder that holds all.

    >>> _manifest_of(["photos/a.jpg", "photos/manifest.jsonl"])
    'photos/manifest.jsonl'
    """
    if MANIFEST in names:
        return MANIFEST
    tops = {PurePosixPath(name).parts[0] for name in names}
    inside = f"{tops.pop()}/{MANIFEST}" if len(tops) == 1 else ""
    return inside if inside in names else None


class _Below:
    """Names that count from the manifest's folder."""

    def __init__(self, files: ZipFiles, prefix: str) -> None:
        self._files, self._prefix = files, prefix

    def reader(self, name: str) -> Callable[[], bytes]:
        return self._files.reader(self._prefix + name.removeprefix("./"))


class FolderFiles:
    """Files below `root`, named by their path from `base`; nothing outside is ever read."""

    def __init__(self, base: Path, *, root: Path | None = None) -> None:
        self._base = base.resolve()
        self._root = (root or base).resolve()

    def reader(self, name: str) -> Callable[[], bytes]:
        return lambda: self._read(name)

    def _read(self, name: str) -> bytes:
        try:
            path = (self._base / name).resolve()
        except (OSError, ValueError, RuntimeError):  # a NUL in the name, a loop of links
            raise _missing(name) from None
        if not path.is_relative_to(self._root):
            raise RowError("file", Message("outside_folder", name=name))
        if not path.is_file():
            raise _missing(name)
        try:
            with path.open("rb") as file:
                return file.read(settings.IMAGE_MAX_BYTES + 1)
        except OSError as fault:
            message = Message("file_cannot_be_read", name=name, reason=str(fault.strerror))
            raise RowError("file", message, code="unreadable") from None


def _missing(name: str) -> RowError:
    return RowError("file", Message("no_such_file", name=name), code="file_missing")


class Listing:
    def __init__(self, names: Sequence[str], files: Files, noise: Sequence[str] = ()) -> None:
        self._names = [name for name in names if not is_note(name)]
        self._unused = [*notes_in(names), *noise_in(noise)]
        self._files = files

    def unused(self) -> Iterable[UnusedFile]:
        return self._unused

    def total(self) -> int:
        return len(self._names)

    def rows(self, start: int) -> Iterator[Row]:
        for number, name in enumerate(self._names[start:], start=start + 1):
            external_id = clean_name(name)
            try:
                read = self._files.reader(name)
            except RowError as error:
                yield broken(number, external_id, error)
            else:
                yield Row(number, external_id, Details(external_id=external_id), read=read)


@dataclass(frozen=True)
class Beside:
    """What came with a manifest: every name, that of the manifest too, and what systems left."""

    manifest: str
    names: Sequence[str]
    noise: Sequence[str]


class Manifest:
    """The rows of a JSONL file whose pictures are in `files`. Empty lines count as nothing."""

    def __init__(self, opener: Opener, files: Files, beside: Beside | None = None) -> None:
        self._open = opener
        self._files = files
        self._beside = beside

    def unused(self) -> Iterable[UnusedFile]:
        """What came with the manifest and is not named by it; reads it once more."""
        beside = self._beside
        if beside is None:
            return []
        folder = posixpath.dirname(beside.manifest)
        with self._open() as file:
            named = {
                posixpath.normpath(posixpath.join(folder, name.replace("\\", "/")))
                for _, line in _lines(file)
                if (name := _file_of(line))
            }
        named.add(beside.manifest)
        return [*beside_manifest(beside.names, named), *noise_in(beside.noise)]

    def total(self) -> int:
        with self._open() as file:
            return sum(1 for _ in _lines(file))

    def rows(self, start: int) -> Iterator[Row]:
        with self._open() as file:
            for number, line in islice(_lines(file), start, None):
                if len(line) > MAX_LINE_BYTES:
                    message = Message("line_too_long", limit=MAX_LINE_BYTES // 1024)
                    yield broken(number, "", RowError("", message))
                else:
                    yield parse_line(number, line, self._files)


def _file_of(line: bytes) -> str | None:
    """The file that a line names; None for a line that is broken or names content."""
    try:
        stated = json.loads(line)
    except ValueError:
        return None
    name = stated.get("file") if isinstance(stated, dict) else None
    return name if isinstance(name, str) else None


class NoFiles:
    """For a manifest that came alone: it can only name content that is stored already."""

    def reader(self, name: str) -> Callable[[], bytes]:
        raise RowError("file", Message("file_not_sent"))


def _lines(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield (line number from 1, line) of all lines that are not empty.

    An overlong line comes cut to one byte more than is allowed: memory stays bounded whatever is
    sent.
    """
    number = 0
    while line := file.readline(MAX_LINE_BYTES + 1):
        number += 1
        if number > MAX_LINES:
            raise BadArchive(Message("manifest_too_long", limit=MAX_LINES))
        if len(line) > MAX_LINE_BYTES and not line.endswith(b"\n"):
            while (more := file.readline(_BLOCK)) and not more.endswith(b"\n"):
                pass
        text = line.removeprefix(_MARK) if number == 1 else line
        if text.strip():
            yield number, text
