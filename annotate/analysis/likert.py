"""Ratings of 1 to 5 added up: the median of each item's ratings, then over items (TextCaps §4.2).

TextCaps has every caption rated by several people on a Likert scale of 1 to 5 and takes the median
score of each caption. The median of an even number of ratings is the mean of the middle two and may
be a half: means keep the half, and where medians are counted by level it goes to the upper level.
"""

import math
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TypeVar

from annotate.analysis.intervals import Interval, mean_interval
from annotate.analysis.undefined import Undefined
from annotate.messages import Message

ItemT = TypeVar("ItemT", bound=Hashable)

LEVELS = (1, 2, 3, 4, 5)
NO_PAIR = Undefined(Message("no_image_rated_of_both"))


@dataclass(frozen=True, slots=True)
class Rated:
    """What people gave: counts of ratings and of the items' medians by level, and their mean.

    ``mean`` is that of the medians, with a bootstrap interval over the items.
    """

    items: int
    ratings: int
    counts: list[int]
    median_counts: list[int]
    mean: Interval


def medians(items: Mapping[ItemT, Sequence[int]]) -> dict[ItemT, float]:
    """Return the median of each item's ratings; items without any are left out.

    >>> medians({"A": [5, 1, 4], "B": [2, 5], "C": []})
    {'A': 4.0, 'B': 3.5}
    """
    for score in {score for ratings in items.values() for score in ratings}:
        if score not in LEVELS:
            raise ValueError(f"{score} is no rating of 1 to 5")
    return {item: float(median(ratings)) for item, ratings in items.items() if ratings}


def rated(items: Mapping[ItemT, Sequence[int]], *, seed: int = 0) -> Rated:
    """Add up the ratings of one source by item.

    Example: people disagree about both; the medians are 4 and 3.5, and 3.5 counts as 4.

    >>> whole = rated({"A": [5, 1, 4], "B": [2, 5]})
    >>> whole.counts, whole.median_counts, whole.mean.mean
    ([1, 1, 0, 1, 2], [0, 0, 0, 2, 0], 3.75)
    """
    middle = medians(items)
    times = Counter(score for ratings in items.values() for score in ratings)
    levels = Counter(math.floor(value + 0.5) for value in middle.values())
    return Rated(
        items=len(middle),
        ratings=times.total(),
        counts=[times[level] for level in LEVELS],
        median_counts=[levels[level] for level in LEVELS],
        mean=mean_interval(list(middle.values()), seed=seed),
    )


def difference(
    first: Mapping[ItemT, float], second: Mapping[ItemT, float], *, seed: int = 0
) -> Interval:
    """Return the mean of second less first over the images that have both medians.

    The pairs are drawn together: an image that is easy to describe is so for both.

    >>> apart = difference({"A": 2.0, "B": 3.0, "C": 5.0}, {"A": 4.0, "B": 4.0})
    >>> apart.mean, apart.n
    (1.5, 2)
    >>> difference({"A": 2.0}, {"B": 4.0}).mean.reason
    'No image has ratings of both.'
    """
    both = [second[image] - first[image] for image in first if image in second]
    return mean_interval(both, seed=seed) if both else Interval(NO_PAIR, NO_PAIR, NO_PAIR, 0)
