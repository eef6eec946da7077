"""Flags about a person rather than an answer: known answers, and edits against the pool."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from annotate.analysis.quality.model import WORDS_CHANGED, FlagFound, FlagSettings
from annotate.analysis.undefined import Undefined, defined
from annotate.messages import Message

Key = int | str
KeyT = TypeVar("KeyT", bound=Key)

_NOBODY_ELSE = Undefined(Message("too_few_people"))
_TOO_LITTLE = Undefined(Message("too_little_work"))
_ALL_ALIKE = Undefined(Message("same_averages"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Gold:
    """How many parts with a known answer a person gave, and how many of them right."""

    right: int
    total: int

    @property
    def accuracy(self) -> float | Undefined:
        """The share given right, in [0, 1].

        >>> Gold(right=3, total=4).accuracy, bool(Gold(right=0, total=0).accuracy)
        (0.75, False)
        """
        if not self.total:
            return Undefined(Message("no_gold_asked"))
        return self.right / self.total


@dataclass(frozen=True, slots=True, kw_only=True)
class Average:
    """A person's average of something, and where it lies among the averages of all people."""

    mean: float | Undefined
    pool_mean: float | Undefined
    pool_sd: float | Undefined
    z: float | Undefined
    answers: int
    people: int


def gold_flags_of(
    records: Mapping[KeyT, Gold], settings: FlagSettings | None = None
) -> list[FlagFound]:
    """Return a flag for each person below the expected accuracy on enough known answers (C3).

    >>> [flag.worker for flag in gold_flags_of({"Ann": Gold(right=2, total=6)})]
    ['Ann']
    >>> gold_flags_of({"Ben": Gold(right=0, total=4)})  # too few to say anything
    []
    """
    settings = settings or FlagSettings()
    if "gold_accuracy" in settings.off:
        return []
    flags = []
    for worker, record in records.items():
        accuracy = defined(record.accuracy)
        if record.total < settings.gold_min_answers or accuracy is None:
            continue
        if accuracy < settings.gold_accuracy:
            numbers: dict[str, int | float | str] = {"right": record.right, "total": record.total}
            numbers |= {"accuracy": round(accuracy, 4), "limit": settings.gold_accuracy}
            flags.append(_flag(worker, "gold_accuracy", numbers))
    return flags


def averages_of(
    values: Mapping[KeyT, Sequence[float]], settings: FlagSettings | None = None
) -> dict[KeyT, Average]:
    """Return each person's average and its z among the averages of all people (IIW App. B.3).

    Only people with ``edit_min_answers`` values or more count, and z needs ``edit_min_people`` of
    them; mean and population SD are those of the people, the one in question included.

    Example: the averages 10, 10, 10, 10 and 60 have mean 20 and SD 20, so 60 has z = 2.

    >>> settings = FlagSettings(edit_min_answers=2)
    >>> people = {name: [9, 11] for name in "abcd"} | {"e": [50, 70], "f": [500]}
    >>> averages = averages_of(people, settings)
    >>> averages["e"].z, averages["a"].z, averages["f"].z.reason
    (2.0, -0.5, 'This person has done too little work to compare.')
    """
    means = {
        worker: (math.fsum(all_) / len(all_) if all_ else None, len(all_))
        for worker, all_ in values.items()
    }
    return averages_among(means, settings)


def averages_among(
    means: Mapping[KeyT, tuple[float | None, int]], settings: FlagSettings | None = None
) -> dict[KeyT, Average]:
    """Return the same of averages that are known, each with how many values it was made of.

    >>> averages_among({"a": (10.0, 9), "b": (60.0, 2)})["b"].answers
    2
    """
    settings = settings or FlagSettings()
    pool = [
        mean
        for mean, answers in means.values()
        if mean is not None and answers >= settings.edit_min_answers
    ]
    pool_mean, pool_sd = _pool(pool, settings)
    return {
        worker: Average(
            mean=_TOO_LITTLE if mean is None else mean,
            pool_mean=pool_mean,
            pool_sd=pool_sd,
            z=_z(mean, answers, pool_mean, pool_sd, settings),
            answers=answers,
            people=len(pool),
        )
        for worker, (mean, answers) in means.items()
    }


def edit_flags_of(
    values: Mapping[KeyT, Sequence[float]],
    settings: FlagSettings | None = None,
    *,
    unit: str = WORDS_CHANGED,
) -> list[FlagFound]:
    """Return a flag for each person whose average lies beyond ``edit_z`` of the pool (A16).

    ``values`` are edit distances in words, active seconds or whatever ``unit`` says, per answer.
    """
    return outliers_among(averages_of(values, settings), settings, unit=unit)


def outliers_among(
    averages: Mapping[KeyT, Average],
    settings: FlagSettings | None = None,
    *,
    unit: str = WORDS_CHANGED,
) -> list[FlagFound]:
    """Return the same flags for averages that have been compared."""
    settings = settings or FlagSettings()
    if "edit_outlier" in settings.off:
        return []
    flags = []
    for worker, average in averages.items():
        z = defined(average.z)
        if z is None or abs(z) <= settings.edit_z:
            continue
        numbers: dict[str, int | float | str] = {
            "mean": round(defined(average.mean) or 0.0, 4),
            "pool_mean": round(defined(average.pool_mean) or 0.0, 4),
            "pool_sd": round(defined(average.pool_sd) or 0.0, 4),
            "z": round(z, 4),
            "limit": settings.edit_z,
            "answers": average.answers,
            "people": average.people,
            "unit": unit,
        }
        flags.append(_flag(worker, "edit_outlier", numbers))
    return flags


def _pool(
    pool: Sequence[float], settings: FlagSettings
) -> tuple[float | Undefined, float | Undefined]:
    if len(pool) < settings.edit_min_people:
        return _NOBODY_ELSE, _NOBODY_ELSE
    mean = math.fsum(pool) / len(pool)
    if min(pool) == max(pool):
        return mean, 0.0
    return mean, math.sqrt(math.fsum((value - mean) ** 2 for value in pool) / len(pool))


def _z(
    mean: float | None,
    answers: int,
    pool_mean: float | Undefined,
    pool_sd: float | Undefined,
    settings: FlagSettings,
) -> float | Undefined:
    if mean is None or answers < settings.edit_min_answers:
        return _TOO_LITTLE
    if isinstance(pool_mean, Undefined) or isinstance(pool_sd, Undefined):
        return _NOBODY_ELSE
    return (mean - pool_mean) / pool_sd if pool_sd else _ALL_ALIKE


def _flag(worker: Key, code: str, numbers: dict[str, int | float | str]) -> FlagFound:
    return FlagFound(key=None, worker=worker, code=code, numbers=numbers)
