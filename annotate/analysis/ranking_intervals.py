"""How sure figures of agreement on rankings are: intervals by drawing images anew."""

from collections.abc import Hashable, Mapping
from typing import Any

from annotate.analysis.agreement_intervals import mean_interval_of_items
from annotate.analysis.alpha_intervals import ordinal_alpha_interval
from annotate.analysis.intervals import Interval
from annotate.analysis.rankings import (
    Rankings,
    ThingT,
    kendall_w,
    mean_kendall_w,
    ranks_of_things,
)


def kendall_w_interval(rankings: Rankings[ThingT], images: Mapping[Any, Hashable]) -> Interval:
    """Return :func:`~annotate.analysis.rankings.mean_kendall_w` with its interval.

    Args:
        images: the image of each item; items about one image are drawn together.

    >>> one = [[["a"], ["b"]], [["a"], ["b"]]]
    >>> other = [[["a"], ["b"]], [["b"], ["a"]]]
    >>> kendall_w_interval({1: one, 2: other}, {1: "x", 2: "y"})
    Interval(mean=0.5, low=0.0, high=1.0, n=2)
    """
    return mean_interval_of_items(
        [kendall_w(of_item) for of_item in rankings.values()],
        [images[item] for item in rankings],
        nothing=mean_kendall_w(rankings),
    )


def ranks_alpha_interval(rankings: Rankings[ThingT], images: Mapping[Any, Hashable]) -> Interval:
    """Return :func:`~annotate.analysis.rankings.ranks_alpha` with its interval.

    Args:
        images: the image of each item; the ranks of an image are drawn together.

    Worked example: the ends are alpha of the second item twice, 0.542, and of the first, 0.685.

    >>> one = [[["a"], ["b"], ["c"]]] * 2 + [[["b"], ["a"], ["c"]]]
    >>> found = ranks_alpha_interval({1: one, 2: one[1:]}, {1: "x", 2: "y"})
    >>> round(found.low, 2), round(found.mean, 2), round(found.high, 2), found.n
    (0.54, 0.63, 0.69, 2)
    """
    by_image = [
        (ranks, images[item]) for item in rankings for ranks in ranks_of_things(rankings[item])
    ]
    return ordinal_alpha_interval([ranks for ranks, _ in by_image], [of for _, of in by_image])
