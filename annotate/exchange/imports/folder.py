"""Pictures in a folder on this machine; only commands may read it, never a web request."""

from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

from django.conf import settings

from annotate.exchange.imports.listing import Listing, manifest_of
from annotate.exchange.imports.manifest import Manifest
from annotate.exchange.imports.rows import Source
from annotate.images.archives import RowError, is_noise
from annotate.messages import Message


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


def names_in(folder: Path) -> Iterator[str]:
    """Yield the relative paths of all files below a folder, hidden ones and noise left out."""
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        if not is_noise(PurePosixPath(name)) and path.is_file():
            yield name


def folder_source(folder: Path) -> Source:
    """The pictures of a folder; a `manifest.jsonl` in it says which and in what order."""
    names = sorted(names_in(folder))
    manifest = manifest_of(names)
    if manifest is not None:
        return manifest_source(folder / manifest)
    return Listing(names, FolderFiles(folder))


def manifest_source(path: Path, *, root: Path | None = None) -> Source:
    """The pictures named in a manifest; paths count from the manifest's own folder.

    Args:
        root: pictures must lie below it; the manifest's folder unless it is given.
    """
    return Manifest(lambda: path.open("rb"), FolderFiles(path.parent, root=root))
