"""Which box of one annotator is which box of another."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from annotate.analysis.geometry import Box


class Match(NamedTuple):
    """Positions of two boxes taken for the same object, and their IoU in (0, 1]."""

    left: int
    right: int
    iou: float


def iou_matrix(a: Sequence[Box], b: Sequence[Box]) -> npt.NDArray[np.float64]:
    """Return the IoU of every pair, shape (len(a), len(b)), each in [0, 1].

    >>> iou_matrix([Box(x=0, y=0, width=2, height=2)], [Box(x=1, y=0, width=2, height=2)]).round(3)
    array([[0.333]])
    """
    left, right = _corners(a)[:, None, :], _corners(b)[None, :, :]
    sides = np.minimum(left[..., 2:], right[..., 2:]) - np.maximum(left[..., :2], right[..., :2])
    shared = np.clip(sides, 0.0, None).prod(axis=-1)
    total = _areas(left) + _areas(right) - shared
    ratio = np.divide(shared, total, out=np.zeros_like(shared), where=total > 0)
    clipped: npt.NDArray[np.float64] = np.clip(ratio, 0.0, 1.0)
    return clipped


def match(a: Sequence[Box], b: Sequence[Box]) -> list[Match]:
    """Return the one-to-one pairing with the greatest sum of IoU, pairs of IoU 0 left out.

    Solved exactly (Hungarian method), so it depends on no order and no threshold.

    >>> boxes = [Box(x=0, y=0, width=2, height=2), Box(x=8, y=8, width=2, height=2)]
    >>> match(boxes, boxes[::-1])
    [Match(left=0, right=1, iou=1.0), Match(left=1, right=0, iou=1.0)]
    """
    if not a or not b:
        return []
    from scipy.optimize import linear_sum_assignment

    scores = iou_matrix(a, b)
    rows, columns = linear_sum_assignment(scores, maximize=True)
    pairs = (
        Match(int(row), int(col), float(scores[row, col]))
        for row, col in zip(rows, columns, strict=True)
    )
    return [pair for pair in pairs if pair.iou > 0.0]


def matched_iou(a: Sequence[Box], b: Sequence[Box]) -> float | None:
    """Return the mean IoU of matched boxes where a box without a partner counts 0; in [0, 1].

    The sum over :func:`match` divided by the greater number of boxes: who finds one box of five has
    not agreed. None when neither has a box.

    Example: both draw the same box, the second one another: (1 + 0) / 2.

    >>> same, other = Box(x=0, y=0, width=2, height=2), Box(x=8, y=8, width=2, height=2)
    >>> matched_iou([same], [same, other])
    0.5
    """
    most = max(len(a), len(b))
    return sum(pair.iou for pair in match(a, b)) / most if most else None


def _corners(boxes: Sequence[Box]) -> npt.NDArray[np.float64]:
    rows = [(box.x, box.y, box.x + box.width, box.y + box.height) for box in boxes]
    return np.array(rows, dtype=np.float64).reshape(len(rows), 4)


def _areas(corners: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    areas: npt.NDArray[np.float64] = (corners[..., 2:] - corners[..., :2]).prod(axis=-1)
    return areas
