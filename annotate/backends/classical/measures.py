"""What can be measured of a part of an image. Facts only; the words are in `sentences`."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from pydantic import BaseModel, ConfigDict, JsonValue

from annotate.backends.base import Box
from annotate.backends.classical import colour
from annotate.backends.classical.view import Floats, Ints, Mask, View

Side: TypeAlias = Literal["top", "bottom", "left", "right"]
Texture: TypeAlias = Literal["smooth", "fine", "coarse"]

# Measured on the demonstration photographs: sky, coat, blurred ground and saucer lie at 0.0-1.0;
# grass, leaves, wood and fur at 2.5-8.5 with a ratio of 1.1-2.1; folds and faces at 0.3-0.6.
SMOOTH = 1.2  # typical local variation in L below which a surface looks smooth
FINE = 0.9  # ratio of variation at one pixel to variation at three, above which it looks fine
SMALLEST_COLOUR = 0.04  # share of a region; less is noise, not a colour of it
LEAST_OWN = 0.12  # of a box; with less left, telling it from its surroundings has failed
PLACES = (
    ("upper left", "top", "upper right"),
    ("left", "centre", "right"),
    ("lower left", "bottom", "lower right"),
)


class Colour(NamedTuple):
    """A colour name and the share (0-1) of the region that has it."""

    name: str
    share: float


class Facts(BaseModel):
    """Measurements of one region.

    share: of the image's area that its box covers, 0-1. place: a field of a 3 x 3 grid, by centre.
    aspect: width / height of the box in original pixels. lightness: mean L, 0-100; contrast:
    standard deviation of L. lighter_below / lighter_right: difference of mean L between halves.
    around: the main colour just outside (None for the whole image); difference: ΔE to it.
    """

    model_config = ConfigDict(frozen=True)

    colours: tuple[Colour, ...]
    share: float
    place: str
    aspect: float
    touches: tuple[Side, ...]
    texture: Texture
    lightness: float
    contrast: float
    lighter_below: float
    lighter_right: float
    around: str | None
    difference: float

    def as_json(self) -> dict[str, JsonValue]:
        """Plain values, to be stored with a seed."""
        values: dict[str, JsonValue] = self.model_dump(mode="json", exclude={"colours"})
        values["colours"] = {item.name: item.share for item in self.colours}
        return values


@dataclass(frozen=True)
class Surface:
    """A view with what every region's measurement shares, made once per image."""

    view: View

    @cached_property
    def names(self) -> Ints:
        """Per pixel, the index of its colour in `colour.NAMES`."""
        return colour.name_pixels(self.view.lab)

    @cached_property
    def detail(self) -> tuple[Floats, Floats]:
        """Per pixel, the variation of L at about one pixel and at about three."""
        from scipy import ndimage

        lightness = self.view.lab[..., 0]
        fine, coarse = (ndimage.gaussian_filter(lightness, sigma) for sigma in (1.0, 3.0))
        return np.abs(lightness - fine), np.abs(fine - coarse)


def measure(surface: Surface, box: Box | None = None) -> Facts:
    """Measure what is inside `box` (original pixels), or the whole image.

    Within the box, pixels whose colours are those of its surroundings are left out as far as
    they can be told apart, because the corners of a tight box mostly show what is behind.
    """
    view = surface.view
    box = box or Box(x=0, y=0, width=view.width, height=view.height)
    rows, columns = view.window(box)
    ring = _ring(view, rows, columns)
    mask = _own(surface.names, rows, columns, ring)
    inside = view.lab[mask]
    lightness = inside[:, 0]
    outside = view.lab[ring]
    return Facts(
        colours=_palette(surface.names[mask]),
        share=round(box.width * box.height / (view.width * view.height), 4),
        place=place_of(box, view.width, view.height),
        aspect=round(box.width / box.height, 3),
        touches=_touches(box, view),
        texture=_texture(surface, mask),
        lightness=round(float(lightness.mean()), 1),
        contrast=round(float(lightness.std()), 1),
        lighter_below=_step(view, mask, axis=0),
        lighter_right=_step(view, mask, axis=1),
        around=_palette(surface.names[ring])[0].name if len(outside) else None,
        difference=_distance(inside, outside),
    )


