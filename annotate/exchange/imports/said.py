"""What a row says of its picture besides its details: objects with boxes, and texts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from annotate.analysis import geometry
from annotate.analysis.geometry import NORMALISED_MAX, Box
from annotate.images.archives import RowError
from annotate.messages import Message

# A release may have rounded the size of its pictures; another shape is another picture.
_SAME_SHAPE = 0.02
LONGEST_PRODUCER = 200


class Corners(NamedTuple):
    """Two opposite corners of a box, in the numbers of its frame."""

    x1: float
    y1: float
    x2: float
    y2: float


class Frame(NamedTuple):
    """What boxes count in: the size of a picture that has `width` and `height` of them.

    `measured` are pixels of a picture whose size the source states; others are shares, which fit
    any picture.
    """

    width: float
    height: float
    measured: bool = False


PERCENT = Frame(100, 100)
GRID = Frame(NORMALISED_MAX, NORMALISED_MAX)


@dataclass(frozen=True, slots=True)
class SaidObject:
    label: str
    corners: Corners
    description: str = ""


@dataclass(frozen=True, slots=True)
class SaidText:
    """A text of the whole picture. `key` tells it from others where its release numbers them;
    `canned` None: it is canned if it says what the stage's canned text says."""

    text: str
    key: str = ""
    canned: bool | None = None
    text_detected: bool | None = None
    detail: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Said:
    """Without a `frame` boxes count the pixels of the upright picture.

    `left` counts what the reader could not use, by the code of the reason; `repaired` the boxes
    whose corners it put in order.
    """

    objects: tuple[SaidObject, ...] = ()
    texts: tuple[SaidText, ...] = ()
    producer: str = ""
    frame: Frame | None = None
    left: Mapping[str, int] = field(default_factory=dict)
    repaired: int = 0


def scale_of(frame: Frame | None, width: int, height: int) -> tuple[float, float]:
    """What numbers of a frame are multiplied with; raises RowError for a picture of another shape.

    >>> scale_of(Frame(100, 100), 640, 480)
    (6.4, 4.8)
    """
    if frame is None:
        return 1.0, 1.0
    across, down = width / frame.width, height / frame.height
    if frame.measured and abs(across / down - 1) > _SAME_SHAPE:
        message = Message(
            "said_size_differs",
            said=f"{frame.width:g} × {frame.height:g}",
            size=f"{width} × {height}",
        )
        raise RowError("objects", message)
    return across, down


def placed(corners: Corners, scale: tuple[float, float], width: int, height: int) -> Box | None:
    """The part of a box that lies in the picture, in its pixels; None where nothing does.

    >>> placed(Corners(-10, 20, 50, 40), (2.0, 1.0), 80, 60)
    Box(x=0.0, y=20.0, width=80.0, height=20.0)
    """
    across, down = scale
    box = geometry.from_corners(
        min(max(corners.x1 * across, 0.0), width),
        min(max(corners.y1 * down, 0.0), height),
        min(max(corners.x2 * across, 0.0), width),
        min(max(corners.y2 * down, 0.0), height),
    )
    return box if box.width > 0 and box.height > 0 else None
