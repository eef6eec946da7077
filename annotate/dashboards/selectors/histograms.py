"""Distributions from the bars that submissions were counted in; no answer is read."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import date

from django.db.models import DateField, QuerySet, Sum
from django.db.models.functions import Trunc

from annotate.analysis.histograms import NOTHING, SECONDS, SIMILARITY, TOKENS, Bar, Bars, Scale
from annotate.dashboards.schemas.histograms import Histogram, HistogramBar, HistogramSummary
from annotate.dashboards.schemas.rounds import CalendarUnit
from annotate.dashboards.selectors.filters import Days, ngram_size
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.workflow.models import HistogramBin

# By measure and round, then by the day with which a day, week or month begins.
BarsOverTime = Mapping[tuple[str, int], Mapping[date, Bars]]

# The same over all of the time.
AllBars = Mapping[tuple[str, int], Bars]

# Below this many answers a chart says that it rests on few.
SMALL_N = 30
MEASURES: Mapping[str, Scale] = {"tokens": TOKENS, "seconds": SECONDS, "jaccard": SIMILARITY}


def bars_of(
    project: Project, stage: StageSpec, days: Days, unit: CalendarUnit, *measures: str
) -> dict[tuple[str, int], dict[date, dict[int, Bar]]]:
    """How many submissions of a stage fell into each bin, over time."""
    rows = (
        _bins(project, stage, days, *measures)
        .annotate(start=Trunc("day", unit, output_field=DateField()))
        .values_list("measure", "index", "start", "bin")
        .annotate(Sum("count"), Sum("total"))
    )
    bars: dict[tuple[str, int], dict[date, dict[int, Bar]]] = defaultdict(dict)
    for measure, index, start, place, number, amount in rows:
        if number:
            bars[measure, index].setdefault(start, {})[place] = Bar(number, amount)
    return bars


def all_bars_of(
    project: Project, stage: StageSpec, *measures: str
) -> dict[tuple[str, int], dict[int, Bar]]:
    """The same over all of the time: as many rows as there are bins, whatever the days."""
    rows = (
        _bins(project, stage, Days(), *measures)
        .values_list("measure", "index", "bin")
        .annotate(Sum("count"), Sum("total"))
    )
    bars: dict[tuple[str, int], dict[int, Bar]] = defaultdict(dict)
    for measure, index, place, number, amount in rows:
        if number:
            bars[measure, index][place] = Bar(number, amount)
    return bars


def _bins(project: Project, stage: StageSpec, days: Days, *measures: str) -> QuerySet[HistogramBin]:
    """The rows of these measures; of similarities those by the size that the rule has now."""
    bins = HistogramBin.objects.filter(
        project=project,
        stage_key=stage.key,
        measure__in=measures,
        n__in=(0, ngram_size(stage)),
    )
    return bins.filter(**days.where).order_by()


def together(parts: Iterable[Bars]) -> dict[int, Bar]:
    """The bars of several times as one."""
    added: dict[int, Bar] = {}
    for bars in parts:
        for place, bar in bars.items():
            added[place] = added.get(place, NOTHING) + bar
    return added


def summary(measure: str, bars: Bars) -> HistogramSummary:
    """A distribution in a few numbers; each None where nothing was counted."""
    return HistogramSummary(**asdict(MEASURES[measure].counted.summary(bars)))


def histogram(measure: str, bars: Bars) -> Histogram:
    """A distribution with its bars, from the first to the last that is not empty."""
    return Histogram(**dict(summary(measure, bars)), bins=_bars(MEASURES[measure], bars))


def _bars(scale: Scale, bars: Bars) -> list[HistogramBar]:
    counts = scale.drawn(bars)
    if not counts:
        return []
    places = range(min(counts), max(counts) + 1)
    edges = ((place, *scale.shown.edges(place)) for place in places)
    return [
        HistogramBar(low=low, high=high, count=counts.get(place, 0)) for place, low, high in edges
    ]
