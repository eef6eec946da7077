"""What two pictures, or parts of them, are compared by: measured, without any trained weights.

A feature vector has five blocks. Each is compared by Euclidean distance; how much each counts is
learned from the project (see `metric`).
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL.Image import Image, Resampling

from annotate.backends.base import Box

Vector: TypeAlias = NDArray[np.float32]
Vectors: TypeAlias = NDArray[np.float32]

VERSION = 1  # an index holds vectors: one of another version cannot be searched
SIDE = 48  # pixels; what is compared is brought to this size
_CELL = 12
_ORIENTATIONS = 8
_BINS = (4, 7, 7)  # of L, a and b
_RANGES = ((0.0, 100.0), (-87.0, 99.0), (-108.0, 95.0))  # of sRGB in CIELAB (D65)
_GRID = 6
_PATTERNS = 10  # uniform local binary patterns of eight neighbours


def _blocks() -> Mapping[str, slice]:
    cells = SIDE // _CELL
    sizes = {
        "colour": _BINS[0] * _BINS[1] * _BINS[2],
        "shape": (cells - 1) ** 2 * 4 * _ORIENTATIONS,
        "texture": 2 * _PATTERNS,
        "layout": 3 * _GRID * _GRID,
        "place": 4,
    }
    ends = np.cumsum(list(sizes.values()))
    return MappingProxyType(
        {
            name: slice(int(end) - size, int(end))
            for (name, size), end in zip(sizes.items(), ends, strict=True)
        }
    )


BLOCKS = _blocks()
LENGTH = BLOCKS["place"].stop


def features(image: Image, box: Box | None = None) -> Vector:
    """The features of what `box` holds of an upright RGB image, or of all of it.

    - colour: a histogram in CIELAB, square roots of shares (so distances are Hellinger's)
    - shape: histograms of oriented gradients of L (Dalal & Triggs 2005)
    - texture: uniform local binary patterns at one and two pixels (Ojala et al. 2002)
    - layout: the mean Lab of a grid of 6 x 6 fields
    - place: aspect ratio, share of the image, centre
    """
    from skimage.color import rgb2lab

    whole = Box(x=0, y=0, width=image.width, height=image.height)
    inside = _inside(box or whole, image)
    corners = (inside.x, inside.y, inside.x + inside.width, inside.y + inside.height)
    small = image.resize((SIDE, SIDE), Resampling.BILINEAR, box=corners)
    lab = rgb2lab(np.asarray(small))
    parts = {
        "colour": _colour(lab),
        "shape": _shape(lab[..., 0]),
        "texture": _texture(lab[..., 0]),
        "layout": _layout(lab),
        "place": _place(inside, image),
    }
    return np.concatenate([parts[name] for name in BLOCKS]).astype(np.float32)


def _inside(box: Box, image: Image) -> Box:
    """A box of at least one pixel inside the image."""
    x = min(max(box.x, 0.0), image.width - 1.0)
    y = min(max(box.y, 0.0), image.height - 1.0)
    right = min(max(box.x + box.width, x + 1.0), float(image.width))
    bottom = min(max(box.y + box.height, y + 1.0), float(image.height))
    return Box(x=x, y=y, width=right - x, height=bottom - y)


def _colour(lab: NDArray[np.float64]) -> NDArray[np.float64]:
    counts, _ = np.histogramdd(lab.reshape(-1, 3), bins=_BINS, range=_RANGES)
    shares: NDArray[np.float64] = np.sqrt(counts.ravel() / (SIDE * SIDE))
    return shares


def _shape(lightness: NDArray[np.float64]) -> NDArray[np.float64]:
    from skimage.feature import hog

    gradients: NDArray[np.float64] = hog(
        lightness / 100,
        orientations=_ORIENTATIONS,
        pixels_per_cell=(_CELL, _CELL),
        cells_per_block=(2, 2),
        block_norm="L2-Hys",
    )
    # Each of the nine blocks has length 1.
    return gradients / 3


def _texture(lightness: NDArray[np.float64]) -> NDArray[np.float64]:
    from skimage.feature import local_binary_pattern

    levels = np.round(lightness * 2.55).astype(np.uint8)
    shares = []
    for radius in (1, 2):
        patterns = local_binary_pattern(levels, 8, radius, "uniform")  # type: ignore[no-untyped-call]
        counts = np.bincount(patterns.astype(np.int64).ravel(), minlength=_PATTERNS)
        shares.append(np.sqrt(counts[:_PATTERNS] / patterns.size))
    return np.concatenate(shares)


def _layout(lab: NDArray[np.float64]) -> NDArray[np.float64]:
    step = SIDE // _GRID
    means: NDArray[np.float64] = lab.reshape(_GRID, step, _GRID, step, 3).mean(axis=(1, 3))
    # A length of 1 is what black and white differ by all over the picture.
    return means.ravel() / (100 * _GRID)


def _place(box: Box, image: Image) -> NDArray[np.float64]:
    area = image.width * image.height
    return np.array(
        [
            np.clip(np.log2(box.width / box.height), -4, 4) / 4,
            np.sqrt(box.width * box.height / area),
            (box.x + box.width / 2) / image.width,
            (box.y + box.height / 2) / image.height,
        ]
    )
