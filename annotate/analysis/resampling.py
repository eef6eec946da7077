"""Bootstrap over items: what several people say of one item is no independent evidence.

Items are drawn with replacement, each with all that was said of it; the figure is then a ratio of
sums (Efron & Tibshirani 1993, §8.3: resample the units that were sampled). All columns share the
draws, so that a figure made of several of them has an interval of its own.
"""

import numpy as np
from numpy.typing import NDArray

from annotate.analysis.intervals import LEVEL, NO_VALUE, RESAMPLES, Interval
from annotate.analysis.undefined import Undefined
from annotate.messages import Message

Array = NDArray[np.float64]

TOO_FEW = Undefined(Message("interval_of_few_items"))
_BLOCK = 2_000_000  # numbers drawn at once: 16 MB, whatever the number of items


def resampled_means(sums: Array, counts: Array, *, seed: int, resamples: int = RESAMPLES) -> Array:
    """Return the means of ``resamples`` draws of as many items, one row each, by column.

    ``sums`` and ``counts`` have a row per item: the sum of its values and how many they are. A mean
    is the sum over the drawn items by their count; NaN where none of them has a value there.

    Example: with one item every draw is that item, and the mean of its 3 values is 4.

    >>> resampled_means(np.array([[12.0]]), np.array([[3.0]]), seed=1, resamples=2)
    array([[4.],
           [4.]])
    """
    items = len(sums)
    if not items or sums.shape != counts.shape:
        raise ValueError("there must be items, each with a sum and a count")
    generator = np.random.default_rng(seed)
    at_once = max(1, _BLOCK // items)
    parts = []
    for done in range(0, resamples, at_once):
        times = _times(generator.integers(0, items, (min(at_once, resamples - done), items)))
        with np.errstate(invalid="ignore"):
            parts.append((times @ sums) / (times @ counts))
    return np.concatenate(parts)


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
        return Interval(mean, TOO_FEW, TOO_FEW, items)
    low, high = np.nanquantile(drawn, [(1 - level) / 2, (1 + level) / 2])
    return Interval(mean, float(low), float(high), items)


def _times(drawn: NDArray[np.int64]) -> Array:
    """Return how often each item is in each draw."""
    draws, items = drawn.shape
    places = drawn + items * np.arange(draws)[:, None]
    return np.bincount(places.ravel(), minlength=draws * items).reshape(draws, items).astype(float)
