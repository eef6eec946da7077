"""Side-by-side judgements added up: which of two sources is better (IIW §4, App. D.4).

Intervals of a study are bootstrapped over the items: all that people said of an item is drawn
together.
"""

import math
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from annotate.analysis.intervals import Array, Interval, interval, resampled_means
from annotate.analysis.undefined import Undefined, defined
from annotate.messages import Message

SCORES = (-2, -1, 0, 1, 2)  # left substantially better … right substantially better
LEVELS = ("left++", "left+", "neutral", "right+", "right++")

# IIW App. D.4: the five metrics stand for three umbrella metrics.
UMBRELLAS: Mapping[str, tuple[str, ...]] = {
    "recall": ("comprehensiveness", "specificity"),
    "precision": ("hallucination",),
    "writing_style": ("tldr", "human_like"),
}


@dataclass(frozen=True, slots=True)
class Preference:
    """What was preferred: judgements by level from left++ to right++, as counts and percentages.

    ``net`` is the percentage that prefers the right source less that which prefers the left one,
    with a bootstrap interval over the judgements.
    """

    n: int
    counts: list[int]
    percent: list[int]
    net: float
    interval: Interval


def percentages(counts: Sequence[int]) -> list[int]:
    """Return whole percentages that sum to 100, by the method of the largest remainder.

    Every share is cut; what is missing to 100 goes to the largest remainders, of equal ones to the
    first. Printed shares then add up, as they should in a table (Hare and Niemeyer's method).
    Raises ValueError where there is nothing to divide.

    >>> percentages([1, 1, 1])
    [34, 33, 33]
    >>> percentages([3, 10, 39, 29, 19])
    [3, 10, 39, 29, 19]
    """
    whole = sum(counts)
    if not whole:
        raise ValueError("there is nothing to divide")
    percent = [100 * count // whole for count in counts]
    rest = sorted(range(len(counts)), key=lambda at: -(100 * counts[at] % whole))
    for at in rest[: 100 - sum(percent)]:
        percent[at] += 1
    return percent


def umbrellas(nets: Mapping[str, float]) -> dict[str, float | Undefined]:
    """Return the nets of recall, precision and writing style, and their mean as ``overall``.

    IIW App. D.4: recall is the mean of comprehensiveness and specificity, precision that of
    hallucination alone, writing style of TLDR and human-likeness. Undefined where one is missing.

    >>> means = umbrellas({"comprehensiveness": 35, "specificity": 53, "hallucination": 59,
    ...                    "tldr": 70, "human_like": 21})
    >>> means["recall"], means["writing_style"], round(means["overall"], 2)
    (44.0, 45.5, 49.5)
    """
    missing = [name for name in chain(*UMBRELLAS.values()) if name not in nets]
    if missing:
        why = Undefined(Message("metrics_not_judged", metrics=missing))
        return dict.fromkeys((*UMBRELLAS, "overall"), why)
    means = {
        name: sum(nets[part] for part in parts) / len(parts) for name, parts in UMBRELLAS.items()
    }
    return {**means, "overall": sum(means.values()) / len(means)}


# What was said of one metric: which item, and the score from -2 to 2.
Judged = Sequence[tuple[Hashable, int]]

NOBODY = Undefined(Message("nobody_judged"))


@dataclass(frozen=True, slots=True)
class Table:
    """The results by metric, in the given order, and those of the umbrella metrics."""

    metrics: dict[str, Preference | Undefined]
    umbrellas: dict[str, Interval | Undefined]


def table(judged: Mapping[str, Judged], *, seed: int = 0) -> Table:
    """Add up the judgements of each metric; -2 is left substantially better, 2 is right.

    ``net`` of a metric counts every judgement once. Raises ValueError for other scores.

    Example: two people judge item A, one judges B. Of three judgements one prefers the left source
    and one the right one. Every draw of two items has A twice (net 0), both (0) or B twice (0).

    >>> tldr = table({"tldr": [("A", 1), ("A", -1), ("B", 0)]}).metrics["tldr"]
    >>> tldr.counts, tldr.percent, tldr.net, tldr.interval.low, tldr.interval.n
    ([0, 1, 1, 1, 0], [0, 34, 33, 33, 0], 0.0, 0.0, 2)
    >>> table({"tldr": []}).metrics["tldr"].reason
    'Nobody has judged this yet.'
    """
    places = _places(judged)
    drawn = _drawn(judged, places, seed)
    metrics: dict[str, Preference | Undefined] = {
        name: _preference(scores, drawn[name]) if scores else NOBODY
        for name, scores in judged.items()
    }
    return Table(metrics, _umbrellas(metrics, drawn, items=len(places)))


def overall_score(scores: Mapping[str, float]) -> float | Undefined:
    """Return one score of -2 to 2 for all that was said of an item, or by one person of it.

    With all five metrics of the paper it is made like the overall metric (IIW App. D.4): the mean
    of recall, precision and writing style. With other metrics it is their plain mean.

    >>> overall_score({"comprehensiveness": 1, "specificity": 2, "hallucination": 0,
    ...                "tldr": -2, "human_like": -1})
    0.0
    >>> overall_score({"tldr": 2, "colour": 1}), overall_score({}).reason
    (1.5, 'Nobody has judged this yet.')
    """
    if not scores:
        return NOBODY
    whole = defined(umbrellas(scores)["overall"])
    return math.fsum(scores.values()) / len(scores) if whole is None else whole


def level_of(score: float) -> int:
    """Return the nearest of the five scores; a half goes to the one nearer to neutral.

    >>> [level_of(score) for score in (-2, -1.5, -0.5, 0.6, 1.5)]
    [-2, -1, 0, 1, 1]
    """
    return int(math.copysign(math.ceil(abs(score) - 0.5), score)) if score else 0


def _preference(judged: Judged, drawn: Array) -> Preference:
    times = Counter(score for _, score in judged)
    if not set(times) <= set(SCORES):
        raise ValueError("a score is a whole number from -2 to 2")
    counts = [times[score] for score in SCORES]
    net = 100 * (counts[3] + counts[4] - counts[0] - counts[1]) / len(judged)
    items = len({item for item, _ in judged})
    return Preference(
        len(judged), counts, percentages(counts), net, interval(net, drawn, items=items)
    )


def _places(judged: Mapping[str, Judged]) -> dict[Hashable, int]:
    """Return the row of each item, in the order in which they are first met."""
    places: dict[Hashable, int] = {}
    for scores in judged.values():
        for item, _ in scores:
            places.setdefault(item, len(places))
    return places


def _drawn(
    judged: Mapping[str, Judged], places: Mapping[Hashable, int], seed: int
) -> dict[str, Array]:
    """Return the nets of every draw, by metric; all metrics share the draws."""
    if not places:
        return {}
    sums, counts = np.zeros((2, len(places), len(judged)))
    for column, scores in enumerate(judged.values()):
        rows = np.fromiter((places[item] for item, _ in scores), dtype=np.int64)
        signs = np.sign(np.fromiter((score for _, score in scores), dtype=np.float64))
        sums[:, column] = np.bincount(rows, weights=100 * signs, minlength=len(places))
        counts[:, column] = np.bincount(rows, minlength=len(places))
    means = resampled_means(sums, counts, seed=seed)
    return {name: means[:, column] for column, name in enumerate(judged)}


def _umbrellas(
    metrics: Mapping[str, Preference | Undefined], drawn: Mapping[str, Array], *, items: int
) -> dict[str, Interval | Undefined]:
    nets = {name: metric.net for name, metric in metrics.items() if isinstance(metric, Preference)}
    values = umbrellas(nets)
    if isinstance(values["overall"], Undefined):
        return {name: value for name, value in values.items() if isinstance(value, Undefined)}
    means = {
        name: np.mean([drawn[part] for part in parts], axis=0) for name, parts in UMBRELLAS.items()
    }
    means["overall"] = np.mean(list(means.values()), axis=0)
    return {name: interval(values[name], means[name], items=items) for name in values}
