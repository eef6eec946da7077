"""How sure figures of agreement are: intervals by drawing images anew.

What several people say of one item is no independent evidence, nor are several items about one
image; so images are drawn with replacement, each with all that was said of it, and every figure is
computed anew from the draw (Efron & Tibshirani 1993, §8.3: resample the units that were sampled).

An interval speaks of other images seen by the same people: who answers is not drawn.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from annotate.analysis.agreement import Label, pairwise_agreement
from annotate.analysis.intervals import (
    LEVEL,
    NO_VALUE,
    Array,
    Interval,
    interval,
    resampled_together,
)
from annotate.analysis.undefined import Undefined
from annotate.messages import Message

NO_SPREAD = Undefined(Message("interval_without_spread"))
RARE_LABELS = Undefined(Message("interval_of_rare_labels"))
SEED = 0  # the same answers always give the same interval

# Of which image each item is; None where each is of one of its own.
Images = Sequence[Hashable] | None
LabelT = TypeVar("LabelT", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure that is made of sums over images, so that a draw needs no answers but only sums.

    ``sums`` has a row for each image; ``of_draws`` makes the figure of rows of such sums, NaN
    where it has none.
    """

    value: float | Undefined
    sums: Array
    of_draws: Callable[[Array], Array]

    @classmethod
    def without_value(cls, why: Undefined) -> "Figure":
        return cls(why, np.zeros((0, 1)), lambda sums: sums[:, 0])


def intervals_of(figures: Sequence[Figure]) -> list[Interval]:
    """Return the interval of each figure; ``n`` counts images.

    Figures over as many images share their draws, which take most of the time. An interval is the
    same as that of its figure alone.
    """
    found = [no_interval(figure.value) for figure in figures]
    places: dict[int, list[int]] = defaultdict(list)
    for place, figure in enumerate(figures):
        if not isinstance(figure.value, Undefined):
            places[len(figure.sums)].append(place)
    for images, some in places.items():
        drawn = resampled_together([figures[place].sums for place in some], seed=SEED)
        for place, sums in zip(some, drawn, strict=True):
            with np.errstate(invalid="ignore", divide="ignore"):
                values = figures[place].of_draws(sums)
            values = np.where(np.isfinite(values), values, np.nan)
            found[place] = _ends(figures[place].value, values, images)
    return found


def pairs_interval(items: Sequence[Sequence[Label | None]], images: Images = None) -> Interval:
    """Return the share of pairs of answers to the same item that are equal, with its interval.

    Every item has the same weight: the figure of a draw is the mean of its items' shares.

    Worked example: of two images one agrees wholly and one not at all, so draws have 1, 0.5 or 0.

    >>> pairs_interval([["yes", "yes"], ["yes", "no"]])
    Interval(mean=0.5, low=0.0, high=1.0, n=2)
    """
    return intervals_of([pairs_figure(items, images)])[0]


def pairs_figure(items: Sequence[Sequence[Label | None]], images: Images = None) -> Figure:
    kept, of = answered_twice(items, images)
    shares = [pairwise_agreement([labels]) for labels in kept]
    return _mean(shares, of, nothing=pairwise_agreement(kept))


def mean_interval_of_items(
    values: Sequence[float | Undefined],
    images: Images = None,
    *,
    nothing: float | Undefined = NO_VALUE,
) -> Interval:
    """Return the mean over the items that have a value, with its interval; ``n`` counts images.

    Args:
        nothing: why there is no mean, where no item has a value.

    Worked example: the items of image a are 0 and 1, that of b is 0.8. The mean is 1.8/3; draws
    of a alone have 0.5, those of b alone 0.8.

    >>> mean_interval_of_items([0.0, 1.0, 0.8], ["a", "a", "b"])
    Interval(mean=0.6, low=0.5, high=0.8, n=2)
    >>> mean_interval_of_items([1.0, 1.0]).low.reason
    'However images are drawn anew, this figure stays the same: they cannot tell how far off it is.'
    """
    return intervals_of([_mean(values, images, nothing=nothing)])[0]


def _mean(
    values: Sequence[float | Undefined], images: Images, *, nothing: float | Undefined
) -> Figure:
    known = [
        ((value, 1.0), image)
        for value, image in zip(values, images_of(values, images), strict=True)
        if not isinstance(value, Undefined)
    ]
    if not known:
        return Figure.without_value(nothing if isinstance(nothing, Undefined) else NO_VALUE)
    return ratio([row for row, _ in known], [image for _, image in known])


def ratio(rows: Sequence[tuple[float, float]], images: Sequence[Hashable]) -> Figure:
    """Return the figure that is the sum of the parts of all rows by that of their wholes."""
    value = math.fsum(part for part, _ in rows) / math.fsum(whole for _, whole in rows)
    sums = sums_by_image(np.array(rows, dtype=np.float64), images)
    return Figure(value, sums, lambda drawn: drawn[:, 0] / drawn[:, 1])


def images_of(items: Sequence[object], images: Images) -> Sequence[Hashable]:
    return range(len(items)) if images is None else images


def answered_twice(
    items: Sequence[Sequence[LabelT | None]], images: Images
) -> tuple[list[list[LabelT]], list[Hashable]]:
    """Return the answers of the items that have two or more, and the image of each of them."""
    known = [
        ([label for label in item if label is not None], image)
        for item, image in zip(items, images_of(items, images), strict=True)
    ]
    kept = [(labels, image) for labels, image in known if len(labels) > 1]
    return [labels for labels, _ in kept], [image for _, image in kept]


def sums_by_image(rows: Array, images: Sequence[Hashable]) -> Array:
    """Return what the rows of each image add up to, column by column.

    >>> sums_by_image(np.array([[1.0], [2.0], [4.0]]), ["a", "b", "a"])
    array([[5.],
           [2.]])
    """
    places = {image: place for place, image in enumerate(dict.fromkeys(images))}
    of = np.array([places[image] for image in images])
    columns = [np.bincount(of, weights=column, minlength=len(places)) for column in rows.T]
    return np.stack(columns, axis=1)


def _ends(value: float | Undefined, drawn: Array, images: int) -> Interval:
    """Return the interval of a figure by its draws; NaN is a draw without a figure.

    There is none where more than one draw in twenty has no figure, nor where all draws are the
    same: of twelve images on which all agree one cannot conclude that all agree on every other.
    """
    if images > 1 and np.isnan(drawn).mean() > 1 - LEVEL:
        return Interval(value, RARE_LABELS, RARE_LABELS, images)
    if images > 1 and np.nanmax(drawn) - np.nanmin(drawn) < 1e-9:
        return Interval(value, NO_SPREAD, NO_SPREAD, images)
    return interval(value, drawn, items=images)


def no_interval(why: float | Undefined) -> Interval:
    """Return a figure that has no value."""
    reason = why if isinstance(why, Undefined) else NO_VALUE
    return Interval(reason, reason, reason, 0)
