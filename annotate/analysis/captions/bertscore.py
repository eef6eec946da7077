"""BERTScore (Zhang et al. 2020, ICLR, arXiv:1904.09675), from the vectors of tokens.

Each token of one text is matched with the token of the other whose vector is nearest; precision is
the mean over the candidate's tokens, recall over the reference's. As in the authors' program the
model's own marks count nothing by themselves, yet tokens may be matched with them, and of several
references precision, recall and F1 are each the best.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import log
from typing import TypeAlias

import numpy as np

from annotate.analysis.embedding import Tokens, Vectors, unit

Weigh: TypeAlias = Callable[[int], float]


@dataclass(frozen=True, slots=True)
class Match:
    """Cosines, weighed: in [-1, 1], mostly in [0.3, 1] unless rescaled."""

    precision: float
    recall: float
    f1: float


def alike(token: int) -> float:
    """Every token weighs the same."""
    return 1.0


def idf_of(references: Iterable[Sequence[int]]) -> Weigh:
    """Return how much tokens weigh by how few references have them (§3, "Importance Weighting").

    log((M + 1) / (m + 1)) of a token that m of all M references have; plus one as in the authors'
    program, so that a token which none has weighs a finite amount.

    >>> weigh = idf_of([[1, 2, 2], [1]])
    >>> weigh(1), round(weigh(2), 4), round(weigh(3), 4)
    (0.0, 0.4055, 1.0986)
    """
    having: Counter[int] = Counter()
    number = 0
    for reference in references:
        number += 1
        having.update(set(reference))
    return lambda token: log((number + 1) / (having[token] + 1))


def bert_score(
    candidate: Tokens, references: Sequence[Tokens], *, weigh: Weigh = alike
) -> Match | None:
    """Return the scores of a candidate, the best over its references each; None without a token.

    None also where all tokens weigh nothing, and for ValueError there must be a reference.

    Worked example: of two tokens one is in the reference, the other at a cosine of 0.6 from it.

    >>> two = Tokens((7, 8), np.array([[1.0, 0.0], [0.6, 0.8]]), (False, False))
    >>> one = Tokens((7,), np.array([[2.0, 0.0]]), (False,))
    >>> bert_score(two, [one])
    Match(precision=0.8, recall=1.0, f1=0.888888888888889)
    """
    if not references:
        raise ValueError("every candidate needs a reference")
    matches = [match for reference in references if (match := _match(candidate, reference, weigh))]
    if not matches:
        return None
    return Match(
        max(match.precision for match in matches),
        max(match.recall for match in matches),
        max(match.f1 for match in matches),
    )


def rescaled(match: Match, baseline: Match) -> Match:
    """Return (x - b) / (1 - b) of each score by the baseline of the model and layer (§5).

    >>> rescaled(Match(0.9, 0.8, 0.85), Match(0.8, 0.8, 0.8))
    Match(precision=0.5, recall=0.0, f1=0.25)
    """
    pairs = (
        (match.precision, baseline.precision),
        (match.recall, baseline.recall),
        (match.f1, baseline.f1),
    )
    return Match(*(round((score - base) / (1 - base), 12) for score, base in pairs))


def _match(candidate: Tokens, reference: Tokens, weigh: Weigh) -> Match | None:
    own, other = _weights(candidate, weigh), _weights(reference, weigh)
    if not own.sum() or not other.sum():
        return None
    near = unit(candidate.vectors) @ unit(reference.vectors).T
    precision = float(near.max(axis=1) @ own / own.sum())
    recall = float(near.max(axis=0) @ other / other.sum())
    total = precision + recall
    return Match(precision, recall, 2 * precision * recall / total if total else 0.0)


def _weights(tokens: Tokens, weigh: Weigh) -> Vectors:
    return np.array(
        [
            0.0 if mark else weigh(token)
            for token, mark in zip(tokens.ids, tokens.marks, strict=True)
        ],
        dtype=np.float64,
    )
