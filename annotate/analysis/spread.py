"""How values are spread: the figures of a box in a chart."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

_SHARES = (0.1, 0.25, 0.5, 0.75, 0.9)


@dataclass(frozen=True, slots=True)
class Spread:
    """Number, mean and quantiles of values; all but ``n`` are None where there is no value."""

    n: int
    mean: float | None = None
    q10: float | None = None
    q25: float | None = None
    median: float | None = None
    q75: float | None = None
    q90: float | None = None


def spread(values: Iterable[float | None]) -> Spread:
    """Return how values are spread; None is no value.

    Quantiles are linear between the two nearest values (Hyndman & Fan 1996, type 7).

    Example: a quarter of the way from 1 to 3 lies 1.5, half of it 2.

    >>> quarters = spread([3.0, None, 1.0])
    >>> quarters.n, quarters.mean, quarters.q25, quarters.median, quarters.q90
    (2, 2.0, 1.5, 2.0, 2.8)
    >>> spread([])
    Spread(n=0, mean=None, q10=None, q25=None, median=None, q75=None, q90=None)
    """
    there = np.asarray([value for value in values if value is not None], dtype=np.float64)
    if not there.size:
        return Spread(0)
    return Spread(there.size, float(there.mean()), *map(float, np.quantile(there, _SHARES)))
