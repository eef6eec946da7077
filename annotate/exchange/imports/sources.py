"""Where rows of pictures come from: a folder, an archive, a list, one picture.

Without a list every file that may be a picture is a row, in order of its name, and its path is its
external id, so that importing again adds nothing.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from annotate.core import errors
from annotate.exchange.imports import readers
from annotate.exchange.imports.bucket import BucketTree
from annotate.exchange.imports.containers import (
    ARCHIVES,
    FOLDER,
    JSONL,
    SUFFIXES,
    TAR,
    ZIP,
    format_told_by,
)
from annotate.exchange.imports.entries import Entries
from annotate.exchange.imports.manifest import Manifest
from annotate.exchange.imports.readers.documents import Documents
from annotate.exchange.imports.rows import About, Files, Row, Source, broken
from annotate.exchange.imports.trees import (
    Alone,
    FolderFiles,
    FolderTree,
    NoFiles,
    Tree,
)
from annotate.exchange.imports.unused import UnusedFile, is_note, noise_in, notes_in
from annotate.images.archives import RowError, open_zip
from annotate.images.details import Details, clean_name
from annotate.images.tars import HEAD
from annotate.messages import Message

MANIFEST = "manifest.jsonl"


class Chosen(NamedTuple):
    """What somebody chose that readers must know."""

    columns: Mapping[str, str] = {}
    given_as: str = ""
    fetch: bool = False


_NOTHING = Chosen()


def uploaded_source(format_: str, path: Path, chosen: Chosen = _NOTHING) -> Source:
    """The pictures of an uploaded archive, or of a list that came alone.

    Raises:
        BadArchive: it cannot be read, or reading it would not be safe.
        Invalid: it is no list of pictures.
    """
    if format_ in ARCHIVES:
        return _tree_source(ARCHIVES[format_](path), chosen)
    return _alone(format_, path, NoFiles(), chosen)


def check_uploaded(format_: str, path: Path, chosen: Chosen = _NOTHING) -> None:
    """Refuse at the door what can be told there and then; the job alone reads lists in an archive,
    and a tar archive, which has to be read to its end.

    Raises:
        BadArchive, Invalid: as `uploaded_source`.
    """
    if format_ == ZIP:
        open_zip(path)
    elif format_ != TAR:
        uploaded_source(format_, path, chosen)


def local_source(path: Path, root: Path | None, chosen: Chosen = _NOTHING) -> tuple[str, Source]:
    """The format and the pictures of what lies on this machine; never for a web request.

    Args:
        root: pictures named by a list must lie below it; by default in the list's folder.

    Raises:
        Invalid: there is nothing there.
    """
    if path.is_dir():
        return FOLDER, _tree_source(FolderTree(path), chosen)
    if not path.is_file():
        raise errors.Invalid(Message("no_such_file_or_folder", name=str(path)))
    with path.open("rb") as file:
        format_ = format_told_by(file.read(HEAD))
    if format_ is not None and format_ in ARCHIVES:
        return format_, _tree_source(ARCHIVES[format_](path), chosen)
    if format_ is not None:
        return format_, _alone(format_, path, FolderFiles(path.parent, root=root), chosen)
    return FOLDER, Listing([path.name], FolderFiles(path.parent))  # one picture


def bucket_source(address: str, chosen: Chosen = _NOTHING) -> Source:
    """The pictures of a bucket, `s3://bucket/folder`; never for a web request.

    Raises:
        Invalid: there is no such bucket, or nothing below that folder.
    """
    tree = BucketTree(address)
    if not tree.names():
        raise errors.Invalid(Message("no_such_file_or_folder", name=address))
    return _tree_source(tree, chosen)


def _tree_source(tree: Tree, chosen: Chosen) -> Source:
    """The own manifest decides before any other list."""
    manifest = _manifest_of(tree.names())
    if manifest is not None:
        return Manifest(tree, manifest)
    reading = readers.find(Documents(tree, *chosen))
    if reading is not None:
        return Entries(tree, reading)
    return Listing(tree.names(), tree, tree.noise())


def _alone(format_: str, path: Path, files: FolderFiles | NoFiles, chosen: Chosen) -> Source:
    tree = Alone(lambda: path.open("rb"), files, suffix=SUFFIXES[format_])
    reading = readers.find(Documents(tree, *chosen))
    if reading is not None:
        return Entries(tree, reading)
    if format_ != JSONL:
        raise errors.Invalid.field("file", Message("unknown_import_format"), code="unknown_format")
    return Manifest(tree, tree.names()[0])


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


class Listing:
    def __init__(self, names: Sequence[str], files: Files, noise: Sequence[str] = ()) -> None:
        self._names = [name for name in names if not is_note(name)]
        self._unused = [*notes_in(names), *noise_in(noise)]
        self._files = files

    def about(self) -> About:
        return About("pictures")

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
