"""How far a figure can be trusted: bootstrap intervals of means.

An interval that cannot be computed is :class:`Undefined` with the reason; a mean of one value is
still a mean. The same values and the same seed give the same interval.

What several people say of one item is no independent evidence, so of judgements items are drawn
with replacement, each with all that was said of it; the figure is then a ratio of sums (Efron &
Tibshirani 1993, §8.3: resample the units that were sampled). All columns share the draws, so that
a figure made of several of them has an interval of its own.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from annotate.analysis.undefined import Undefined
from annotate.messages import Message

LEVEL = 0.95
RESAMPLES = 2000

TOO_FEW = Undefined(Message("interval_of_few_values"))
NO_VALUE = Undefined(Message("no_value"))
_TOO_FEW_ITEMS = Undefined(Message("interval_of_few_items"))
_BLOCK = 2_000_000  # numbers drawn at once: 16 MB, however many there are

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure, the ends of its interval, and the number of values behind it.

    Of a difference ``mean`` is mean(a) - mean(b) and ``n`` the size of the smaller group.
    """

    mean: float | Undefined
    low: float | Undefined
    high: float | Undefined
    n: int


def mean_interval(
    values: Sequence[float], *, seed: int, level: float = LEVEL, resamples: int = RESAMPLES
) -> Interval:
    """Return the mean with its percentile bootstrap interval (Efron & Tibshirani 1993, §13.3).

    ``resamples`` times as many values are drawn with replacement; the interval holds the middle
    ``level`` of their means. Undefined below two values. With fewer than about ten values it is
    too narrow, as every bootstrap is: show ``n`` beside it.

    Example: every resample of equal values has the same mean.

    >>> mean_interval([2.0, 2.0, 2.0], seed=1)
    Interval(mean=2.0, low=2.0, high=2.0, n=3)
    >>> mean_interval([0.5], seed=1).low.reason
    'An interval needs two values or more.'
    """
    _check(level, resamples)
    data = _array(values)
    if data.size == 0:
        return Interval(NO_VALUE, NO_VALUE, NO_VALUE, 0)
    mean = float(data.mean())
    if data.size < 2:
        return Interval(mean, TOO_FEW, TOO_FEW, data.size)
    low, high = _middle(_means(data, np.random.default_rng(seed), resamples), level)
    return Interval(mean, low, high, data.size)


def difference_interval(
    a: Sequence[float],
    b: Sequence[float],
    *,
    seed: int,
    level: float = LEVEL,
    resamples: int = RESAMPLES,
) -> Interval:
    """Return mean(a) - mean(b) with its percentile bootstrap interval, groups drawn independently.

    Efron & Tibshirani 1993, §8.3. For values in pairs take :func:`mean_interval` of the
    differences instead: it is narrower.

    >>> difference_interval([3.0, 3.0], [1.0, 1.0, 1.0], seed=1)
    Interval(mean=2.0, low=2.0, high=2.0, n=2)
    """
    _check(level, resamples)
    left, right = _array(a), _array(b)
    smaller = min(left.size, right.size)
    if smaller == 0:
        return Interval(NO_VALUE, NO_VALUE, NO_VALUE, 0)
    mean = float(left.mean() - right.mean())
    if smaller < 2:
        return Interval(mean, TOO_FEW, TOO_FEW, smaller)
    generator = np.random.default_rng(seed)
    drawn = _means(left, generator, resamples) - _means(right, generator, resamples)
    low, high = _middle(drawn, level)
    return Interval(mean, low, high, smaller)


def _check(level: float, resamples: int) -> None:
    if not 0 < level < 1:
        raise ValueError(f"level must lie between 0 and 1, not {level}")
    if resamples < 1:
        raise ValueError(f"resamples must be 1 or more, not {resamples}")


def _array(values: Sequence[float]) -> Array:
    data = np.asarray(values, dtype=np.float64)
    if not np.isfinite(data).all():
        raise ValueError("values must be finite numbers")
    return data


def _means(data: Array, generator: np.random.Generator, resamples: int) -> Array:
    """Return the means of ``resamples`` samples drawn with replacement, in blocks of memory."""
    at_once = max(1, _BLOCK // data.size)
    means = [
        data[generator.integers(0, data.size, (min(at_once, resamples - done), data.size))].mean(1)
        for done in range(0, resamples, at_once)
    ]
    return np.concatenate(means)


def _middle(drawn: Array, level: float) -> tuple[float, float]:
    low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def resampled_means(sums: Array, counts: Array, *, seed: int, resamples: int = RESAMPLES) -> Array:
    """Return the means of ``resamples`` draws of as many items, one row each, by column.

    ``sums`` and ``counts`` have a row per item: the sum of its values and how many they are. A mean
    is the sum over the drawn items by their count; NaN where none of them has a value there.

    Example: with one item every draw is that item, and the mean of its 3 values is 4.

    >>> resampled_means(np.array([[12.0]]), np.array([[3.0]]), seed=1, resamples=2)
    array([[4.],
           [4.]])
    """
    if not len(sums) or sums.shape != counts.shape:
        raise ValueError("there must be items, each with a sum and a count")
    drawn = resampled_sums(np.hstack([sums, counts]), seed=seed, resamples=resamples)
    with np.errstate(invalid="ignore"):
        return drawn[:, : sums.shape[1]] / drawn[:, sums.shape[1] :]


def resampled_sums(sums: Array, *, seed: int, resamples: int = RESAMPLES) -> Array:
    """Return what each column adds up to in ``resamples`` draws of as many items, one row each.

    >>> resampled_sums(np.array([[12.0, 3.0]]), seed=1, resamples=2)
    array([[12.,  3.],
           [12.,  3.]])
    """
    return resampled_together([sums], seed=seed, resamples=resamples)[0]


def resampled_together(
    tables: Sequence[Array], *, seed: int, resamples: int = RESAMPLES
) -> list[Array]:
    """Return :func:`resampled_sums` of tables with a row for each item: drawing takes the time."""
    items = len(tables[0])
    generator = np.random.default_rng(seed)
    at_once = max(1, _BLOCK // items)
    parts: list[list[Array]] = [[] for _ in tables]
    for done in range(0, resamples, at_once):
        times = _times(generator.integers(0, items, (min(at_once, resamples - done), items)))
        for part, sums in zip(parts, tables, strict=True):
            part.append(times @ sums)
    return [np.concatenate(part) for part in parts]


def interval(
    mean: float | Undefined, drawn: Array, *, items: int, level: float = LEVEL
) -> Interval:
    """Return the percentile interval of one column of :func:`resampled_means`.

    Undefined below two items. Draws without a value are left out: they can occur only where some
    items have none.

    >>> interval(0.5, np.array([0.0, 0.5, 1.0]), items=3, level=0.5)
    Interval(mean=0.5, low=0.25, high=0.75, n=3)
    """
    if isinstance(mean, Undefined) or items == 0:
        return Interval(NO_VALUE, NO_VALUE, NO_VALUE, 0)
    if items < 2:
        return Interval(mean, _TOO_FEW_ITEMS, _TOO_FEW_ITEMS, items)
    low, high = np.nanquantile(drawn, [(1 - level) / 2, (1 + level) / 2])
    return Interval(mean, float(low), float(high), items)


def _times(drawn: NDArray[np.int64]) -> Array:
    draws, items = drawn.shape
    places = drawn + items * np.arange(draws)[:, None]
    return np.bincount(places.ravel(), minlength=draws * items).reshape(draws, items).astype(float)
