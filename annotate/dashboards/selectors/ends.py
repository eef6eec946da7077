"""When a project will be finished, from how many samples were on each of its last days."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Literal

from annotate.analysis.forecast import FEWEST_DAYS, LEVEL, WINDOW, forecast
from annotate.analysis.undefined import Undefined, defined
from annotate.core.clock import now
from annotate.core.schemas import Notice
from annotate.dashboards.schemas import overview as schemas
from annotate.dashboards.schemas.overview import Day
from annotate.dashboards.selectors.daily_stats import by_day
from annotate.dashboards.selectors.progress import Places
from annotate.messages import Message
from annotate.projects.models import Project
from annotate.workflow.models import DailyStats, Sample

_LEFT = (Sample.State.WAITING, Sample.State.OPEN)


def end_of(project: Project, places: Places, days: Sequence[Day] | None = None) -> schemas.Forecast:
    """The forecast of the overview.

    Args:
        days: how many samples were finished on each day, where that is known.
    """
    known = {state: 0 for state in Sample.State.values}
    for (_, _, state), number in places.items():
        known[state] += number
    remaining = sum(known[state] for state in _LEFT)
    if not remaining:
        # Samples that were all taken out are no finished work.
        is_done = known[Sample.State.DONE] > 0
        return _plain("finished", 0, _FINISHED) if is_done else _plain("none", 0, _NO_SAMPLES)
    today = now().date()
    if days is None:
        days = by_day(DailyStats.objects.filter(project=project))
    finished = finished_by_day({row.day: row.finished_samples for row in days}, today)
    predicted = forecast(finished, remaining, seed=abs(project.seed))
    if isinstance(predicted.mean, Undefined):
        any_yet = known[Sample.State.DONE] > 0 or any(row.finished_samples > 0 for row in days)
        return _unknown(remaining, len(finished), any_yet=any_yet)
    return schemas.Forecast(
        state="known",
        remaining=remaining,
        days_seen=len(finished),
        per_day=schemas.Pace(mean=predicted.mean, low=predicted.low, high=predicted.high),
        expected=_day(predicted.expected, today),
        earliest=_day(predicted.earliest, today),
        latest=_day(predicted.latest, today),
        level=LEVEL,
        method=Notice.of(Message("forecast_known", days=WINDOW, level=LEVEL)),
    )


_FINISHED = Message("forecast_finished")
_NO_SAMPLES = Message("forecast_no_samples")


def _unknown(remaining: int, days_seen: int, *, any_yet: bool) -> schemas.Forecast:
    """Why there is no date although there is work left.

    Args:
        any_yet: whether any sample has been finished.
    """
    if not any_yet:
        return _plain("none", remaining, Message("forecast_nothing_finished"), days_seen)
    if days_seen < FEWEST_DAYS:
        why = Message("forecast_too_early", days=FEWEST_DAYS, seen=days_seen)
        return _plain("too_early", remaining, why, days_seen)
    return _plain("none", remaining, Message("forecast_none", days=days_seen), days_seen)


def finished_by_day(known: Mapping[date, int], today: date) -> list[int]:
    """How many samples were finished on each of the last full days since work began.

    Below zero is none: a review sent back what had been finished on that day.
    """
    if not known:
        return []
    first = max(min(known), today - timedelta(days=WINDOW))
    days = [first + timedelta(days=number) for number in range((today - first).days)]
    return [max(0, known.get(day, 0)) for day in days]


def _plain(
    state: Literal["finished", "none", "too_early"],
    remaining: int,
    why: Message,
    days_seen: int = 0,
) -> schemas.Forecast:
    return schemas.Forecast(
        state=state,
        remaining=remaining,
        days_seen=days_seen,
        level=LEVEL,
        method=Notice.of(why),
    )


def _day(days: int | Undefined, today: date) -> date | None:
    number = defined(days)
    return None if number is None else today + timedelta(days=number)
