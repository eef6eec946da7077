"""The small copy of an image that everything here is measured on."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL.Image import Image, Resampling

from annotate.backends.base import Box

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Mask: TypeAlias = NDArray[np.bool_]

LONG_SIDE = 320  # pixels; at this size objects keep their outline and most noise is gone
LONGEST_RATIO = 2.5  # beyond it, a strip would become too thin; the number of pixels is kept then


@dataclass(frozen=True)
class View:
    """A small CIELAB copy of an image, and how to get from its pixels to those of the original.

    `lab` is (height, width, 3): L 0-100, a and b about -128-127, D65 white.
    """

    lab: Floats
    width: int
    height: int

    @classmethod
    def of(cls, image: Image) -> "View":
        """Look at an upright RGB image. Memory and time do not grow with the image from here."""
        from skimage.color import rgb2lab

        small = image.resize(_small_size(image.width, image.height), Resampling.BOX)
        lab: Floats = rgb2lab(np.asarray(small))
        return cls(lab=lab, width=image.width, height=image.height)

    @property
    def rows(self) -> int:
        """Height of the small copy."""
        return int(self.lab.shape[0])

    @property
    def columns(self) -> int:
        """Width of the small copy."""
        return int(self.lab.shape[1])

    @cached_property
    def is_grey(self) -> bool:
        """Whether no more than a few pixels have any colour that could be seen."""
        return bool(np.percentile(np.hypot(self.lab[..., 1], self.lab[..., 2]), 99) < 4)

    def window(self, box: Box) -> tuple[slice, slice]:
        """Rows and columns of the small copy that `box` covers; always at least one of each."""
        top, bottom = _span(box.y, box.height, self.rows / self.height, self.rows)
        left, right = _span(box.x, box.width, self.columns / self.width, self.columns)
        return slice(top, bottom), slice(left, right)

    def box(self, left: int, top: int, right: int, bottom: int) -> Box:
        """The box in pixels of the original of columns left..right and rows top..bottom."""
        across, down = self.width / self.columns, self.height / self.rows
        return Box(
            x=round(left * across, 2),
            y=round(top * down, 2),
            width=round((right - left) * across, 2),
            height=round((bottom - top) * down, 2),
        )


def neighbours(grid: NDArray[np.generic]) -> Iterator[tuple[NDArray[np.generic], ...]]:
    """Pairs of equally shaped arrays holding each pixel and its neighbour, across and then down."""
    yield grid[:, :-1], grid[:, 1:]
    yield grid[:-1], grid[1:]


def _small_size(width: int, height: int) -> tuple[int, int]:
    long, short = max(width, height), min(width, height)
    if long <= LONGEST_RATIO * short:
        factor = long / LONG_SIDE
    else:
        factor = math.sqrt(width * height / (LONG_SIDE**2 / LONGEST_RATIO))
    factor = max(factor, 1.0)
    return max(1, round(width / factor)), max(1, round(height / factor))


def _span(start: float, length: float, scale: float, limit: int) -> tuple[int, int]:
    first = min(max(math.floor(start * scale + 0.5), 0), limit - 1)
    last = min(max(math.floor((start + length) * scale + 0.5), first + 1), limit)
    return first, last
