"""When a project will be finished, from how many samples were on each of its last days."""

from datetime import date, timedelta
from typing import Any

from django.db.models import Min, Sum

from annotate.analysis.forecast import FEWEST_DAYS, LEVEL, WINDOW, Forecast, forecast
from annotate.analysis.undefined import Undefined, defined
from annotate.core.clock import now
from annotate.dashboards.selectors.progress import Places
from annotate.projects.models import Project
from annotate.workflow.models import DailyFigure, Sample

_LEFT = (Sample.State.WAITING, Sample.State.OPEN)


def end_of(project: Project, places: Places) -> dict[str, Any]:
    """Return the forecast of the overview."""
    known = {state: 0 for state in Sample.State.values}
    for (_, _, state), number in places.items():
        known[state] += number
    remaining = sum(known[state] for state in _LEFT)
    if not remaining:
        # Samples that were all taken out are no finished work.
        return _plain("finished" if known[Sample.State.DONE] else "none", remaining)
    today = now().date()
    days = finished_by_day(project, today)
    found = forecast(days, remaining, seed=abs(project.seed))
    if isinstance(found.mean, Undefined):
        state = "too_early" if 0 < len(days) < FEWEST_DAYS else "none"
        return _plain(state, remaining, days_seen=len(days))
    return {
        **_plain("known", remaining, days_seen=len(days)),
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


def finished_by_day(project: Project, today: date) -> list[int]:
    """Return how many samples were finished on each of the last full days since work began."""
    rows = DailyFigure.objects.filter(project=project)
    begun = rows.aggregate(first=Min("day"))["first"]
    if begun is None:
        return []
    first = max(begun, today - timedelta(days=WINDOW))
    counted = dict(
        rows.filter(day__gte=first, day__lt=today)
        .order_by()
        .values_list("day")
        .annotate(Sum("finished_samples"))
    )
    days = [first + timedelta(days=number) for number in range((today - first).days)]
    return [max(0, counted.get(day, 0)) for day in days]


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
