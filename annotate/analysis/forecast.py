"""When the work will be done, and how far that can be trusted.

From nothing but how many things were finished on each of the last days. Nothing is known here of
holidays to come, of people who join or leave, or of harder images at the end: the forecast says
when the work ends *if it goes on as it did*.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from annotate.analysis.undefined import Undefined
from annotate.messages import Message

WINDOW = 28  # days; whole weeks, so that every day of the week counts alike
# A whole week: from Monday to Friday alone nothing tells that nobody works on Saturdays.
FEWEST_DAYS = 7
LEVEL = 0.9
RESAMPLES = 2000
# Nobody plans beyond; and a date has an end.
_FARTHEST = 36_525

_NO_DAYS = Undefined(Message("too_few_days", fewest=FEWEST_DAYS))
_NOTHING_DONE = Undefined(Message("no_progress_on_days"))
_OUT_OF_SIGHT = Undefined(Message("no_end_in_sight"))

Days = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """The pace with its interval, and in how many days the rest is done; 1 is tomorrow."""

    mean: float | Undefined
    low: float | Undefined
    high: float | Undefined
    expected: int | Undefined
    earliest: int | Undefined
    latest: int | Undefined
    days_seen: int


def forecast(
    finished: Sequence[int],
    remaining: int,
    *,
    seed: int,
    level: float = LEVEL,
    resamples: int = RESAMPLES,
) -> Forecast:
    """Return when ``remaining`` things will be done, from how many were on each day seen.

    A bootstrap over days (Efron & Tibshirani 1993, §8 and §13.3), in two steps, ``resamples``
    times over. First as many days as were seen are drawn with replacement: the days as they might
    have been, whose mean is one possible pace. Then a course of days to come is drawn from these,
    one after the other; when it is used up, work goes on at its pace. So both what is uncertain
    count: the pace, which matters far ahead, and the days themselves, which matter near the end.
    ``low`` and ``high`` hold the middle ``level`` of the paces, ``earliest`` and ``latest`` of the
    courses, and half of the courses are over at ``expected``.

    Days are drawn one by one. A rhythm of the week, once all of the week has been seen, makes the
    interval wider than need be; a pace that rises or falls makes it narrower. ``finished`` holds
    every day, those without work too, and no day that is still going on.

    Undefined below seven days, and where nothing was finished. ``latest`` is undefined where a
    twentieth of the courses never ends.

    Worked example: ten a day on each of seven days leave no doubt that 35 take four days more.

    >>> ends = forecast([10] * 7, 35, seed=1)
    >>> ends.mean, ends.low, ends.high, ends.earliest, ends.expected, ends.latest
    (10.0, 10.0, 10.0, 4, 4, 4)
    >>> forecast([10, 12], 35, seed=1).expected.reason
    'Fewer than 7 full days have been seen.'
    """
    if remaining < 0 or any(number < 0 for number in finished):
        raise ValueError("numbers of things must be 0 or more")
    if not 0 < level < 1 or resamples < 1:
        raise ValueError("level must lie between 0 and 1, and resamples be 1 or more")
    days = np.asarray(finished, dtype=np.float64)
    if days.size < FEWEST_DAYS:
        return _nothing(_NO_DAYS, days.size)
    if not days.any():
        return _nothing(_NOTHING_DONE, days.size)
    generator = np.random.default_rng(seed)
    seen = days[generator.integers(0, days.size, (resamples, days.size))]
    order = generator.integers(0, days.size, (resamples, days.size))
    lasts = _lasts(np.take_along_axis(seen, order, axis=1), seen.mean(axis=1), remaining)
    ends = ((1 - level) / 2, (1 + level) / 2)
    low, high = np.quantile(seen.mean(axis=1), ends)
    # Whole days: a course that has its end at noon is over that evening.
    earliest, expected, latest = np.quantile(lasts, (ends[0], 0.5, ends[1]), method="higher")
    return Forecast(
        mean=float(days.mean()),
        low=float(low),
        high=float(high),
        expected=_day(expected),
        earliest=_day(earliest),
        latest=_day(latest),
        days_seen=int(days.size),
    )


def _lasts(courses: Days, paces: Days, remaining: int) -> Days:
    """Return how many days each course takes; infinity where it never ends."""
    done = np.cumsum(courses, axis=1)
    within = (done < remaining).sum(axis=1) + 1.0
    left = remaining - done[:, -1]
    never = np.full(len(courses), np.inf)
    beyond = courses.shape[1] + np.ceil(np.divide(left, paces, out=never, where=paces > 0))
    days: Days = np.where(left > 0, beyond, within) if remaining else np.zeros(len(courses))
    return days


def _day(number: float) -> int | Undefined:
    return int(number) if number <= _FARTHEST else _OUT_OF_SIGHT


def _nothing(why: Undefined, days: int) -> Forecast:
    return Forecast(
        mean=why, low=why, high=why, expected=why, earliest=why, latest=why, days_seen=int(days)
    )
