"""Side-by-side judgements added up: which of two sources is better, by metric (IIW App. D.4)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from annotate.analysis.intervals import Interval, mean_interval
from annotate.analysis.undefined import Undefined
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


def preference(scores: Sequence[int], *, seed: int = 0) -> Preference:
    """Add up judgements of -2 (left substantially better) … 2 (right substantially better).

    Raises ValueError for other scores, and where there is none.

    >>> preferred = preference([-1, 0, 1, 2])
    >>> preferred.counts, preferred.percent, preferred.net
    ([0, 1, 1, 1, 1], [0, 25, 25, 25, 25], 25.0)
    """
    for score in scores:
        if score not in SCORES:
            raise ValueError(f"{score} is no score of -2 to 2")
    times = Counter(scores)
    counts = [times[score] for score in SCORES]
    percent = percentages(counts)
    signs = [100.0 * ((score > 0) - (score < 0)) for score in scores]
    net = 100 * (counts[3] + counts[4] - counts[0] - counts[1]) / len(scores)
    return Preference(len(scores), counts, percent, net, mean_interval(signs, seed=seed))


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
