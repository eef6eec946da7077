"""Boxes in pixels of the upright original image, and the coordinate systems of other releases.

x grows to the right and y downwards; (0, 0) is the top left corner of the top left pixel, so the
box of a whole 640 x 427 image is x=0, y=0, width=640, height=427.
"""

import math
from collections.abc import Sequence
from typing import Annotated, NamedTuple

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

DECIMALS = 2
MAX_COORDINATE = 1_000_000.0
NORMALISED_MAX = 999


def _rounded(value: float) -> float:
    return round(value, DECIMALS) + 0.0  # + 0.0 turns -0.0 into 0.0


Coordinate = Annotated[
    float,
    Field(strict=True, ge=-MAX_COORDINATE, le=MAX_COORDINATE, allow_inf_nan=False),
    AfterValidator(_rounded),
]
Length = Annotated[
    float,
    Field(strict=True, ge=0, le=MAX_COORDINATE, allow_inf_nan=False),
    AfterValidator(_rounded),
]


class Box(BaseModel):
    """A rectangle with upright sides, in pixels rounded to two decimals.

    A width or height of 0 can be held, so that a box still being drawn survives in a draft.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    x: Coordinate
    y: Coordinate
    width: Length
    height: Length

    @property
    def right(self) -> float:
        return _rounded(self.x + self.width)

    @property
    def bottom(self) -> float:
        return _rounded(self.y + self.height)


class NormalisedBox(NamedTuple):
    """A box on the whole numbers 0-999 of each axis, in the order of the IIW release."""

    ymin: int
    xmin: int
    ymax: int
    xmax: int


class Overhang(NamedTuple):
    """By how many pixels a box reaches beyond each side of the image; 0 where it does not."""

    left: float
    top: float
    right: float
    bottom: float


def from_corners(x1: float, y1: float, x2: float, y2: float) -> Box:
    """Return the box between two opposite corners, whatever their order.

    >>> from_corners(30, 5, 10, 25)
    Box(x=10.0, y=5.0, width=20.0, height=20.0)
    """
    left, top = _rounded(min(x1, x2)), _rounded(min(y1, y2))
    # A left side that was rounded up can lie right of the right side: the box has no width then.
    width, height = max(0.0, max(x1, x2) - left), max(0.0, max(y1, y2) - top)
    return Box(x=left, y=top, width=width, height=height)


def area(box: Box) -> float:
    """Return the area in square pixels, 0 or more.

    >>> area(Box(x=0, y=0, width=4, height=2.5))
    10.0
    """
    return box.width * box.height


def intersection(a: Box, b: Box) -> Box | None:
    """Return the common rectangle, or None when the two share no area.

    >>> intersection(Box(x=0, y=0, width=4, height=4), Box(x=2, y=1, width=4, height=4))
    Box(x=2.0, y=1.0, width=2.0, height=3.0)
    """
    left, top = max(a.x, b.x), max(a.y, b.y)
    right, bottom = min(a.right, b.right), min(a.bottom, b.bottom)
    if right <= left or bottom <= top:
        return None
    return from_corners(left, top, right, bottom)


def iou(a: Box, b: Box) -> float:
    """Return intersection over union, in [0, 1]; symmetric; 0 when neither box has an area.

    Example: two 4 x 4 boxes shifted by 2 share 8 of 24 square pixels.

    >>> iou(Box(x=0, y=0, width=4, height=4), Box(x=2, y=0, width=4, height=4))
    0.3333333333333333
    """
    common = intersection(a, b)
    if common is None:
        return 0.0
    shared = area(common)
    # The sides of the intersection are rounded to 2 decimals; never let that pass 1.
    return min(1.0, shared / max(shared, area(a) + area(b) - shared))


def clamp(box: Box, *, width: float, height: float) -> Box:
    """Return the part of ``box`` inside an image of ``width`` x ``height`` pixels.

    A box wholly outside becomes a box of no size on the nearest edge.

    >>> clamp(Box(x=-5, y=3, width=20, height=20), width=10, height=10)
    Box(x=0.0, y=3.0, width=10.0, height=7.0)
    """
    return from_corners(
        min(max(box.x, 0.0), width),
        min(max(box.y, 0.0), height),
        min(max(box.right, 0.0), width),
        min(max(box.bottom, 0.0), height),
    )


def overhang(box: Box, *, width: float, height: float) -> Overhang:
    """Return by how many pixels ``box`` leaves an image of ``width`` x ``height``, per side.

    >>> overhang(Box(x=-2, y=0, width=10, height=12), width=20, height=10)
    Overhang(left=2.0, top=0.0, right=0.0, bottom=2.0)
    """
    return Overhang(
        left=_rounded(max(0.0, -box.x)),
        top=_rounded(max(0.0, -box.y)),
        right=_rounded(max(0.0, box.right - width)),
        bottom=_rounded(max(0.0, box.bottom - height)),
    )


def normalise(box: Box, *, width: float, height: float) -> NormalisedBox:
    """Return ``box`` on the 0-999 grid of the IIW release and its fine-tuning tasks (App. C).

    Pixel 0 maps to 0 and the far edge to 999; the box is clamped to the image first. The error of
    going there and back is at most half a grid step, width / 1998 pixels per side.

    >>> normalise(Box(x=0, y=100, width=640, height=100), width=640, height=400)
    NormalisedBox(ymin=250, xmin=0, ymax=500, xmax=999)
    """
    inside = clamp(box, width=width, height=height)
    return NormalisedBox(
        ymin=_on_grid(inside.y, height),
        xmin=_on_grid(inside.x, width),
        ymax=_on_grid(inside.bottom, height),
        xmax=_on_grid(inside.right, width),
    )


def _on_grid(value: float, size: float) -> int:
    return min(NORMALISED_MAX, math.floor(value / size * NORMALISED_MAX + 0.5))


def repair_normalised(values: Sequence[object]) -> tuple[NormalisedBox, bool]:
    """Read four IIW coordinates, given as whole numbers or strings, and put each pair in order.

    The release sorted the y pair as *strings*, so that 94 of its 1,899 boxes have ymin > ymax.
    Returns the box and whether a pair had to be swapped. Raises ValueError unless there are four
    whole numbers from 0 to 999.

    >>> repair_normalised(["98", "10", "102", "700"])
    (NormalisedBox(ymin=98, xmin=10, ymax=102, xmax=700), False)
    >>> repair_normalised(["537", "490", "47", "814"])
    (NormalisedBox(ymin=47, xmin=490, ymax=537, xmax=814), True)
    """
    if len(values) != 4:
        raise ValueError(f"a box needs four coordinates, not {len(values)}")
    y1, x1, y2, x2 = (_grid_number(value) for value in values)
    repaired = NormalisedBox(min(y1, y2), min(x1, x2), max(y1, y2), max(x1, x2))
    return repaired, repaired != (y1, x1, y2, x2)


def _grid_number(value: object) -> int:
    try:
        number = int(str(value))
    except ValueError:
        raise ValueError(f"{value!r} is not a whole number") from None
    if not 0 <= number <= NORMALISED_MAX:
        raise ValueError(f"{number} is not between 0 and {NORMALISED_MAX}")
    return number


def from_normalised(box: NormalisedBox, *, width: float, height: float) -> Box:
    """Return the pixel box of a 0-999 box; the inverse of :func:`normalise` up to rounding.

    >>> from_normalised(NormalisedBox(0, 0, 999, 999), width=640, height=427)
    Box(x=0.0, y=0.0, width=640.0, height=427.0)
    """
    return from_corners(
        box.xmin * width / NORMALISED_MAX,
        box.ymin * height / NORMALISED_MAX,
        box.xmax * width / NORMALISED_MAX,
        box.ymax * height / NORMALISED_MAX,
    )
