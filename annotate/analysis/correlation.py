"""Whether two figures go together, by their ranks."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

from annotate.analysis.intervals import LEVEL
from annotate.analysis.undefined import Undefined
from annotate.messages import Message

_TOO_FEW = Undefined(Message("correlation_of_few_pairs"))
_NO_SPREAD = Undefined(Message("correlation_without_spread"))
_TOO_FEW_FOR_INTERVAL = Undefined(Message("correlation_interval_of_few_pairs"))
_PERFECT = Undefined(Message("correlation_perfect"))


@dataclass(frozen=True, slots=True)
class Correlation:
    """Spearman's rho in [-1, 1], the ends of its interval, and the number of pairs."""

    rho: float | Undefined
    low: float | Undefined
    high: float | Undefined
    n: int


def spearman(
    first: Sequence[float], second: Sequence[float], *, level: float = LEVEL
) -> Correlation:
    """Return Spearman's rank correlation, ties with their mean rank, by SciPy.

    The interval is that of Fisher's z with the standard error of Bonett & Wright (2000, "Sample
    size requirements for estimating Pearson, Kendall and Spearman correlations", Psychometrika
    65): sqrt((1 + rho²/2) / (n - 3)). It holds for pairs that are independent of one another.

    Example: the ranks differ by 1, 1, 1, 1 and 0: 1 - 6·4 / (5·24).

    >>> related = spearman([1, 2, 3, 4, 5], [20, 10, 40, 30, 50])
    >>> round(related.rho, 6), round(related.low, 3), round(related.high, 3), related.n
    (0.8, -0.457, 0.991, 5)
    >>> spearman([1, 2, 3], [4, 4, 4]).rho.reason
    'One of the two is the same everywhere, so nothing can go with it.'
    """
    # Imported here: loading SciPy's statistics takes most of a second, and few processes ask.
    from scipy.stats import spearmanr

    n = len(first)
    if n != len(second):
        raise ValueError(f"{n} values cannot be paired with {len(second)}")
    if n < 3:
        return Correlation(_TOO_FEW, _TOO_FEW, _TOO_FEW, n)
    if len(set(first)) == 1 or len(set(second)) == 1:
        return Correlation(_NO_SPREAD, _NO_SPREAD, _NO_SPREAD, n)
    rho = float(spearmanr(first, second).statistic)
    low, high = _interval(rho, n, level)
    return Correlation(rho, low, high, n)


def _interval(rho: float, n: int, level: float) -> tuple[float | Undefined, float | Undefined]:
    if n < 5:
        return _TOO_FEW_FOR_INTERVAL, _TOO_FEW_FOR_INTERVAL
    if math.isclose(abs(rho), 1):
        return _PERFECT, _PERFECT
    half = NormalDist().inv_cdf((1 + level) / 2) * math.sqrt((1 + rho * rho / 2) / (n - 3))
    return math.tanh(math.atanh(rho) - half), math.tanh(math.atanh(rho) + half)
