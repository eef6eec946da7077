"""How far a share can be trusted that comes in handfuls, such as objects by the answer they are in.

Things of one answer are no independent evidence: who reads none of ten has decided once. So they
count for as many as they are worth by how the share varies from answer to answer (Kish's design
effect), and Wilson's interval is taken for that number (Korn & Graubard 1998).
"""

from dataclasses import dataclass
from math import sqrt

from annotate.analysis.intervals import NO_VALUE, Interval
from annotate.analysis.undefined import Undefined
from annotate.messages import Message

_Z = 1.959963984540054  # 95 %
_TOO_FEW = Undefined(Message("interval_of_few_items"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Handfuls:
    """Sums over answers: of the things each had, and of those that are of the sort sought."""

    answers: int
    things: int
    sought: int
    things_squared: int
    sought_squared: int
    product: int


def share_interval(sums: Handfuls) -> Interval:
    """Return the share of the things sought with its 95 % interval; ``n`` counts the things.

    Where all answers agree on none or on all, each counts for one thing, however many it had.
    Undefined below two answers.

    Worked example: of ten answers with two things each, five were handed on whole and five not at
    all. Twenty things are then worth ten less one, and 0.5 lies between 0.23 and 0.77.

    >>> five = Handfuls(
    ...     answers=10, things=20, sought=10, things_squared=40, sought_squared=20, product=20
    ... )
    >>> found = share_interval(five)
    >>> found.mean, round(found.low, 2), round(found.high, 2), found.n
    (0.5, 0.23, 0.77, 20)
    """
    if not sums.things:
        return Interval(NO_VALUE, NO_VALUE, NO_VALUE, 0)
    share = sums.sought / sums.things
    if sums.answers < 2:
        return Interval(share, _TOO_FEW, _TOO_FEW, sums.things)
    low, high = wilson(share, _worth(sums, share))
    return Interval(share, low, high, sums.things)


def _worth(sums: Handfuls, share: float) -> float:
    """As how many independent things they count; never as more than there are."""
    if share in (0.0, 1.0):
        return sums.answers
    spread = sums.sought_squared - 2 * share * sums.product + share**2 * sums.things_squared
    variance = sums.answers / (sums.answers - 1) * spread / sums.things**2
    if variance <= 0:
        return sums.things
    return min(sums.things, share * (1 - share) / variance)


def wilson(share: float, n: float) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a share of ``n`` (Wilson 1927); it never leaves 0 to 1.

    >>> [round(end, 3) for end in wilson(0.0, 10)]
    [0.0, 0.278]
    """
    square = _Z**2 / n
    middle = (share + square / 2) / (1 + square)
    half = _Z / (1 + square) * sqrt(share * (1 - share) / n + square / (4 * n))
    return max(0.0, middle - half), min(1.0, middle + half)
