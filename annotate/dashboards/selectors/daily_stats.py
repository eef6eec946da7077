"""Sums of the daily figures, grouped as a page needs them."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from django.db.models import Max, QuerySet, Sum

from annotate.dashboards.schemas.overview import Day
from annotate.workflow.models import DailyStats
from annotate.workflow.services.counters.daily_stats import SUMS


def sums(rows: QuerySet[DailyStats], *by: str) -> list[dict[str, Any]]:
    """Every sum, and when the last of it happened, by these columns."""
    wanted = {name: Sum(name) for name in SUMS}
    return list(rows.values(*by).annotate(**wanted, last=Max("last_at")).order_by(*by))


def mean(total: float, count: int) -> float | None:
    return total / count if count else None


def answers_by_stage(rows: Iterable[dict[str, Any]]) -> dict[str, int]:
    number: Counter[str] = Counter()
    for row in rows:
        number[row["stage_key"]] += row["submissions"]
    return dict(number)


def by_day(figures: QuerySet[DailyStats]) -> list[Day]:
    """What was submitted and finished on each day on which anything was done."""
    rows = (
        figures.values("day")
        .annotate(submissions=Sum("submissions"), finished_samples=Sum("finished_samples"))
        .order_by("day")
    )
    return [Day(**row) for row in rows]
