"""How unlike images are, and an order in which each comes that is least like those before."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL.Image import Image, Resampling

Vector = NDArray[np.float32]

SIDE = 8
# Of Lab's axes: differences in lightness look larger than they are.
_WEIGHTS = np.array([0.5, 1.0, 1.0], dtype=np.float32)
# So many are chosen one after the other; one look at all images per choice.
MOST = 2_000


def vector(image: Image) -> Vector:
    """Where an upright RGB image lies: the colours of 8 by 8 places in CIELAB, 192 numbers.

    It takes half a millisecond from a thumbnail and knows nothing of what is shown: only whether
    two images look alike from afar.
    """
    from skimage.color import rgb2lab

    small = image.convert("RGB").resize((SIDE, SIDE), Resampling.BOX)
    lab = rgb2lab(np.asarray(small)).astype(np.float32)
    return np.asarray((lab * _WEIGHTS).reshape(-1) / 100, dtype=np.float32)


def farthest_first(
    vectors: Sequence[Vector], known: Sequence[Vector] = (), *, most: int = MOST
) -> list[float]:
    """A score per vector; highest first is farthest-first order (Gonzalez 1985, §2).

    Next comes always the one whose nearest neighbour, among `known` and those before it, is
    farthest; that distance is its score. After `most` steps the others keep their distance at that
    moment, so that the time grows with their number only. Where nothing is known, the first is the
    one farthest from the middle.

    >>> points = [np.array([x], dtype=np.float32) for x in (0.0, 1.0, 10.0, 9.0)]
    >>> farthest_first(points, known=[points[0]])
    [0.0, 1.0, 10.0, 1.0]
    """
    if not len(vectors):
        return []
    points = np.stack(vectors).astype(np.float64)
    distances = _Distances(points)
    if len(known):
        nearest = np.full(len(points), np.inf)
        for point in np.stack(known).astype(np.float64):
            nearest = np.minimum(nearest, distances.to(point))
    else:
        nearest = distances.to(points.mean(axis=0))
    scores = np.full(len(points), np.nan)
    for step in range(min(most, len(points))):
        chosen = int(np.argmax(np.where(np.isnan(scores), nearest, -1.0)))
        scores[chosen] = nearest[chosen]
        here = distances.to(points[chosen])
        # The distance from the middle was only there to find a first one.
        is_first = step == 0 and not len(known)
        nearest = here if is_first else np.minimum(nearest, here)
        if is_first:
            # Nothing is like it yet: it comes before the one farthest from it.
            scores[chosen] = np.nextafter(max(nearest.max(), scores[chosen]), np.inf)
    left = np.isnan(scores)
    scores[left] = nearest[left]
    return [float(score) for score in scores]


class _Distances:
    """Distances from all points to one, by |a - b|² = |a|² + |b|² - 2ab: one product each."""

    def __init__(self, points: NDArray[np.float64]) -> None:
        self._middle = points.mean(axis=0)
        self._points = points - self._middle
        self._squares = np.einsum("ij,ij->i", self._points, self._points)

    def to(self, place: NDArray[np.float64]) -> NDArray[np.float64]:
        there = place - self._middle
        squares = self._squares + there @ there - 2 * (self._points @ there)
        return np.asarray(np.sqrt(np.maximum(squares, 0.0)))
