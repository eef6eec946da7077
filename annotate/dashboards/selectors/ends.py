"""When a project will be finished, from how many samples were on each of its last days."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from annotate.analysis.forecast import FEWEST_DAYS, LEVEL, WINDOW, Forecast, forecast
from annotate.analysis.undefined import Undefined, defined
from annotate.core.clock import now
from annotate.dashboards.selectors.daily_stats import by_day
from annotate.dashboards.selectors.progress import Places
from annotate.projects.models import Project
from annotate.workflow.models import DailyStats, Sample

_LEFT = (Sample.State.WAITING, Sample.State.OPEN)


def end_of(
    project: Project, places: Places, days: Sequence[Mapping[str, Any]] | None = None
) -> dict[str, Any]:
    """Return the forecast of the overview.

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
    finished = finished_by_day({row["day"]: row["finished_samples"] for row in days}, today)
    found = forecast(finished, remaining, seed=abs(project.seed))
    if isinstance(found.mean, Undefined):
        state = "too_early" if 0 < len(finished) < FEWEST_DAYS else "none"
        return _plain(state, remaining, days_seen=len(finished))
    return {
        **_plain("known", remaining, days_seen=len(finished)),
        "per_day": {"mean": found.mean, "low": found.low, "high": found.high},
        **_dates(found, today),
        "method": (
            f"{RESAMPLED} Half of them end by the expected day, and "
            f"{LEVEL:.0%} between the earliest and the latest."
        ),
    }


RESAMPLED = (
    f"Courses of days to come, drawn by chance from the last {WINDOW} full days, those without "
    "work included. It holds if work goes on as it did on them."
)
_WHY = {
    "finished": "Every sample is done or was taken out.",
    "none": f"Nothing was finished on the last {WINDOW} days.",
    "too_early": f"A forecast needs {FEWEST_DAYS} full days since the first work.",
}


def finished_by_day(known: Mapping[date, int], today: date) -> list[int]:
    """Return how many samples were finished on each of the last full days since work began.

    Below zero is none: a review sent back what had been finished on that day.
    """
    if not known:
        return []
    first = max(min(known), today - timedelta(days=WINDOW))
    days = [first + timedelta(days=number) for number in range((today - first).days)]
    return [max(0, known.get(day, 0)) for day in days]


def _plain(state: str, remaining: int, *, days_seen: int = 0) -> dict[str, Any]:
    return {
        "state": state,
        "remaining": remaining,
        "per_day": None,
        "days_seen": days_seen,
        "expected": None,
        "earliest": None,
        "latest": None,
        "level": LEVEL,
        "method": _WHY.get(state, ""),
    }


def _dates(found: Forecast, today: date) -> dict[str, date | None]:
    ends = {"expected": found.expected, "earliest": found.earliest, "latest": found.latest}
    return {
        name: None if (number := defined(end)) is None else today + timedelta(days=number)
        for name, end in ends.items()
    }
