"""Groups pieces, in three ways, into ever larger regions.

The two neighbours that are most alike are joined until one is left, as in selective search
(Uijlings et al., IJCV 2013); each of three ideas of "alike" gives its own tree, and every node
of every tree is a candidate.
"""

import heapq
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from annotate.backends.classical.pieces import Pieces
from annotate.backends.classical.view import Floats


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
