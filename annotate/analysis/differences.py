"""How far any two sources lie apart on the images that both have, figure by figure.

A figure is made of sums over images: a mean of a sum and a count, BLEU of eight counts and two
lengths. Images are drawn with replacement, each with what both sources have of it, so that hard
images do not count as a difference (Efron & Tibshirani 1993, §8.3; for BLEU Koehn 2004, W04-3250).

Many differences at once find some by chance. Beside each interval, which holds for that difference
alone, stands the probability of Holm (1979), which holds for all of them together.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from annotate.analysis.intervals import (
    NO_VALUE,
    Array,
    Interval,
    interval,
    resampled_together,
)
from annotate.analysis.undefined import Undefined
from annotate.messages import Message

SEED = 1  # the same files always have the same intervals
HOLM = (
    "The interval of 95% is of each difference alone, over the images that both sources have,"
    " drawn anew 2,000 times (seed 1). Holm's p is of all {number} differences together: who"
    " believes those below 0.05 is wrong about any of them in at most 5 of 100 such tables."
)
_NONE_SHARED = Undefined(Message("no_image_of_both_sources"))
_NOTHING = Interval(NO_VALUE, NO_VALUE, NO_VALUE, 0)


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a source: rows of numbers by image, and what their sum gives.

    ``formula`` takes sums, a row for each draw, and returns a value for each; NaN is no value.
    """

    rows: Mapping[Hashable, Sequence[float]]
    formula: Callable[[Array], Array]


def mean_figure(values: Sequence[float | None], images: Sequence[Hashable]) -> Figure:
    """Return the mean of values; those of one image belong together, None is no value.

    >>> figure = mean_figure([1.0, 3.0, None], ["a", "a", "b"])
    >>> figure.rows, figure.formula(np.array([[4.0, 2.0]])).tolist()
    ({'a': [4.0, 2.0], 'b': [0.0, 0.0]}, [2.0])
    """
    rows: dict[Hashable, list[float]] = {}
    for value, image in zip(values, images, strict=True):
        row = rows.setdefault(image, [0.0, 0.0])
        if value is not None:
            row[0] += value
            row[1] += 1
    return Figure(rows, mean_of_sums)


def mean_of_sums(sums: Array) -> Array:
    """The means of sums with how many they are of, a row for each draw; NaN of none."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(sums[:, 0] / sums[:, 1])


def figure_intervals(figures: Mapping[str, Figure]) -> dict[str, Interval]:
    """Return figures of the same images, all with the same draws; ``n`` counts images.

    >>> figure_intervals({"score": mean_figure([1.0, 3.0, 2.0, 2.0], ["a", "a", "b", "b"])})
    {'score': Interval(mean=2.0, low=2.0, high=2.0, n=2)}
    """
    return table_intervals(
        {name: (_table(figure, figure.rows), figure.formula) for name, figure in figures.items()}
    )


def table_intervals(
    figures: Mapping[str, tuple[Array, Callable[[Array], Array]]],
) -> dict[str, Interval]:
    """Return :func:`figure_intervals` of tables with a row for each image, and their formulas."""
    tables = [table for table, _ in figures.values()]
    if not tables or not len(tables[0]):
        return dict.fromkeys(figures, _NOTHING)
    # Some figures are of the same table.
    different = list({id(table): table for table in tables}.values())
    each = resampled_together(different, seed=SEED)
    drawn = {id(table): sums for table, sums in zip(different, each, strict=True)}
    found = {}
    for name, (table, formula) in figures.items():
        value = float(formula(table.sum(axis=0)[None])[0])
        ends = interval(value, formula(drawn[id(table)]), items=len(table))
        found[name] = _NOTHING if np.isnan(value) else ends
    return found


def _table(figure: Figure, images: Iterable[Hashable]) -> Array:
    return np.array([figure.rows[image] for image in images], dtype=np.float64)


@dataclass(frozen=True, slots=True)
class Difference:
    """How much more the second source has of a figure than the first, over shared images.

    ``p`` is two-sided, of this difference by itself, and ``holm`` that of all together; None
    where there is no interval.
    """

    figure: str
    first: str
    second: str
    difference: Interval
    p: float | None = None
    holm: float | None = None


def differences(sources: Mapping[str, Mapping[str, Figure]]) -> list[Difference]:
    """Return the difference of each figure between any two sources that both have it.

    Worked example: on each of two images the second has one more.

    >>> one, two = (mean_figure([at, at + 1], "ab") for at in (1.0, 2.0))
    >>> found = differences({"one": {"score": one}, "two": {"score": two}})
    >>> found[0].difference, round(found[0].holm, 4)
    (Interval(mean=1.0, low=1.0, high=1.0, n=2), 0.001)
    """
    found = [
        difference
        for first, second in combinations(sources, 2)
        for difference in _of_pair(first, second, sources[first], sources[second])
    ]
    return _with_holm(found)


def _of_pair(
    first: str, second: str, own: Mapping[str, Figure], other: Mapping[str, Figure]
) -> list[Difference]:
    names = [name for name in own if name in other]
    shared = [
        image
        for image in (own[names[0]].rows if names else ())
        if all(image in side[name].rows for side in (own, other) for name in names)
    ]
    if not shared:
        nothing = Interval(_NONE_SHARED, _NONE_SHARED, _NONE_SHARED, 0)
        return [Difference(name, first, second, nothing) for name in names]
    tables = [_table(side[name], shared) for name in names for side in (own, other)]
    drawn = resampled_together(tables, seed=SEED)
    found = []
    for at, name in enumerate(names):
        formulas = own[name].formula, other[name].formula
        pair = slice(2 * at, 2 * at + 2)
        before, after = (
            formula(table.sum(axis=0)[None])[0]
            for formula, table in zip(formulas, tables[pair], strict=True)
        )
        low, high = (formula(sums) for formula, sums in zip(formulas, drawn[pair], strict=True))
        found.append(_difference(name, first, second, after - before, high - low, len(shared)))
    return found


def _difference(
    name: str, first: str, second: str, value: float, drawn: Array, images: int
) -> Difference:
    if np.isnan(value):
        return Difference(name, first, second, _NOTHING)
    ends = interval(float(value), drawn, items=images)
    if isinstance(ends.low, Undefined):
        return Difference(name, first, second, ends)
    there = drawn[~np.isnan(drawn)]
    rarer = int(min(np.count_nonzero(there <= 0), np.count_nonzero(there >= 0)))
    return Difference(name, first, second, ends, min(1.0, 2 * (rarer + 1) / (len(there) + 1)))


def _with_holm(found: Sequence[Difference]) -> list[Difference]:
    """The step-down method: the k-th smallest of m weighs m - k + 1 times, and none falls."""
    order = sorted((each.p, place) for place, each in enumerate(found) if each.p is not None)
    adjusted, highest = list(found), 0.0
    for rank, (p, place) in enumerate(order):
        highest = max(highest, min(1.0, p * (len(order) - rank)))
        adjusted[place] = replace(found[place], holm=highest)
    return adjusted
