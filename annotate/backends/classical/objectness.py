"""Ranks candidate regions by how much they look like one thing, and picks a handful.

The score is a product of measured cues, so that a region must do passably well in each: a clear
and closed outline, colours unlike those just outside, standing out from the background, filling
its box, a plausible size, not clinging to the border. The exponents were chosen by hand on the
demonstration photographs and rounded; they are not learned and claim no more than that.
"""

from dataclasses import dataclass

import numpy as np

from annotate.backends.classical.regions import Pieces
from annotate.backends.classical.view import Floats, Ints

TYPICAL_SHARE = 0.3  # of the image, for the box of a thing worth describing; a wide bell
SHARE_SPREAD = 1.9  # in natural logarithms
LARGEST_SHARE = 0.92  # a box this large says nothing that the image does not
SMALLEST_SHARE = 0.0012
SMALLEST_SIDE = 5  # pixels of the small copy


@dataclass(frozen=True)
class Candidates:
    """Scored regions: boxes (n, 4) as left, top, right, bottom in the small copy; scores (n)."""

    boxes: Ints
    scores: Floats


def rate(pieces: Pieces, members: Floats, saliency: Floats) -> Candidates:
    """Score every candidate row of `members` (see `regions.group`)."""
    boxes = _boxes(pieces, members)
    wide, high = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    rows, columns = pieces.labels.shape
    areas = members @ pieces.areas
    box_share = wide * high / (rows * columns)
    outside = 1 - members
    perimeter = ((members @ pieces.lengths) * outside).sum(axis=1)
    usable = (
        (areas / (rows * columns) > SMALLEST_SHARE)
        & (box_share < LARGEST_SHARE)
        & (perimeter > 0)
        & (np.minimum(wide, high) >= SMALLEST_SIDE)
    )
    score = (
        _outline(pieces, members, perimeter)
        * _difference(pieces, members)
        * _prominence(pieces, members, saliency)
        * (0.05 + areas / (wide * high))
        * np.exp(-0.5 * (np.log(box_share / TYPICAL_SHARE) / SHARE_SPREAD) ** 2)
        * _framing(pieces, members, perimeter)
        * _centrality(boxes, rows, columns) ** 0.3
    )
    return Candidates(boxes=boxes, scores=np.where(usable, score, 0.0))


def pick(candidates: Candidates, *, most: int) -> list[tuple[int, float]]:
    """At most `most` candidates that do not repeat one another, as (index, score), best first.

    Greedy: after each choice, boxes overlapping it by IoU > 0.45 are out, and those that overlap
    it less, or lie within it, lose some of their score. Scores therefore never rise in the list.
    """
    scores, boxes = candidates.scores.copy(), candidates.boxes.astype(float)
    if not scores.size or scores.max() <= 0:
        return []
    # Between "a share of the best" and "an absolute amount": a photo with one striking thing
    # keeps its lesser things, and a photo of nothing much does not get eight boxes.
    floor = max(0.066 * float(scores.max()) ** 0.7, 0.006)
    areas = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    chosen: list[tuple[int, float]] = []
    while len(chosen) < most:
        best = int(np.argmax(scores))
        if scores[best] <= floor:
            break
        chosen.append((best, float(scores[best])))
        common = _intersections(boxes, boxes[best])
        union = common / (areas + areas[best] - common)
        within = common / np.minimum(areas, areas[best]) > 0.6
        scores *= np.sqrt(1 - union) * np.where(within, 0.55, 1.0)
        scores[union > 0.45] = 0
    return chosen


def _boxes(pieces: Pieces, members: Floats) -> Ints:
    inside = members.astype(bool)
    far = np.iinfo(np.int64).max
    extents = pieces.extents
    first = [np.where(inside, extents[:, side], far).min(axis=1) for side in (0, 1)]
    last = [np.where(inside, extents[:, side], 0).max(axis=1) for side in (2, 3)]
    return np.stack([*first, *last], axis=1)


def _outline(pieces: Pieces, members: Floats, perimeter: Floats) -> Floats:
    """Mean edge strength along the outline, times the share of it that is a clear edge."""
    length = np.maximum(perimeter, 1)
    strength = ((members @ pieces.edges) * (1 - members)).sum(axis=1) / length / pieces.edge_unit
    closed = ((members @ pieces.strong) * (1 - members)).sum(axis=1) / length
    product: Floats = (0.03 + np.clip(strength, 0, 1.2)) * (0.05 + closed)
    return product


def _difference(pieces: Pieces, members: Floats) -> Floats:
    """How unlike the colours inside are to those of the pieces all around."""
    ring = ((members @ pieces.lengths) > 0) * (1 - members)
    areas, ring_areas = members @ pieces.areas, np.maximum(ring @ pieces.areas, 1)
    mine = (members @ pieces.histograms) / areas[:, None]
    theirs = (ring @ pieces.histograms) / ring_areas[:, None]
    unlike = 1 - np.minimum(mine, theirs).sum(axis=1)
    weighted = pieces.colours * pieces.areas[:, None]
    step = (members @ weighted) / areas[:, None] - (ring @ weighted) / ring_areas[:, None]
    distance = np.clip(np.linalg.norm(step, axis=1) / 30, 0, 1)
    root: Floats = np.sqrt((0.05 + unlike) * (0.05 + distance))
    return root


def _prominence(pieces: Pieces, members: Floats, saliency: Floats) -> Floats:
    """Saliency inside, and how far it exceeds that of the pieces all around."""
    sums = np.bincount(pieces.labels.ravel(), saliency.ravel(), pieces.count)
    ring = ((members @ pieces.lengths) > 0) * (1 - members)
    inside = (members @ sums) / (members @ pieces.areas)
    outside = (ring @ sums) / np.maximum(ring @ pieces.areas, 1)
    product: Floats = (0.35 + np.clip(inside - outside, 0, 1)) ** 0.75 * np.sqrt(0.35 + inside)
    return product


def _framing(pieces: Pieces, members: Floats, perimeter: Floats) -> Floats:
    """Less for regions that lie along the border; the lower side, where things stand, is free."""
    labels = pieces.labels
    top, bottom, left, right = (
        members @ np.bincount(side, minlength=pieces.count)
        for side in (labels[0], labels[-1], labels[:, 0], labels[:, -1])
    )
    on_border = top + bottom + left + right
    share = on_border / np.maximum(on_border + perimeter, 1)
    sides = np.ones(len(members))
    for covered, length in ((top, labels.shape[1]), (left, len(labels)), (right, len(labels))):
        sides *= 1 - 0.8 * covered / length
    return (1 - 0.9 * share) ** 0.4 * np.sqrt(sides)


def _centrality(boxes: Ints, rows: int, columns: int) -> Floats:
    across = (boxes[:, 0] + boxes[:, 2]) / (2 * columns) - 0.5
    down = (boxes[:, 1] + boxes[:, 3]) / (2 * rows) - 0.5
    bell: Floats = np.exp(-(across**2 + down**2) / (2 * 0.35**2))
    return bell


def _intersections(boxes: Floats, box: Floats) -> Floats:
    wide = np.minimum(boxes[:, 2], box[2]) - np.maximum(boxes[:, 0], box[0])
    high = np.minimum(boxes[:, 3], box[3]) - np.maximum(boxes[:, 1], box[1])
    area: Floats = np.clip(wide, 0, None) * np.clip(high, 0, None)
    return area
