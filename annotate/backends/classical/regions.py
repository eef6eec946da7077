"""Cuts an image into pieces of like colour, and groups these, in three ways, into larger regions.

The cut is Felzenszwalb and Huttenlocher's graph-based segmentation (IJCV 2004). Of the pieces, the
two neighbours that are most alike are joined until one is left, as in selective search (Uijlings et
al., IJCV 2013); each of three ideas of "alike" gives its own tree, and every node of every tree is
a candidate.
"""

import heapq
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from annotate.backends.classical.view import Floats, Ints, View, neighbours

SMALLEST_PIECE = 25  # pixels of the small copy
MOST_PIECES = 700  # grouping takes time; a finer cut than this is repeated coarser
STRONG_EDGE = 0.35  # share of the image's typical strong edge


@dataclass(frozen=True)
class Pieces:
    """A cut of an image into n pieces.

    labels: (rows, columns) piece numbers 0..n-1.
    areas (n), colours (n, 3) mean Lab, histograms (n, 512) pixel counts per Lab bin.
    lengths, edges, strong (n, n): along the common outline of two pieces, the number of pixel
    pairs, their summed edge strength and how many of them are strong.
    edge_unit: the strength that counts as a clear edge in this image (ΔE per pixel).
    """

    labels: Ints
    areas: Floats
    colours: Floats
    histograms: Floats
    lengths: Floats
    edges: Floats
    strong: Floats
    edge_unit: float

    @property
    def count(self) -> int:
        """The number of pieces."""
        return len(self.areas)

    @cached_property
    def extents(self) -> Ints:
        """(n, 4): first column, first row, one past the last column, one past the last row."""
        from scipy import ndimage

        slices = ndimage.find_objects(self.labels + 1)
        return np.array([(s[1].start, s[0].start, s[1].stop, s[0].stop) for s in slices])


def cut(view: View) -> Pieces:
    """Cut the small copy into pieces of like colour."""
    labels, scale = _segment(view, 60.0), 60.0
    while int(labels.max()) >= MOST_PIECES:
        scale *= 2
        labels = _segment(view, scale)
    strength = edge_strength(view)
    unit = float(np.percentile(strength, 95)) + 3.0
    areas = np.bincount(labels.ravel()).astype(float)
    layers = [np.bincount(labels.ravel(), view.lab[..., i].ravel()) for i in range(3)]
    lengths, edges = _outlines(labels, strength)
    _, strong = _outlines(labels, (strength > STRONG_EDGE * unit).astype(float))
    return Pieces(
        labels=labels,
        areas=areas,
        colours=np.stack(layers, axis=1) / areas[:, None],
        histograms=_histograms(labels, view.lab),
        lengths=lengths,
        edges=edges,
        strong=strong,
        edge_unit=unit,
    )


def edge_strength(view: View) -> Floats:
    """(rows, columns): the larger of the colour gradients at two scales, in ΔE per pixel."""
    from scipy import ndimage

    strength = np.zeros(view.lab.shape[:2])
    for sigma in (1.0, 2.0):
        squared = np.zeros_like(strength)
        for channel in range(3):
            for order in ((0, 1), (1, 0)):
                squared += ndimage.gaussian_filter(view.lab[..., channel], sigma, order=order) ** 2
        strength = np.maximum(strength, np.sqrt(squared) * sigma)
    return strength


def _segment(view: View, scale: float) -> Ints:
    from skimage.segmentation import felzenszwalb

    labels: Ints = felzenszwalb(
        view.lab / 100, scale=scale, sigma=1.1, min_size=SMALLEST_PIECE, channel_axis=-1
    ).astype(np.int64)
    return labels


def _outlines(labels: Ints, weights: Floats) -> tuple[Floats, Floats]:
    """Per pair of pieces: number of touching pixel pairs, and the sum of the larger weights."""
    count = int(labels.max()) + 1
    lengths, sums = np.zeros((count, count)), np.zeros((count, count))
    for (one, other), (mine, yours) in zip(neighbours(labels), neighbours(weights), strict=True):
        differ = one != other
        weight = np.maximum(mine[differ], yours[differ])
        np.add.at(lengths, (one[differ], other[differ]), 1)
        np.add.at(sums, (one[differ], other[differ]), weight)
    return lengths + lengths.T, sums + sums.T


