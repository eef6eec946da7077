"""Distributions from the bars that submissions were counted in; no answer is read."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db.models import DateField, QuerySet, Sum
from django.db.models.functions import Trunc

from annotate.analysis.histograms import SECONDS, SIMILARITY, TOKENS, Bins
from annotate.dashboards.schemas.histograms import Histogram, HistogramBar, HistogramSummary
from annotate.dashboards.schemas.rounds import CalendarUnit
from annotate.dashboards.selectors.filters import Days
from annotate.projects.models import Project
from annotate.workflow.models import HistogramBin

Counts = Mapping[int, int]
# By measure and round, then by the day with which a day, week or month begins.
Bars = Mapping[tuple[str, int], Mapping[date, Counter[int]]]

# The same over all of the time.
AllBars = Mapping[tuple[str, int], Counter[int]]

# Below this many answers a chart says that it rests on few.
SMALL_N = 30
MEASURES: Mapping[str, Bins] = {"tokens": TOKENS, "seconds": SECONDS, "jaccard": SIMILARITY}
_QUANTILES = {"q10": 0.1, "q25": 0.25, "median": 0.5, "q75": 0.75, "q90": 0.9}


def bars_of(
    project: Project, stage_key: str, days: Days, unit: CalendarUnit, *measures: str
) -> dict[tuple[str, int], dict[date, Counter[int]]]:
    """How many submissions of a stage fell into each bin, over time."""
    rows = (
        _bins(project, stage_key, days, *measures)
        .annotate(start=Trunc("day", unit, output_field=DateField()))
        .values_list("measure", "index", "start", "bin")
        .annotate(number=Sum("count"))
    )
    bars: dict[tuple[str, int], dict[date, Counter[int]]] = defaultdict(dict)
    for measure, index, start, place, number in rows:
        if number:
            bars[measure, index].setdefault(start, Counter())[place] += number
    return bars


def all_bars_of(
    project: Project, stage_key: str, *measures: str
) -> dict[tuple[str, int], Counter[int]]:
    """The same over all of the time: a few rows, whatever the number of days."""
    rows = (
        _bins(project, stage_key, Days(), *measures)
        .values_list("measure", "index", "bin")
        .annotate(number=Sum("count"))
    )
    bars: dict[tuple[str, int], Counter[int]] = defaultdict(Counter)
    for measure, index, place, number in rows:
        bars[measure, index][place] += number
    return bars


def _bins(project: Project, stage_key: str, days: Days, *measures: str) -> QuerySet[HistogramBin]:
    bins = HistogramBin.objects.filter(project=project, stage_key=stage_key, measure__in=measures)
    return bins.filter(**days.where).order_by()


def total(by_time: Mapping[date, Counter[int]]) -> Counter[int]:
    """The bars of all times together."""
    together: Counter[int] = Counter()
    for counts in by_time.values():
        together.update(counts)
    return together


def summary(measure: str, counts: Counts, mean: float | None = None) -> HistogramSummary:
    """A distribution in a few numbers; each None where nothing was counted.

    Args:
        mean: as the sums give it; else it is taken from the middles of the bars, which is right
            to half a bar.
    """
    return HistogramSummary(**_numbers(measure, counts, mean))


def histogram(measure: str, counts: Counts, mean: float | None = None) -> Histogram:
    """A distribution with its bars, from the first to the last that is not empty."""
    return Histogram(**_numbers(measure, counts, mean), bins=_bars(MEASURES[measure], counts))


def _numbers(measure: str, counts: Counts, mean: float | None) -> dict[str, Any]:
    bins = MEASURES[measure]
    number = sum(counts.values())
    if not number:
        return {"n": 0, "mean": None, **dict.fromkeys(_QUANTILES)}
    return {
        "n": number,
        "mean": _middle(bins, counts) if mean is None else mean,
        **{name: bins.quantile(counts, q) for name, q in _QUANTILES.items()},
    }


def _bars(bins: Bins, counts: Counts) -> list[HistogramBar]:
    filled = [place for place, number in counts.items() if number]
    if not filled:
        return []
    places = range(min(filled), max(filled) + 1)
    edges = ((place, *bins.edges(place)) for place in places)
    return [
        HistogramBar(low=low, high=high, count=counts.get(place, 0)) for place, low, high in edges
    ]


def _middle(bins: Bins, counts: Counts) -> float:
    total = 0.0
    for place, number in counts.items():
        low, high = bins.edges(place)
        total += number * (low if high is None else (low + high) / 2)
    return total / sum(counts.values())