def place_of(box: Box, width: int, height: int) -> str:
    """Where the centre of a box lies in an image of `width` x `height` pixels, in words.

    Example: a box at (0, 0) of 10 x 10 in an image of 100 x 100 is in the "upper left".
    """
    column = _third((box.x + box.width / 2) / width)
    row = _third((box.y + box.height / 2) / height)
    return PLACES[row][column]


def _third(share: float) -> int:
    # A little tolerance makes the fields symmetric: a centre exactly on a line is in the middle.
    if share < 1 / 3 - 1e-9:
        return 0
    return 1 if share <= 2 / 3 + 1e-9 else 2


def _ring(view: View, rows: slice, columns: slice) -> Mask:
    """Pixels around a window: a frame a quarter as wide as the window, at least two pixels."""
    down = max(2, (rows.stop - rows.start) // 4)
    across = max(2, (columns.stop - columns.start) // 4)
    ring = np.zeros((view.rows, view.columns), dtype=bool)
    ring[
        max(rows.start - down, 0) : rows.stop + down,
        max(columns.start - across, 0) : columns.stop + across,
    ] = True
    ring[rows, columns] = False
    return ring


def _own(names: Ints, rows: slice, columns: slice, ring: Mask) -> Mask:
    """Pixels of the window in colours that are more common in it than around it."""
    mask = np.zeros(names.shape, dtype=bool)
    mask[rows, columns] = True
    window = names[rows, columns]
    outside = names[ring]
    if not outside.size:
        return mask
    count = len(colour.NAMES)
    mine = np.bincount(window.ravel(), minlength=count) / window.size
    theirs = np.bincount(outside, minlength=count) / outside.size
    own = (mine >= theirs)[window]
    if own.mean() < LEAST_OWN:
        return mask
    mask[rows, columns] = own
    return mask


def _palette(names: Ints) -> tuple[Colour, ...]:
    counts = np.bincount(names.ravel(), minlength=len(colour.NAMES))
    order = np.argsort(-counts, kind="stable")
    shares = counts[order] / max(names.size, 1)
    palette = [
        Colour(colour.NAMES[int(index)], round(float(share), 3))
        for index, share in zip(order, shares, strict=True)
        if share >= SMALLEST_COLOUR
    ]
    return tuple(palette or [Colour(colour.NAMES[int(order[0])], round(float(shares[0]), 3))])


def _touches(box: Box, view: View) -> tuple[Side, ...]:
    slack_x, slack_y = 0.005 * view.width, 0.005 * view.height
    at: dict[Side, bool] = {
        "top": box.y <= slack_y,
        "bottom": box.y + box.height >= view.height - slack_y,
        "left": box.x <= slack_x,
        "right": box.x + box.width >= view.width - slack_x,
    }
    return tuple(side for side, touching in at.items() if touching)


def _texture(surface: Surface, mask: Mask) -> Texture:
    from scipy import ndimage

    # The rim is left out where the region is large enough: an outline is not a texture.
    inner = ndimage.binary_erosion(mask, iterations=2)
    chosen = inner if inner.sum() >= 0.3 * mask.sum() else mask
    # The median: a few strong edges across a smooth surface do not make it rough.
    fine, coarse = (float(np.median(layer[chosen])) for layer in surface.detail)
    if fine + coarse < SMOOTH:
        return "smooth"
    return "fine" if fine > FINE * coarse else "coarse"


def _step(view: View, mask: Mask, *, axis: int) -> float:
    """Mean L of the lower (right) half of the masked pixels minus that of the upper (left)."""
    places = np.nonzero(mask)[axis]
    lightness = view.lab[..., 0][mask]
    middle = (places.min() + places.max()) / 2
    first, last = lightness[places < middle], lightness[places > middle]
    if not first.size or not last.size:
        return 0.0
    return round(float(last.mean() - first.mean()), 1)


def _distance(inside: Floats, outside: Floats) -> float:
    if not len(outside):
        return 0.0
    return round(float(np.linalg.norm(inside.mean(axis=0) - outside.mean(axis=0))), 1)