def _histograms(labels: Ints, lab: Floats) -> Floats:
    lightness = np.clip(lab[..., 0] // 12.5, 0, 7)
    redness = np.clip((lab[..., 1] + 60) // 15, 0, 7)
    yellowness = np.clip((lab[..., 2] + 60) // 15, 0, 7)
    bins = (lightness * 64 + redness * 8 + yellowness).astype(np.int64)
    count = int(labels.max()) + 1
    flat = np.bincount(labels.ravel() * 512 + bins.ravel(), minlength=count * 512)
    return flat.reshape(count, 512).astype(float)


def group(pieces: Pieces) -> Floats:
    """Candidate regions as a (candidates, n) matrix of 0 and 1: which pieces each consists of.

    Single pieces come first, then larger ones; no candidate appears twice.
    """
    candidates: set[tuple[int, ...]] = set()
    for alike in (_by_edge, _by_colour, _by_histogram):
        candidates.update(_tree(pieces, alike))
    ordered = sorted(candidates, key=lambda members: (len(members), members))
    matrix = np.zeros((len(ordered), pieces.count))
    for row, members in enumerate(ordered):
        matrix[row, list(members)] = 1
    return matrix


@dataclass(frozen=True)
class _Node:
    members: frozenset[int]
    share: float
    colour: Floats
    histogram: Floats


# How unlike two neighbours are, given the mean edge strength between them (ΔE per pixel).
_Cost = Callable[[_Node, _Node, float], float]


def _by_edge(one: _Node, other: _Node, edge: float) -> float:
    """Weak outlines vanish first; tiny regions sooner than large ones."""
    return edge * (0.3 + min(1.0, math.sqrt(60 * min(one.share, other.share))))


def _by_colour(one: _Node, other: _Node, edge: float) -> float:
    """Like mean colours join first; tiny regions sooner than large ones."""
    difference = float(np.linalg.norm(one.colour - other.colour))
    return difference * (0.15 + min(1.0, math.sqrt(30 * min(one.share, other.share))))


def _by_histogram(one: _Node, other: _Node, edge: float) -> float:
    """Like mixtures of colours join first, so that a patterned thing can become one region."""
    common = float(np.minimum(one.histogram, other.histogram).sum())
    return (1 - common) + 0.02 * edge + one.share + other.share


def _tree(pieces: Pieces, alike: _Cost) -> list[tuple[int, ...]]:
    """Join neighbours until none are left; the members of every node on the way."""
    nodes = _leaves(pieces)
    around = {i: {int(j) for j in np.flatnonzero(pieces.lengths[i])} for i in range(len(nodes))}
    common = {
        (i, j): (float(pieces.lengths[i, j]), float(pieces.edges[i, j]))
        for i in around
        for j in around[i]
        if i < j
    }
    queue: list[tuple[float, int, int]] = []

    def offer(i: int, j: int) -> None:
        length, edge = common[i, j]
        heapq.heappush(queue, (alike(nodes[i], nodes[j], edge / length), i, j))

    for i, j in common:
        offer(i, j)
    while queue:
        _, i, j = heapq.heappop(queue)
        if i not in around or j not in around:
            continue
        joined = len(nodes)
        nodes.append(_join(nodes[i], nodes[j]))
        around[joined] = (around.pop(i) | around.pop(j)) - {i, j}
        for other in sorted(around[joined]):
            parts = [common.get((min(other, x), max(other, x)), (0.0, 0.0)) for x in (i, j)]
            common[other, joined] = (parts[0][0] + parts[1][0], parts[0][1] + parts[1][1])
            around[other] -= {i, j}
            around[other].add(joined)
            offer(other, joined)
    return [tuple(sorted(node.members)) for node in nodes]


def _leaves(pieces: Pieces) -> list[_Node]:
    total = float(pieces.areas.sum())
    return [
        _Node(
            members=frozenset([i]),
            share=float(pieces.areas[i]) / total,
            colour=pieces.colours[i],
            histogram=pieces.histograms[i] / pieces.areas[i],
        )
        for i in range(pieces.count)
    ]


def _join(one: _Node, other: _Node) -> _Node:
    share = one.share + other.share
    return _Node(
        members=one.members | other.members,
        share=share,
        colour=(one.colour * one.share + other.colour * other.share) / share,
        histogram=(one.histogram * one.share + other.histogram * other.share) / share,
    )
