"""Cut a picture that is larger than its `full` copy into tiles of its own resolution.

A level is the whole upright picture at 1, 1/2, 1/4 … of its size, level 0 the original. A tile is a
square of a level, smaller at the right and lower edge. Every tile is cleaned by itself, so the
decoded picture lies in memory once, and nothing else does: 4 bytes per pixel.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from math import ceil
from typing import IO, Any

from PIL import Image

from annotate.images.intake import pixels, rejections
from annotate.images.intake.admission import DERIVATIVES, decoding, identified
from annotate.messages import Message

TILE = 1024
_LONGEST = DERIVATIVES["full"][0]
# A coarser level is worth its tiles only where it has clearly more to show than `full`.
_WORTH_IT = 1.1
_OPTIONS: dict[str, Any] = {"quality": 92, "subsampling": 0}

Size = tuple[int, int]


@dataclass(frozen=True)
class Tile:
    """Where a tile lies: which level, and which column and row of it, counted from 0."""

    level: int
    column: int
    row: int


def levels_of(width: int, height: int) -> tuple[Size, ...]:
    """The sizes of the levels, the original first; nothing where `full` has every pixel.

    >>> levels_of(4096, 3000)
    ()
    >>> levels_of(8660, 5773)
    ((8660, 5773),)
    >>> levels_of(20001, 3000)
    ((20001, 3000), (10001, 1500), (5001, 750))
    """
    if max(width, height) <= _LONGEST:
        return ()
    levels = [(width, height)]
    while max(levels[-1]) / 2 > _LONGEST * _WORTH_IT:
        share = 2 ** len(levels)
        levels.append((ceil(width / share), ceil(height / share)))
    return tuple(levels)


def tiles_of(levels: tuple[Size, ...]) -> Iterator[Tile]:
    """All tiles of the levels, row by row.

    >>> len(list(tiles_of(levels_of(8660, 5773))))
    54
    """
    for level, (width, height) in enumerate(levels):
        for row in range(ceil(height / TILE)):
            for column in range(ceil(width / TILE)):
                yield Tile(level, column, row)


def has_tile(levels: tuple[Size, ...], tile: Tile) -> bool:
    if tile.level >= len(levels):
        return False
    width, height = levels[tile.level]
    return tile.column * TILE < width and tile.row * TILE < height


def cut(file: IO[bytes], *, width: int, height: int) -> Iterator[tuple[Tile, bytes]]:
    """Every tile of a stored original as JPEG.

    Args:
        width, height: the upright size that was verified when the picture came in.

    Raises:
        ImageRejected: the file is not that picture any more.
    """
    with decoding():
        picture = identified(file)
    with picture:
        with decoding():
            orientation = pixels.orientation_of(picture)
            if pixels.upright_size(picture.size, orientation) != (width, height):
                raise rejections.ImageRejected(Message("image_size_changed"))
            picture.load()
        cleaner = pixels.Cleaner(picture, orientation)
        levels = levels_of(width, height)
        for tile in tiles_of(levels):
            with decoding():
                piece = cleaner.piece(_native(tile, width, height), shrink=2**tile.level)
                yield tile, _encoded(piece)


def _native(tile: Tile, width: int, height: int) -> tuple[int, int, int, int]:
    """The tile's box (left, upper, right, lower) in pixels of the upright original."""
    side = TILE * 2**tile.level
    left, upper = tile.column * side, tile.row * side
    return left, upper, min(left + side, width), min(upper + side, height)


def _encoded(piece: Image.Image) -> bytes:
    out = BytesIO()
    piece.save(out, "JPEG", **_OPTIONS)
    return out.getvalue()
