"""Whether somebody works unlike the others, said early and from sums alone (mission A16).

IIW B.3 watches "the time, volume and patterns of augmentations" of each annotator. Somebody new
has given few answers, so their mean is uncertain; people differ from one another, so the pool's
mean is no yardstick by itself. The range given here is wide enough for both: a mean outside it
would be unusual for anybody of the pool who had given as few answers.
"""

import math
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from statistics import median
from typing import Generic, TypeVar

from annotate.analysis.undefined import Undefined
from annotate.messages import Message

LEVEL = 0.95
FEWEST_ANSWERS = 5
FEWEST_PEOPLE = 5

_FEW_DAYS = 10  # degrees of freedom below which the days do not tell how answers vary
_TOO_LITTLE = Undefined(Message("too_little_work"))
_NOBODY_ELSE = Undefined(Message("too_few_others"))
_NO_YARDSTICK = Undefined(Message("others_without_figure"))

PersonT = TypeVar("PersonT", bound=Hashable)


@dataclass(frozen=True, slots=True, kw_only=True)
class Work(Generic[PersonT]):
    """One person's answers to one round: their number and what they add up to.

    ``days`` is on how many days they were given, and ``squares`` the sum over these days of
    (what the day's answers add up to)² / (their number), from which one can tell how answers vary.
    """

    person: PersonT
    round: Hashable
    answers: int
    total: float
    days: int = 1
    squares: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Against:
    """A person's mean, and what all others would have had in the same rounds."""

    mean: float | Undefined
    pool_mean: float | Undefined
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """A person's mean beside the range in which the pool would put it."""

    value: float
    low: float
    high: float
    n: int
    people: int

    @property
    def is_low(self) -> bool:
        return self.value < self.low

    @property
    def is_high(self) -> bool:
        return self.value > self.high


def against_pool(works: Iterable[Work[PersonT]]) -> dict[PersonT, Against]:
    """Return each person's mean beside the others', weighted by the rounds the person worked in.

    First rounds change more than third ones, so a plain mean of the pool would call somebody who
    was given third rounds lazy. This is indirect standardisation: the others' mean of each round,
    weighted by how many answers *this* person gave there (Breslow & Day 1987, §2.3).

    Example: Ann gave two first rounds; the others' mean there is (30 + 60) / 3.

    >>> rows = [Work(person="Ann", round=1, answers=2, total=50),
    ...         Work(person="Ben", round=1, answers=1, total=30),
    ...         Work(person="Cem", round=1, answers=2, total=60),
    ...         Work(person="Cem", round=2, answers=9, total=9)]
    >>> compared = against_pool(rows)
    >>> compared["Ann"].mean, compared["Ann"].pool_mean
    (25.0, 30.0)
    >>> compared["Cem"].pool_mean  # nobody else did second rounds: only first ones are compared
    26.666666666666668
    """
    rows = _rows(works)
    pool = _Pool(rows)
    compared = {}
    for person, mine in rows.items():
        answers = sum(work.answers for work in mine)
        _, expected, n = pool.compared(mine)
        compared[person] = Against(
            mean=sum(work.total for work in mine) / answers if answers else _TOO_LITTLE,
            pool_mean=expected / n if n else _NOBODY_ELSE,
            n=answers,
        )
    return compared


def ranges(
    works: Iterable[Work[PersonT]],
    of: Collection[PersonT],
    *,
    fewest_answers: int = FEWEST_ANSWERS,
    fewest_people: int = FEWEST_PEOPLE,
    level: float = LEVEL,
) -> dict[PersonT, Range | Undefined]:
    """Return for each of these people the range in which the pool would put their mean.

    Each person's ratio is what their answers add up to, over what the others' would have in the
    same rounds. On the scale of logarithms, where twice as slow is as far as twice as fast, with
    the ratios of the k *others* who gave ``fewest_answers`` or more:

        centre ± t(k - 1) * sqrt(s² (1 + pi / 2k) + c² / n)

    ``centre`` is their median and ``s`` 1.4826 times their median absolute deviation, so that a
    few who click through do not become the measure. ``c`` is how widely the answers of one person
    vary, as the standard deviation over the mean, estimated from the days (one-way analysis of
    variance: the days' means around the person's, weighted by their answers); where too few days
    are known it is taken as 1, that of waiting times. ``n`` is the person's number of answers: the
    range of somebody new is wider. The form is that of a prediction interval for one more member
    of a group (Higgins, Thompson & Spiegelhalter 2009, §2.2).

    A range of ``level`` = 0.95 is left by one in twenty who work like everybody: a warning is a
    reason to look, and no more.

    Worked example: five others take 60, 60, 60, 50 and 72 seconds in the mean of 100 answers, the
    new one 20 in the mean of five.

    >>> rows = [Work(person=name, round=1, answers=100, total=100 * seconds)
    ...         for name, seconds in zip("ABCDE", (60, 60, 60, 50, 72))]
    >>> rows.append(Work(person="new", round=1, answers=5, total=100))
    >>> usual = ranges(rows, ["new"])["new"]
    >>> usual.value, round(usual.low), round(usual.high), usual.is_low
    (20.0, 17, 209, False)
    >>> rows[-1] = Work(person="new", round=1, answers=40, total=800)
    >>> ranges(rows, ["new"])["new"].is_low
    True
    """
    if not 0 < level < 1:
        raise ValueError(f"level must lie between 0 and 1, not {level}")
    rows = _rows(works)
    pool = _Pool(rows)
    ratios = {
        person: ratio
        for person, mine in rows.items()
        if (ratio := pool.log_ratio(mine, fewest_answers)) is not None
    }
    variation = _variation(rows)
    return {
        person: _range(person, rows.get(person, []), pool, ratios, variation, fewest_people, level)
        if person in ratios
        else _TOO_LITTLE
        for person in of
    }


