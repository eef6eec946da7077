"""Rankings with ties added up: mean ranks, wins of pairs, and how far raters agree.

A ranking is a list of groups from the best to the worst; what stands in one group is tied. Tied
things share the mean of the places they take (mid-ranks), so the ranks of n things always sum to
n(n + 1)/2.
"""

import math
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, TypeVar

import numpy as np

from annotate.analysis.agreement import ordinal_alpha
from annotate.analysis.intervals import Interval, interval, resampled_means
from annotate.analysis.undefined import Undefined
from annotate.messages import Message

ThingT = TypeVar("ThingT", bound=Hashable)
Ranking = Sequence[Sequence[ThingT]]
# The rankings of each item; all of them rank the same things.
Rankings = Mapping[Any, Sequence[Ranking[ThingT]]]

NO_RANKING = Undefined(Message("nobody_ranked"))
ONE_RATER = Undefined(Message("no_item_ranked_twice"))
ALL_TIED = Undefined(Message("all_tied"))


@dataclass(frozen=True, slots=True)
class Wins:
    """How often the first of two was put before the second, after it, or beside it."""

    wins: int
    losses: int
    ties: int


def mid_ranks(ranking: Ranking[ThingT]) -> dict[ThingT, float]:
    """Return the rank of each thing, from 1; tied ones share the mean of their places.

    >>> mid_ranks([["a"], ["b", "c"], ["d"]])
    {'a': 1.0, 'b': 2.5, 'c': 2.5, 'd': 4.0}
    """
    ranks: dict[ThingT, float] = {}
    before = 0
    for group in ranking:
        for thing in group:
            ranks[thing] = before + (len(group) + 1) / 2
        before += len(group)
    return ranks


def mean_ranks(
    rankings: Rankings[ThingT], things: Sequence[ThingT], *, seed: int = 0
) -> dict[ThingT, Interval]:
    """Return the mean of all ranks of each thing, with an interval by bootstrap over the items.

    Every ranking counts once. What several people said of an item is drawn together.

    Example: item 1 is ranked a b and (a b), item 2 b a; so a has the ranks 1, 1.5 and 2.

    >>> means = mean_ranks({1: [[["a"], ["b"]], [["a", "b"]]], 2: [[["b"], ["a"]]]}, ["a", "b"])
    >>> means["a"].mean, means["b"].mean, means["a"].low, means["a"].high
    (1.5, 1.5, 1.25, 2.0)
    """
    ranked = [
        [mid_ranks(ranking) for ranking in of_item] for of_item in rankings.values() if of_item
    ]
    if not ranked:
        return dict.fromkeys(things, Interval(NO_RANKING, NO_RANKING, NO_RANKING, 0))
    sums, counts = np.zeros((2, len(ranked), len(things)))
    for row, of_item in enumerate(ranked):
        for column, thing in enumerate(things):
            ranks = [ranks[thing] for ranks in of_item if thing in ranks]
            sums[row, column], counts[row, column] = math.fsum(ranks), len(ranks)
    drawn = resampled_means(sums, counts, seed=seed)
    return {
        thing: interval(
            float(sums[:, column].sum() / total)
            if (total := counts[:, column].sum())
            else NO_RANKING,
            drawn[:, column],
            items=int((counts[:, column] > 0).sum()),
        )
        for column, thing in enumerate(things)
    }


def wins_of_pairs(
    rankings: Rankings[ThingT], things: Sequence[ThingT]
) -> dict[tuple[ThingT, ThingT], Wins]:
    """Return for each two things, in the given order, how often which was put before the other.

    >>> wins_of_pairs({1: [[["a"], ["b", "c"]], [["c", "a"], ["b"]]]}, ["a", "b", "c"])["b", "c"]
    Wins(wins=0, losses=1, ties=1)
    """
    counted: dict[tuple[ThingT, ThingT], list[int]] = {
        pair: [0, 0, 0] for pair in combinations(things, 2)
    }
    for of_item in rankings.values():
        for ranking in of_item:
            ranks = mid_ranks(ranking)
            for (first, second), counts in counted.items():
                if first in ranks and second in ranks:
                    apart = ranks[first] - ranks[second]
                    counts[0 if apart < 0 else 1 if apart > 0 else 2] += 1
    return {pair: Wins(*counts) for pair, counts in counted.items()}


