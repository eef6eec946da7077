"""How far ratios of sums over items can be trusted."""

from collections.abc import Mapping, Sequence

import numpy as np

from annotate.analysis.intervals import NO_VALUE, Interval, interval, resampled_sums


def ratio_intervals(
    rows: Sequence[Mapping[str, float]], ratios: Mapping[str, tuple[str, str]], *, seed: int
) -> dict[str, Interval]:
    """Return each ratio of two sums over items, with its percentile bootstrap interval.

    Items are drawn with replacement, each with all its counts, and all ratios share the draws
    (Efron & Tibshirani 1993, §8.3). A ratio whose lower sum is 0 has no value, and a draw in which
    it is 0 is left out.

    Args:
        rows: the counts of each item by their names; all items have the same names.
        ratios: by name of the ratio the count above and the count below.

    Example: each image has half of its words read right, so every draw has.

    >>> rows = [{"right": 1, "words": 2}, {"right": 3, "words": 6}]
    >>> ratio_intervals(rows, {"share": ("right", "words")}, seed=1)
    {'share': Interval(mean=0.5, low=0.5, high=0.5, n=2)}
    >>> ratio_intervals([], {"share": ("right", "words")}, seed=1)["share"].mean.reason
    'There is no value.'
    """
    if not rows:
        return dict.fromkeys(ratios, Interval(NO_VALUE, NO_VALUE, NO_VALUE, 0))
    at = {name: place for place, name in enumerate(rows[0])}
    table = np.array([[row[name] for name in at] for row in rows], dtype=np.float64)
    whole, drawn = table.sum(axis=0), resampled_sums(table, seed=seed)
    found = {}
    for ratio, (above, below) in ratios.items():
        total = whole[at[below]]
        mean = float(whole[at[above]] / total) if total else NO_VALUE
        with np.errstate(invalid="ignore"):
            draws = drawn[:, at[above]] / drawn[:, at[below]]
        found[ratio] = interval(mean, draws, items=len(rows))
    return found
