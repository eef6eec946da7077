"""How large a share is, by what was seen of it."""

from dataclasses import dataclass
from math import sqrt

from annotate.analysis.intervals import NO_VALUE, Interval

Z = 1.96  # 95 of 100 intervals hold the share


def low_end(part: int, whole: int, z: float = Z) -> float:
    """The lower end of the interval of a share (Wilson 1927): few cases prove little.

    All of fourteen say more than one of one, and both more than none of many.

    >>> round(low_end(14, 14), 2), round(low_end(1, 1), 2), low_end(0, 50)
    (0.78, 0.21, 0.0)
    >>> low_end(0, 0)
    0.0
    """
    if part <= 0 or whole <= 0:
        return 0.0
    return _wilson(min(part / whole, 1.0), whole, z)[0]


def share(part: int, whole: int, z: float = Z) -> Interval:
    """A share with its interval (Wilson 1927); undefined where there is nothing to share.

    >>> found = share(5, 20)
    >>> found.mean, round(found.low, 3), round(found.high, 3), found.n
    (0.25, 0.112, 0.469, 20)
    >>> share(0, 0).mean.reason
    'There is no value.'
    """
    if not 0 <= part <= whole:
        raise ValueError(f"{part} is no part of {whole}")
    if not whole:
        return Interval(NO_VALUE, NO_VALUE, NO_VALUE, 0)
    low, high = _wilson(part / whole, whole, z)
    return Interval(part / whole, low, high, whole)


def difference(part: int, whole: int, other_part: int, other_whole: int, z: float = Z) -> Interval:
    """How much larger one share is than an independent other, with its interval.

    Newcombe 1998 (Interval estimation for the difference between independent proportions), method
    10: from the Wilson intervals of both. ``n`` is the size of the smaller whole; undefined where
    one of them is empty.

    Newcombe's own example, 56 of 70 and 48 of 80:

    >>> found = difference(56, 70, 48, 80)
    >>> round(found.mean, 4), round(found.low, 4), round(found.high, 4), found.n
    (0.2, 0.0524, 0.3339, 70)
    """
    if not 0 <= part <= whole or not 0 <= other_part <= other_whole:
        raise ValueError(f"{part} of {whole} and {other_part} of {other_whole} are no shares")
    if not (whole and other_whole):
        return Interval(NO_VALUE, NO_VALUE, NO_VALUE, 0)
    one, other = part / whole, other_part / other_whole
    low, high = _wilson(one, whole, z)
    other_low, other_high = _wilson(other, other_whole, z)
    return Interval(
        one - other,
        one - other - sqrt((one - low) ** 2 + (other_high - other) ** 2),
        one - other + sqrt((high - one) ** 2 + (other - other_low) ** 2),
        min(whole, other_whole),
    )


@dataclass(frozen=True, slots=True)
class Clusters:
    """Sums over clusters of things, some of which are of a sort: a part of each whole."""

    number: int
    part: int
    whole: int
    part_squared: int
    whole_squared: int
    part_by_whole: int


def share_of_clusters(seen: Clusters, z: float = Z) -> tuple[float, float]:
    """The interval of a share of things that came in clusters, as objects do in answers.

    What one did with the objects of one answer is no independent evidence. The variance of the
    ratio comes from how the clusters differ (Cochran 1977, §2.11), and the interval is Wilson's
    for as many independent things as have that variance. Where no cluster differs from another,
    each counts as one thing.

    Ten answers of six objects of which each has three of the sort, and as many of which half have
    all and half have none: sixty things, and about nine.

    >>> [round(end, 2) for end in share_of_clusters(Clusters(10, 30, 60, 90, 360, 180))]
    [0.24, 0.76]
    >>> [round(end, 2) for end in share_of_clusters(Clusters(10, 30, 60, 180, 360, 180))]
    [0.23, 0.77]
    >>> share_of_clusters(Clusters(0, 0, 0, 0, 0, 0))
    (0.0, 1.0)
    """
    if seen.whole <= 0:
        return 0.0, 1.0
    portion = min(seen.part / seen.whole, 1.0)
    spread = seen.part_squared - 2 * portion * seen.part_by_whole + portion**2 * seen.whole_squared
    things = float(seen.number)
    if seen.number > 1 and spread > 0 and 0 < portion < 1:
        variance = spread / seen.whole**2 * seen.number / (seen.number - 1)
        things = min(portion * (1 - portion) / variance, seen.whole)
    return _wilson(portion, things, z)


def wilson(part: int, whole: int, z: float = Z) -> tuple[float, float]:
    """The interval of a share of independent things (Wilson 1927); all of 0-1 where none is known.

    >>> [round(end, 3) for end in wilson(8, 10)], wilson(0, 0)
    ([0.49, 0.943], (0.0, 1.0))
    """
    return _wilson(part / whole, whole, z) if whole else (0.0, 1.0)


def _wilson(share: float, things: float, z: float) -> tuple[float, float]:
    middle = share + z * z / (2 * things)
    spread = z * sqrt(share * (1 - share) / things + z * z / (4 * things * things))
    whole = 1 + z * z / things
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)
