"""Two answers to each of the same questions: how much more often one is right."""

from dataclasses import dataclass
from math import sqrt

from annotate.analysis.proportions import wilson


@dataclass(frozen=True, slots=True)
class Pairs:
    """How many questions both got right, only the first, only the second, and neither."""

    both: int
    only_first: int
    only_second: int
    neither: int

    @property
    def n(self) -> int:
        return self.both + self.only_first + self.only_second + self.neither

    @property
    def difference(self) -> float:
        """The share of the first minus that of the second; 0 of no questions."""
        return (self.only_first - self.only_second) / self.n if self.n else 0.0


def mcnemar(pairs: Pairs) -> float:
    """Return the exact two-sided p of McNemar's test, 0-1 (McNemar 1947; binomial with 1/2).

    Only questions on which the two differ tell anything; if there are none, p is 1. The questions
    must be independent of one another.

    >>> mcnemar(Pairs(40, 8, 1, 51)), mcnemar(Pairs(5, 0, 0, 5))
    (0.0390625, 1.0)
    """
    fewer, of = min(pairs.only_first, pairs.only_second), pairs.only_first + pairs.only_second
    term = total = 1
    for chosen in range(1, fewer + 1):
        term = term * (of - chosen + 1) // chosen
        total += term
    return min(1.0, 2 * total / (1 << of))


def newcombe_paired(pairs: Pairs) -> tuple[float, float]:
    """Return the 95% interval of the paired difference (Newcombe 1998b, method 10).

    Square-and-add of the Wilson intervals of the two shares, with their correlation. Never leaves
    [-1, 1], and holds with few questions; (-1, 1) of no questions.

    >>> [round(end, 3) for end in newcombe_paired(Pairs(36, 12, 2, 0))]
    [0.057, 0.34]
    """
    n = pairs.n
    if not n:
        return -1.0, 1.0
    first, second = pairs.both + pairs.only_first, pairs.both + pairs.only_second
    low_1, high_1 = wilson(first, n)
    low_2, high_2 = wilson(second, n)
    share_1, share_2, phi = first / n, second / n, _phi(pairs)
    down, up = share_1 - low_1, high_2 - share_2
    low = sqrt(max(0.0, down**2 - 2 * phi * down * up + up**2))
    up, down = high_1 - share_1, share_2 - low_2
    high = sqrt(max(0.0, up**2 - 2 * phi * up * down + down**2))
    return max(-1.0, pairs.difference - low), min(1.0, pairs.difference + high)


def _phi(pairs: Pairs) -> float:
    """The correlation of being right, made smaller by a half where it is positive."""
    n = pairs.n
    first, second = pairs.both + pairs.only_first, pairs.both + pairs.only_second
    margins = first * (n - first) * second * (n - second)
    if not margins:
        return 0.0
    above = pairs.both * pairs.neither - pairs.only_first * pairs.only_second
    return (max(above - n / 2, 0.0) if above > 0 else above) / sqrt(margins)
