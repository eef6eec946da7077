"""What the regressions of mentions are fitted on (Wang et al. 2022, §4.1.2; Berg et al. 2012).

For one type of object, the images that show it: whether the description mentions it, where and how
large every type of object lies in the image, and the group of the largest person.

The paper names the features *size* and *location* of the 500 most common types. Here the size of a
type is the share of the image that its boxes cover together, and its location how far the middle of
its largest box is from the middle of the image: 0 in the middle, 1 in a corner. A type that is not
in the image has size 0 and lies at 1. The columns hold 1 - distance, so that what is absent is 0.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotate.analysis.geometry import Box, area
from annotate.analysis.harms.people import covered

COMMONEST = 500
_DENSE = 200  # columns, up to which a whole matrix is quicker to fit than a sparse one

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Shown:
    """An image: the boxes of each type in it, and which types its description mentions."""

    image: str
    group: str | None
    width: float
    height: float
    boxes: Mapping[str, Sequence[Box]]
    mentioned: frozenset[str]


@dataclass(frozen=True, slots=True)
class Design:
    """The images that show one type and have one of the two groups.

    ``features`` (images x columns, sparse where there are many) holds the columns that differ
    between these images, each divided by its standard deviation, and last the group: 1 of the first
    of the pair, 0 of the second. ``mentioned`` is 1 where the description has the type.
    """

    images: tuple[str, ...]
    features: Any  # numpy.ndarray or scipy.sparse.csr_matrix
    mentioned: NDArray[np.int64]
    first: NDArray[np.bool_]


def commonest(images: Iterable[Shown], most: int = COMMONEST) -> list[str]:
    """Return the types in most images, counted in the boxes and again in the descriptions."""
    counts = Counter[str]()
    for image in images:
        counts.update(name for name, boxes in image.boxes.items() if boxes)
        counts.update(image.mentioned)
    return [name for name, _ in sorted(counts.items(), key=lambda each: (-each[1], each[0]))[:most]]


def place(boxes: Sequence[Box], *, width: float, height: float) -> tuple[float, float]:
    """Return the size of a type and its distance from the middle, both in [0, 1].

    >>> place([Box(x=0, y=0, width=2, height=2)], width=10, height=10)
    (0.04, 0.8)
    >>> place([], width=10, height=10)
    (0.0, 1.0)
    """
    if not boxes:
        return 0.0, 1.0
    largest = max(boxes, key=area)
    across = largest.x + largest.width / 2 - width / 2
    down = largest.y + largest.height / 2 - height / 2
    away = hypot(across, down) / hypot(width / 2, height / 2)
    return covered(boxes, width=width, height=height), min(1.0, away)


class Features:
    """The sizes and places of all types in all images, once; designs are cut from them."""

    def __init__(self, images: Sequence[Shown], types: Sequence[str]) -> None:
        from scipy import sparse

        self.images = images
        column = {name: 2 * at for at, name in enumerate(types)}
        values, rows, columns = [], [], []
        for row, image in enumerate(images):
            for name in sorted(image.boxes.keys() & column.keys()):
                size, away = place(image.boxes[name], width=image.width, height=image.height)
                values += [size, 1 - away]
                rows += [row, row]
                columns += [column[name], column[name] + 1]
        shape = (len(images), 2 * len(types))
        self.whole = sparse.csr_matrix((values, (rows, columns)), shape=shape)

    def design(self, name: str, pair: tuple[str, str]) -> Design:
        """Return what the regression of one type is fitted on."""
        from scipy import sparse

        shown = [
            at
            for at, image in enumerate(self.images)
            if image.boxes.get(name) and image.group in pair
        ]
        first = np.array([self.images[at].group == pair[0] for at in shown], dtype=bool)
        said = np.array([name in self.images[at].mentioned for at in shown], dtype=np.int64)
        columns = _scaled(self.whole[shown].tocsc())
        group = sparse.csr_matrix(first.astype(float)[:, None])
        features = sparse.hstack([columns, group], format="csr")
        return Design(
            tuple(self.images[at].image for at in shown),
            features.toarray() if features.shape[1] <= _DENSE else features,
            said,
            first,
        )


def _scaled(columns: Any) -> Any:
    """Leave out the columns that are the same everywhere, and divide the others by their spread."""
    if not columns.shape[0]:
        return columns
    means = np.asarray(columns.mean(axis=0)).ravel()
    squares = np.asarray(columns.multiply(columns).mean(axis=0)).ravel()
    spreads = np.sqrt(np.maximum(0.0, squares - means**2))
    kept = np.flatnonzero(spreads > 1e-9)
    from scipy import sparse

    return columns[:, kept] @ sparse.diags(1 / spreads[kept])
