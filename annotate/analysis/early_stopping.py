"""What another threshold of early stopping would have saved and cost (IIW §3.3, mission A10).

The rule stops a text after the first two rounds that are as alike as the threshold says, so a
threshold t would have saved exactly those rounds *before which* two rounds had reached t already.
For that each round done carries the largest likeness reached before it. This is a count of what
happened, not an estimate: it has no interval. What more rounds would have given to texts that were
stopped is not known, and nothing here guesses at it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from annotate.analysis.undefined import Undefined
from annotate.messages import Message

# 0.00, 0.02 … 1.00: each is the edge of a bin that likeness is counted in.
THRESHOLDS = tuple(place / 50 for place in range(51))

_NO_ROUNDS = Undefined(Message("no_round_done"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Later:
    """Rounds done after two earlier ones had become as alike as ``low`` (and less than a bin more).

    ``tokens_gained`` is net: what the rounds added less what they took away.
    """

    low: float
    rounds: int
    tokens_gained: int = 0
    edit_distance: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Saving:
    """What one threshold would have saved, and what would have been lost with it."""

    threshold: float
    rounds: int
    share: float | Undefined
    seconds: float
    edit_distance: int
    tokens: int


def saving(later: Iterable[Later], threshold: float, *, rounds_done: int) -> Saving:
    """Return what a threshold would have saved of ``rounds_done`` rounds.

    A bin counts if it lies wholly at or above the threshold; no threshold lies within one.

    Worked example: 12 rounds in all, three of them after a likeness of 0.7, two after 0.9.

    >>> rows = [Later(low=0.7, rounds=3, seconds=300), Later(low=0.9, rounds=2, seconds=80)]
    >>> saved_by_rule = saving(rows, 0.8, rounds_done=12)
    >>> saved_by_rule.rounds, saved_by_rule.seconds, round(saved_by_rule.share, 3)
    (2, 80, 0.167)
    >>> saving(rows, 0.5, rounds_done=12).rounds, saving(rows, 1.0, rounds_done=12).rounds
    (5, 0)
    """
    saved = [row for row in later if row.low >= threshold]
    rounds = sum(row.rounds for row in saved)
    if rounds > rounds_done:
        raise ValueError(f"{rounds} of {rounds_done} rounds cannot be saved")
    return Saving(
        threshold=threshold,
        rounds=rounds,
        share=rounds / rounds_done if rounds_done else _NO_ROUNDS,
        seconds=sum(row.seconds for row in saved),
        edit_distance=sum(row.edit_distance for row in saved),
        tokens=sum(row.tokens_gained for row in saved),
    )


def going_on(stopped: Mapping[float, int], threshold: float) -> int:
    """Return how many of the stopped texts a higher threshold would not have stopped there.

    Args:
        stopped: how many were stopped at which likeness (the lower edge of its bin).

    >>> going_on({0.8: 5, 0.9: 2}, 0.9)
    5
    """
    return sum(number for low, number in stopped.items() if low < threshold)
