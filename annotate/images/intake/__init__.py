"""The one way in which pictures enter.

Whatever somebody sends is bytes and nothing else: its name, its extension and its declared type are
not looked at. `admit` says what it really is, refuses what is not one still picture of a reasonable
size, and makes the upright, colour-true, metadata-free copies that people are shown. The original
bytes are kept for models and exports and are never served.

    admitted = intake.admit(data, max_bytes=60_000_000, max_pixels=120_000_000)
    admitted.facts.width, admitted.derivatives["thumb"]

Nothing here knows projects or the database.
"""

from annotate.images.intake.admission import (
    DERIVATIVE_TYPE,
    DERIVATIVES,
    FORMATS,
    Admitted,
    Facts,
    admit,
    claimed_pixels,
    derivatives_of,
    examine,
)
from annotate.images.intake.rejections import ImageRejected
from annotate.images.intake.tiles import TILE, Tile, cut, has_tile, levels_of, tiles_of

__all__ = [
    "DERIVATIVES",
    "DERIVATIVE_TYPE",
    "FORMATS",
    "TILE",
    "Admitted",
    "Facts",
    "ImageRejected",
    "Tile",
    "admit",
    "claimed_pixels",
    "cut",
    "derivatives_of",
    "examine",
    "has_tile",
    "levels_of",
    "tiles_of",
]
