"""Where the files of images lie: by the SHA-256 of the original, so that projects share them.

    images/ab/ab12…/full.jpg, view.jpg, thumb.jpg   what people are shown
    images/ab/ab12…/tiles-1/0-3-2.jpg               level, column and row; only of large pictures
    images/ab/ab12…/tiles-1/complete                written after the last tile
    images/ab/ab12…/original                        as it came; for models and exports, never served

The original is written last: where it is, every copy is. Tiles come later, and can be deleted at
any time: they are cut again. Writing the same content twice, even at the same moment, is harmless.
"""

from collections.abc import Iterable
from contextlib import suppress
from typing import IO, Any

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from annotate.core.whole_files import is_being_written, on_disk, written_whole
from annotate.images import intake

# Part of the names of tiles: raise it when the way they are cut changes.
TILES_VERSION = 1
# What is being written goes as well when the same content is deleted for good at that moment.
_TRIES = 3


def _folder(sha256: str) -> str:
    return f"images/{sha256[:2]}/{sha256}"


def original(sha256: str) -> str:
    return f"{_folder(sha256)}/original"


def copy(sha256: str, size: str) -> str:
    return f"{_folder(sha256)}/{size}.jpg"


def tile(sha256: str, one: intake.Tile) -> str:
    return f"{_tiles(sha256)}/{one.level}-{one.column}-{one.row}.jpg"


def _tiles(sha256: str) -> str:
    return f"{_folder(sha256)}/tiles-{TILES_VERSION}"


def keep(admitted: intake.Admitted, data: bytes) -> None:
    """Store the copies and, last, the original of a picture that was let in.

    All again where copies went meanwhile, as the same content was deleted for good: with the
    original there before that was over, everything has gone, and whoever adds the picture sees it.

    Raises:
        FileNotFoundError: they went each time.
    """
    sha256 = admitted.facts.sha256
    for _ in range(_TRIES):
        for size, content in admitted.derivatives.items():
            _write(copy(sha256, size), content)
        _write(original(sha256), data)
        if all(default_storage.exists(copy(sha256, size)) for size in admitted.derivatives):
            return
    raise FileNotFoundError(original(sha256))


def keep_tiles(sha256: str, tiles: Iterable[tuple[intake.Tile, bytes]]) -> None:
    """Store all tiles of a picture and, last, the mark that says so."""
    for one, content in tiles:
        _write(tile(sha256, one), content)
    _write(f"{_tiles(sha256)}/complete", b"")


def has_tiles(sha256: str) -> bool:
    """Whether all tiles of this content are stored."""
    return default_storage.exists(f"{_tiles(sha256)}/complete")


def has(sha256: str) -> bool:
    """Whether everything of this content is stored."""
    return default_storage.exists(original(sha256))


def open_original(sha256: str) -> IO[Any]:
    """Open the original bytes; raises FileNotFoundError."""
    return default_storage.open(original(sha256), "rb")


def open_copy(sha256: str, size: str) -> IO[Any]:
    """Open a copy; raises FileNotFoundError."""
    return default_storage.open(copy(sha256, size), "rb")


def open_tile(sha256: str, one: intake.Tile) -> IO[Any]:
    """Open a tile; raises FileNotFoundError."""
    return default_storage.open(tile(sha256, one), "rb")


def signed_address(file: IO[Any], *, content_type: str, shown_as: str) -> str | None:
    """Where an opened file is had from the store itself, for `STORAGE_SIGNED_SECONDS`.

    None where that is not set, and for files that do not come from an object store.
    """
    # What `storages.backends.s3` opens knows its object; a file of a disk has none.
    if not settings.STORAGE_SIGNED_SECONDS or not hasattr(file, "obj"):
        return None
    said = {"ResponseContentType": content_type, "ResponseContentDisposition": shown_as}
    store: Any = default_storage
    address: str = store.url(file.name, parameters=said, expire=settings.STORAGE_SIGNED_SECONDS)
    return address


def delete_all(sha256: str) -> tuple[int, int]:
    """Delete every file of a content; return how many there were, and their bytes.

    What is not there is no fault: a run that was killed is begun anew. Nor is what comes
    meanwhile: that goes as well, until there is nothing.
    """
    count = size = 0
    names = _files(_folder(sha256))  # also what was being written when a process was killed
    while names:
        for name in names:
            with suppress(FileNotFoundError):  # written under another name by now
                size += default_storage.size(name)
                count += 1
            default_storage.delete(name)
        # Who is writing now finishes in peace: at most once do they begin anew.
        names = [name for name in _files(_folder(sha256)) if not is_being_written(name)]
    return count, size


def delete_tiles(sha256: str) -> None:
    """Delete the tiles of a content."""
    for name in _files(_tiles(sha256)):
        default_storage.delete(name)


def _files(folder: str) -> list[str]:
    """First what stands for all beside it: where it is not, none of that counts as stored."""
    try:
        folders, names = default_storage.listdir(folder)
    except FileNotFoundError:
        return []
    here = sorted(names, key=lambda name: name not in ("original", "complete"))
    files = [f"{folder}/{name}" for name in here]
    for inner in folders:
        files += _files(f"{folder}/{inner}")
    return files


def _write(name: str, content: bytes) -> None:
    """Write all or nothing: a killed process must not leave half a file under its final name."""
    path = on_disk(name)
    if path is None:
        # Object stores put whole objects; what is there already is the same content.
        if not default_storage.exists(name):
            default_storage.save(name, ContentFile(content))
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    for left in reversed(range(_TRIES)):
        try:
            with written_whole(path) as file:
                file.write(content)
            return
        except FileNotFoundError:
            if not left:
                raise
