"""What several neighbours come to: one label, or the text the others agree with most."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from annotate.backends.nearest.metric import alike, by_rank


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
    """Return the place of the text that the others are most like; texts come nearest first.

    A text is worth the mean of its likeness to all, weighted 1, 1/2, 1/3 …, its own included: so
    among texts that have nothing in common the nearest wins (after Devlin et al. 2015, §3.2).

    Example: grey sky 1, a red kite 1/2 + 1/3 + 1/4.

    >>> consensus(["grey sky", "a red kite", "a red kite", "a red kite"])
    1
    """
    counts = by_rank(len(texts))
    worth = alike(texts) @ counts
    return int(np.argmax(worth))
