"""What comes with an import: named files that can be read one by one, wherever they lie."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, Protocol

from django.conf import settings

from annotate.exchange.imports.rows import Files
from annotate.images.archives import BadArchive, RowError, ZipFiles, is_noise
from annotate.images.tars import TarFiles
from annotate.messages import Message

Opener = Callable[[], AbstractContextManager[IO[bytes]]]


class Tree(Files, Protocol):
    """The files of a folder or an archive, by their paths."""

    def names(self) -> Sequence[str]:
        """The paths, in an order that is always the same."""

    def noise(self) -> Sequence[str]:
        """Those that systems and archivers left behind."""

    def has(self, name: str) -> bool:
        """Whether there is such a file."""

    def open(self, name: str) -> AbstractContextManager[IO[bytes]]:
        """Read a list among the files; raises BadArchive."""


class ArchiveTree:
    """Every file of an archive."""

    def __init__(self, files: ZipFiles | TarFiles) -> None:
        self._files = files
        self._names = files.names()
        self._known = set(self._names)

    def names(self) -> Sequence[str]:
        return self._names

    def noise(self) -> Sequence[str]:
        return self._files.noise()

    def has(self, name: str) -> bool:
        return name in self._known

    def reader(self, name: str) -> Callable[[], bytes]:
        return self._files.reader(name)

    @contextmanager
    def open(self, name: str) -> Iterator[IO[bytes]]:
        try:
            with self._files.open(name) as file:
                yield file
        except RowError as error:
            raise BadArchive(Message("manifest_unreadable", reason=error.message)) from None


class FolderFiles:
    """Files below `root`, named by their path from `base`; nothing outside is ever read."""

    def __init__(self, base: Path, *, root: Path | None = None) -> None:
        self._base = base.resolve()
        self._root = (root or base).resolve()

    def has(self, name: str) -> bool:
        try:
            return self._path(name).is_file()
        except (OSError, RowError):
            return False

    def reader(self, name: str) -> Callable[[], bytes]:
        return lambda: self._read(name)

    def _path(self, name: str) -> Path:
        try:
            path = (self._base / name).resolve()
        except (OSError, ValueError, RuntimeError):  # a NUL in the name, a loop of links
            raise missing(name) from None
        if not path.is_relative_to(self._root):
            raise RowError("file", Message("outside_folder", name=name))
        return path

    def _read(self, name: str) -> bytes:
        path = self._path(name)
        if not path.is_file():
            raise missing(name)
        try:
            with path.open("rb") as file:
                return file.read(settings.IMAGE_MAX_BYTES + 1)
        except OSError as fault:
            message = Message("file_cannot_be_read", name=name, reason=str(fault.strerror))
            raise RowError("file", message, code="unreadable") from None


class FolderTree(FolderFiles):
    """Every file of a folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        every = sorted(
            path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
        )
        self._names = [name for name in every if not is_noise(PurePosixPath(name))]
        self._noise = [name for name in every if is_noise(PurePosixPath(name))]

    def names(self) -> Sequence[str]:
        return self._names

    def noise(self) -> Sequence[str]:
        return self._noise

    def open(self, name: str) -> AbstractContextManager[IO[bytes]]:
        return (self._base / name).open("rb")


class NoFiles:
    """For a list that came alone: it can only name content that is stored already."""

    def has(self, name: str) -> bool:
        return False

    def reader(self, name: str) -> Callable[[], bytes]:
        raise RowError("file", Message("file_not_sent"))


class Alone:
    """A list that came without pictures; those of this machine may be in `files`."""

    def __init__(self, opener: Opener, files: FolderFiles | NoFiles, *, suffix: str) -> None:
        self._opener, self._files = opener, files
        # An upload has a name that nobody gave it.
        self._name = f"list{suffix}"

    def names(self) -> Sequence[str]:
        return [self._name]

    def noise(self) -> Sequence[str]:
        return []

    def has(self, name: str) -> bool:
        return name != self._name and self._files.has(name)

    def reader(self, name: str) -> Callable[[], bytes]:
        return self._files.reader(name)

    def open(self, name: str) -> AbstractContextManager[IO[bytes]]:
        return self._opener()


def missing(name: str) -> RowError:
    return RowError("file", Message("no_such_file", name=name), code="file_missing")