def kendall_w(rankings: Sequence[Ranking[ThingT]]) -> float | Undefined:
    """Return Kendall's coefficient of concordance of one item in [0, 1], corrected for ties.

    W = 12 S / (m²(n³ - n) - m ΣT) with S the squared distances of the rank sums from their mean
    and T = Σ(t³ - t) over the ties of each of m raters (Kendall & Gibbons 1990, §6.10).

    Example with disagreement: two people rank a b c, a third ties a and b. The rank sums are 3.5,
    5.5 and 9, S = 6.25 + 0.25 + 9 = 15.5; T = 2³ - 2 = 6, so W = 186 / (9·24 - 3·6) = 186/198.

    >>> round(kendall_w([[["a"], ["b"], ["c"]]] * 2 + [[["a", "b"], ["c"]]]), 4)
    0.9394
    >>> kendall_w([[["a"], ["b"]]]).reason
    'No item was ranked by two people.'
    """
    if len(rankings) < 2:
        return ONE_RATER
    sums: dict[ThingT, float] = defaultdict(float)
    for ranking in rankings:
        for thing, rank in mid_ranks(ranking).items():
            sums[thing] += rank
    raters, things = len(rankings), len(sums)
    mean = raters * (things + 1) / 2
    apart = math.fsum((total - mean) ** 2 for total in sums.values())
    ties = sum(len(group) ** 3 - len(group) for ranking in rankings for group in ranking)
    most = raters**2 * (things**3 - things) - raters * ties
    return 12 * apart / most if most else ALL_TIED


def mean_kendall_w(rankings: Rankings[ThingT]) -> float | Undefined:
    """Return the mean of Kendall's W over the items that two people or more ranked.

    >>> one = [[["a"], ["b"]], [["a"], ["b"]]]
    >>> other = [[["a"], ["b"]], [["b"], ["a"]]]
    >>> mean_kendall_w({1: one, 2: other, 3: one[:1]})
    0.5
    """
    values = [kendall_w(of_item) for of_item in rankings.values() if len(of_item) > 1]
    defined = [value for value in values if not isinstance(value, Undefined)]
    if not defined:
        return ALL_TIED if values else ONE_RATER
    return math.fsum(defined) / len(defined)


def ranks_alpha(rankings: Rankings[ThingT]) -> float | Undefined:
    """Return Krippendorff's alpha for ordinal data of the ranks of all things of all items.

    Example: of one item two people rank a b c, a third b a c. The ranks of a are 1 1 2, those of b
    2 2 1, those of c 3 3 3: each rank occurs three times, so 1 and 2 are 3 apart, as are 2 and 3,
    and 1 and 3 are 6 apart. Observed: 4 of 9 pairs are 3² off, in ordered pairs with the weight
    1/2: 8·9/2 / 9 = 4; expected: 2·(9·9 + 9·9 + 9·36)/(9·8) = 13.5. Alpha is 1 - 4/13.5.

    >>> round(ranks_alpha({1: [[["a"], ["b"], ["c"]]] * 2 + [[["b"], ["a"], ["c"]]]}), 4)
    0.7037
    """
    return ordinal_alpha(ranks for item in rankings for ranks in ranks_of_things(rankings[item]))


def ranks_of_things(of_item: Sequence[Ranking[ThingT]]) -> list[list[int]]:
    """What each thing was ranked, doubled: mid-ranks are whole then, in the same order."""
    by_thing: dict[ThingT, list[int]] = defaultdict(list)
    for ranking in of_item:
        for thing, rank in mid_ranks(ranking).items():
            by_thing[thing].append(round(2 * rank))
    return list(by_thing.values())
