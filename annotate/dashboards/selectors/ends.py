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
        return _plain("finished" if known[Sample.State.DONE] else "none", remaining)
    today = now().date()
    if days is None:
        days = by_day(DailyStats.objects.filter(project=project))
    finished = finished_by_day({row.day: row.finished_samples for row in days}, today)
    predicted = forecast(finished, remaining, seed=abs(project.seed))
    if isinstance(predicted.mean, Undefined):
        too_early = 0 < len(finished) < FEWEST_DAYS
        return _plain("too_early" if too_early else "none", remaining, days_seen=len(finished))
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


_Unknown = Literal["finished", "none", "too_early"]


def _why(state: _Unknown) -> Message:
    match state:
        case "finished":
            return Message("forecast_finished")
        case "none":
            return Message("forecast_none", days=WINDOW)
        case "too_early":
            return Message("forecast_too_early", days=FEWEST_DAYS)


def finished_by_day(known: Mapping[date, int], today: date) -> list[int]:
    """How many samples were finished on each of the last full days since work began.

    Below zero is none: a review sent back what had been finished on that day.
    """
    if not known:
        return []
    first = max(min(known), today - timedelta(days=WINDOW))
    days = [first + timedelta(days=number) for number in range((today - first).days)]
    return [max(0, known.get(day, 0)) for day in days]


def _plain(state: _Unknown, remaining: int, *, days_seen: int = 0) -> schemas.Forecast:
    return schemas.Forecast(
        state=state,
        remaining=remaining,
        days_seen=days_seen,
        level=LEVEL,
        method=Notice.of(_why(state)),
    )


def _day(days: int | Undefined, today: date) -> date | None:
    number = defined(days)
    return None if number is None else today + timedelta(days=number)