def _range(
    person: PersonT,
    mine: Collection[Work[PersonT]],
    pool: "_Pool",
    ratios: Mapping[PersonT, float],
    variation: float,
    fewest_people: int,
    level: float,
) -> Range | Undefined:
    others = [ratio for other, ratio in ratios.items() if other != person]
    if len(others) < max(fewest_people, 2):
        return _NOBODY_ELSE
    centre = median(others)
    if not math.isfinite(centre):
        return _NO_YARDSTICK
    away = 1.4826 * median(abs(ratio - centre) for ratio in others)
    if not math.isfinite(away):
        return _NO_YARDSTICK
    from scipy.special import stdtrit

    total, expected, n = pool.compared(mine)
    error = math.sqrt(away**2 * (1 + math.pi / (2 * len(others))) + variation**2 / n)
    reach = float(stdtrit(len(others) - 1, (1 + level) / 2)) * error
    usual = expected / n
    return Range(
        value=total / n,
        low=usual * math.exp(centre - reach),
        high=usual * math.exp(centre + reach),
        n=n,
        people=len(others),
    )


class _Pool:
    """What all people together did in each round."""

    def __init__(self, rows: Mapping[PersonT, Collection[Work[PersonT]]]) -> None:
        self._answers: dict[Hashable, int] = defaultdict(int)
        self._totals: dict[Hashable, float] = defaultdict(float)
        for mine in rows.values():
            for work in mine:
                self._answers[work.round] += work.answers
                self._totals[work.round] += work.total

    def compared(self, mine: Collection[Work[PersonT]]) -> tuple[float, float, int]:
        """Return (total, what the others would have, answers) over the rounds others worked in."""
        total, expected, answers = 0.0, 0.0, 0
        for work in mine:
            others = self._answers[work.round] - work.answers
            if others <= 0:
                continue
            mean = max(0.0, self._totals[work.round] - work.total) / others
            total, expected = total + work.total, expected + mean * work.answers
            answers += work.answers
        return total, expected, answers

    def log_ratio(self, mine: Collection[Work[PersonT]], fewest: int) -> float | None:
        """Return the logarithm of the ratio; None where there is too little to take one."""
        total, expected, answers = self.compared(mine)
        if answers < fewest or expected <= 0:
            return None
        return math.log(total / expected) if total > 0 else -math.inf


def _rows(works: Iterable[Work[PersonT]]) -> dict[PersonT, list[Work[PersonT]]]:
    rows: dict[PersonT, list[Work[PersonT]]] = defaultdict(list)
    for work in works:
        if work.answers < 0 or work.total < 0:
            raise ValueError("neither answers nor what they add up to can be negative")
        if work.answers:
            rows[work.person].append(work)
    return rows


def _variation(rows: Mapping[PersonT, Collection[Work[PersonT]]]) -> float:
    """Return how widely the answers of one person to one round vary, over their mean."""
    spread, freedom = 0.0, 0
    for mine in rows.values():
        for work in mine:
            if work.total > 0 and work.days > 1:
                # Sum over days of n (mean of the day / mean - 1)².
                spread += work.squares * work.answers**2 / work.total**2 - work.answers
                freedom += work.days - 1
    if freedom < _FEW_DAYS:
        return 1.0
    return math.sqrt(max(0.0, spread) / freedom)
