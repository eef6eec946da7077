"""How much each block of the features counts: learned from which neighbours are right.

Weights are found by leaving one out: each training item is answered by its neighbours in *other*
pictures, and the weights are kept under which they agree best with what people said of it.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotate.analysis.tokens import words
from annotate.backends.nearest.features import BLOCKS, Vectors

Weights = dict[str, float]
Matrix = NDArray[np.float32]

NEIGHBOURS = 5
MOST_COMPARED = 800  # items; the matrices of their distances take 13 MB
_STEPS = (0.0, 0.3, 1.0, 3.0, 10.0)
_PASSES = 2


def spreads(vectors: Vectors) -> Weights:
    """The mean squared distance of two items in each block: the unit of its weight."""
    parts = {name: vectors[:, block].astype(np.float64) for name, block in BLOCKS.items()}
    return {name: float(2 * part.var(axis=0).sum()) or 1.0 for name, part in parts.items()}


def scaled(vectors: Vectors, weights: Weights) -> Vectors:
    """Vectors whose squared distances are weighted sums of those of the blocks."""
    factors = np.zeros(vectors.shape[1], dtype=np.float32)
    for name, block in BLOCKS.items():
        factors[block] = np.sqrt(weights[name])
    return vectors.astype(np.float32) * factors


def squared_distances(one: Vectors, other: Vectors) -> Matrix:
    """Shape (len(one), len(other))."""
    lengths = (one**2).sum(axis=1)[:, None] + (other**2).sum(axis=1)[None, :]
    squared: Matrix = np.maximum(lengths - 2 * (one @ other.T), 0.0)
    return squared


def learned(vectors: Vectors, samples: NDArray[np.int64], agreement: Matrix) -> Weights:
    """The weights under which neighbours agree best.

    Args:
        samples: the sample of each item; items of one sample never answer for each other.
        agreement: how well the words of item j would have done for item i, 0-1.
    """
    units = spreads(vectors)
    blocks = {
        name: squared_distances(vectors[:, block], vectors[:, block]) / units[name]
        for name, block in BLOCKS.items()
    }
    same = samples[:, None] == samples[None, :]
    weights = dict.fromkeys(BLOCKS, 1.0)
    best = _score(blocks, weights, same, agreement)
    for _ in range(_PASSES):
        for name in BLOCKS:
            for step in _STEPS:
                tried = {**weights, name: step}
                score = _score(blocks, tried, same, agreement)
                if score > best + 1e-6 and any(tried.values()):
                    weights, best = tried, score
    return {name: weights[name] / units[name] for name in BLOCKS}


def _score(
    blocks: dict[str, Matrix], weights: Weights, same: NDArray[np.bool_], agreement: Matrix
) -> float:
    """The mean agreement of the nearest neighbours, the nearest counting most."""
    total = np.zeros_like(agreement)
    for name, weight in weights.items():
        if weight:
            total += weight * blocks[name]
    total[same] = np.inf
    count = min(NEIGHBOURS, len(total) - 1)
    if count < 1:
        return 0.0
    near = nearest(total, count)
    agreed = np.take_along_axis(agreement, near, axis=1)
    usable = np.isfinite(np.take_along_axis(total, near, axis=1))
    shares = by_rank(count)[None, :] * usable
    return float((agreed * shares).sum() / max(shares.sum(), 1e-9))


def nearest(distances: Matrix, count: int) -> NDArray[np.int64]:
    """The places of the `count` smallest of each row, smallest first.

    >>> nearest(np.array([[3.0, 1.0, 2.0, 9.0]], np.float32), 2)
    array([[1, 2]])
    """
    near = np.argpartition(distances, count - 1, axis=1)[:, :count]
    order = np.argsort(np.take_along_axis(distances, near, axis=1), axis=1, kind="stable")
    return np.take_along_axis(near, order, axis=1)


def by_rank(count: int) -> NDArray[np.float32]:
    """What the first, second … neighbour counts: 1, 1/2, 1/3 …"""
    return (1 / np.arange(1, count + 1)).astype(np.float32)


def same_labels(labels: Sequence[str]) -> Matrix:
    codes = np.unique([label.casefold() for label in labels], return_inverse=True)[1]
    same: Matrix = (codes[:, None] == codes[None, :]).astype(np.float32)
    return same


def alike(texts: Sequence[str]) -> Matrix:
    """The F1 of the sets of words of every pair of texts, 0-1.

    >>> alike(["a red kite", "a blue kite"])[0, 1].round(3)
    np.float32(0.667)
    """
    sets = [frozenset(word.casefold() for word in words(text)) for text in texts]
    known = {word: place for place, word in enumerate(sorted(frozenset().union(*sets)))}
    there = np.zeros((len(sets), len(known)), dtype=np.float32)
    for row, words_of_text in enumerate(sets):
        there[row, [known[word] for word in words_of_text]] = 1
    sizes = there.sum(axis=1)
    shared = 2 * (there @ there.T)
    result: Matrix = shared / np.maximum(sizes[:, None] + sizes[None, :], 1)
    return result


class Vote(NamedTuple):
    """The label that won, as it was written most, and its share of the votes, 0-1."""

    label: str
    share: float


def vote(labels: Sequence[str]) -> Vote:
    """Let neighbours vote, nearest first: they count 1, 1/2, 1/3 … Capitals make no difference.

    Example: one kite nearest and two dogs after it: 1 against 1/2 + 1/3.

    >>> vote(["kite", "dog", "Dog"])
    Vote(label='kite', share=0.5455)
    """
    votes: defaultdict[str, float] = defaultdict(float)
    written: defaultdict[str, defaultdict[str, float]] = defaultdict(lambda: defaultdict(float))
    counts = by_rank(len(labels))
    for label, counted in zip(labels, counts, strict=True):
        votes[label.casefold()] += float(counted)
        written[label.casefold()][label] += float(counted)
    won = max(votes, key=lambda label: votes[label])
    spelling = max(written[won], key=lambda label: written[won][label])
    return Vote(spelling, round(votes[won] / float(counts.sum()), 4))


def consensus(texts: Sequence[str]) -> int:
    """The place of the text that the others are most like; texts come nearest first.

    A text is worth the mean of its likeness to all, weighted 1, 1/2, 1/3 …, its own included: so
    among texts that have nothing in common the nearest wins (after Devlin et al. 2015, §3.2).

    Example: grey sky 1, a red kite 1/2 + 1/3 + 1/4.

    >>> consensus(["grey sky", "a red kite", "a red kite", "a red kite"])
    1
    """
    counts = by_rank(len(texts))
    worth = alike(texts) @ counts
    return int(np.argmax(worth))
