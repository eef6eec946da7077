"""Have the tiles of large images ready when somebody looks closely.

They are cut when they are first asked for and then kept: an import that cut them for images nobody
is given would take half as long again and more than double the room. The client asks as soon as a
task is opened, so that they are there before anybody zooms in. The figures are in
docs/reference/performance.md.
"""

from threading import Lock
from typing import IO, Any

from annotate.core import errors
from annotate.images import intake, storage
from annotate.images.models import Image
from annotate.images.services import FileMissing
from annotate.messages import Message

# A decoded picture takes 4 bytes per pixel: one at a time in each process bounds the memory.
_cutting = Lock()
# Short, as whoever waits keeps others from being served; clients ask again.
_PATIENCE_SECONDS = 4.0


class Busy(errors.Throttled):
    """Others wait for their tiles already."""

    code = "busy"


def levels(image: Image) -> tuple[tuple[int, int], ...]:
    """The sizes of the levels of an image; nothing where `full` has every pixel."""
    return intake.levels_of(image.width, image.height)


def prepare(image: Image) -> bool:
    """Cut the tiles of an image unless they are there; return whether there was anything to do.

    Raises:
        FileMissing: the original is lost.
        Busy: it would take too long now; nothing is wrong.
    """
    if not levels(image) or storage.has_tiles(image.sha256):
        return False
    if not _cutting.acquire(timeout=_PATIENCE_SECONDS):
        raise Busy(Message("tiles_busy"), retry=True)
    try:
        if storage.has_tiles(image.sha256):  # whoever was before us wanted the same
            return False
        _cut(image)
    finally:
        _cutting.release()
    return True


def open_tile(image: Image, tile: intake.Tile) -> IO[Any]:
    """Open a tile, cutting it first where that has not been done; raises like `prepare`."""
    if not intake.has_tile(levels(image), tile):
        raise errors.NotFound
    try:
        return storage.open_tile(image.sha256, tile)
    except FileNotFoundError:
        pass
    if not prepare(image):
        # Marked as complete, and yet this one is lost.
        with _cutting:
            _cut(image)
    return storage.open_tile(image.sha256, tile)


def _cut(image: Image) -> None:
    try:
        original = storage.open_original(image.sha256)
    except FileNotFoundError:
        raise FileMissing from None
    with original as file:
        tiles = intake.cut(file, width=image.width, height=image.height)
        storage.keep_tiles(image.sha256, tiles)
    if not storage.has(image.sha256):  # deleted for good meanwhile: nothing of it is to be left
        storage.delete_tiles(image.sha256)
        raise FileMissing
