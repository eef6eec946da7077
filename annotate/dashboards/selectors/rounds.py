"""The round charts of IIW Fig. 2: tokens, time and similarity by round, and over calendar time."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any, TypeVar

from django.db.models import DateField, Max, Min, QuerySet, Sum
from django.db.models.functions import Trunc

from annotate.analysis.histograms import Bars
from annotate.dashboards.schemas import rounds as schemas
from annotate.dashboards.schemas.histograms import HistogramSummary
from annotate.dashboards.schemas.rounds import CalendarUnit
from annotate.dashboards.selectors.daily_stats import sums
from annotate.dashboards.selectors.filters import (
    Days,
    asked_of_people,
    ngram_size,
    stage_name,
)
from annotate.dashboards.selectors.histograms import (
    MEASURES,
    SMALL_N,
    AllBars,
    BarsOverTime,
    all_bars_of,
    bars_of,
    histogram,
    summary,
    together,
)
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.workflow.models import DailyStats

FormT = TypeVar("FormT", bound=HistogramSummary)
_COUNTS = ("submissions", "from_scratch", "stopped_early")
# A line with more points than this cannot be read.
_MOST_DAYS, _MOST_WEEKS = 62, 62 * 7
_Sums = dict[str, float]
# By round, then by the day with which a day, week or month begins.
_ByRound = dict[int, dict[date, _Sums]]


def rounds(project: Project, stage: StageSpec, days: Days) -> schemas.Rounds:
    figures = DailyStats.objects.filter(project=project, stage_key=stage.key, **days.where)
    unit = _unit(days, figures)
    bars = bars_of(project, stage, days, unit, *MEASURES)
    all_bars = {key: together(by_time.values()) for key, by_time in bars.items()}
    counted = _counted(figures, unit)
    return schemas.Rounds(
        stages=list(map(stage_name, asked_of_people(project))),
        stage=stage.key,
        first_day=days.first,
        last_day=days.last,
        ngram=ngram_size(stage),
        rounds=[
            _histograms(index, _added(by_time), all_bars) for index, by_time in counted.items()
        ],
        calendar=schemas.Calendar(
            unit=unit,
            pairs=_pairs(stage, bars),
            rounds=[
                schemas.RoundOverTime(index=index, points=_points(index, by_time, bars))
                for index, by_time in counted.items()
            ],
        ),
        small_n=SMALL_N,
    )


def rounds_in_brief(
    project: Project, stage: StageSpec, by_round: Iterable[Mapping[str, Any]] | None = None
) -> list[schemas.RoundBrief]:
    """The same rounds over all of the time, each distribution in a few numbers.

    Args:
        by_round: the sums of each round of the stage, where they are known.
    """
    if by_round is None:
        by_round = sums(DailyStats.objects.filter(project=project, stage_key=stage.key), "index")
    bars = all_bars_of(project, stage, *MEASURES)
    return [_brief(row["index"], row, bars) for row in by_round if row["submissions"]]


def _unit(days: Days, figures: QuerySet[DailyStats]) -> CalendarUnit:
    """The finest unit in which the time has no more points than can be read."""
    first, last = days.first, days.last
    if first is None or last is None:
        ends = figures.aggregate(first=Min("day"), last=Max("day"))
        first, last = first or ends["first"], last or ends["last"]
    if first is None or last is None or (last - first).days < _MOST_DAYS:
        return "day"
    return "week" if (last - first).days < _MOST_WEEKS else "month"


def _counted(figures: QuerySet[DailyStats], unit: CalendarUnit) -> _ByRound:
    rows: Any = (
        figures.annotate(start=Trunc("day", unit, output_field=DateField()))
        .values("index", "start")
        .annotate(**{f"sum_{name}": Sum(name) for name in _COUNTS})
        .order_by("index", "start")
    )
    by_round: _ByRound = defaultdict(dict)
    for row in rows:
        # A day on which somebody only skipped is no day of the round.
        if row["sum_submissions"]:
            by_round[row["index"]][row["start"]] = {name: row[f"sum_{name}"] for name in _COUNTS}
    return by_round


def _histograms(index: int, added: Mapping[str, float], bars: AllBars) -> schemas.RoundHistograms:
    return schemas.RoundHistograms(
        **_counts(index, added), **_distributions(histogram, index, bars)
    )


def _brief(index: int, added: Mapping[str, float], bars: AllBars) -> schemas.RoundBrief:
    return schemas.RoundBrief(**_counts(index, added), **_distributions(summary, index, bars))


def _counts(index: int, added: Mapping[str, float]) -> dict[str, int]:
    names = ("submissions", "from_scratch", "stopped_early")
    return {"index": index, **{name: int(added[name]) for name in names}}


def _distributions(
    form: Callable[[str, Bars], FormT], index: int, bars: AllBars
) -> dict[str, FormT]:
    return {measure: form(measure, bars.get((measure, index), {})) for measure in MEASURES}


def _added(by_time: Mapping[date, _Sums]) -> _Sums:
    return {name: sum(sums_[name] for sums_ in by_time.values()) for name in _COUNTS}


def _points(index: int, by_time: dict[date, _Sums], bars: BarsOverTime) -> list[schemas.RoundPoint]:
    tokens, seconds = bars.get(("tokens", index), {}), bars.get(("seconds", index), {})
    return [
        schemas.RoundPoint(
            start=start,
            n=int(added["submissions"]),
            tokens=summary("tokens", tokens.get(start, {})),
            seconds=summary("seconds", seconds.get(start, {})),
        )
        for start, added in sorted(by_time.items())
    ]


def _pairs(stage: StageSpec, bars: BarsOverTime) -> list[schemas.PairOverTime]:
    """The similarity of each round to the one before it; replicas are no rounds."""
    if stage.mode != "sequential":
        return []
    jaccard = sorted((index, by) for (measure, index), by in bars.items() if measure == "jaccard")
    return [
        schemas.PairOverTime(
            first=index - 1,
            second=index,
            points=[
                schemas.PairPoint(start=start, n=alike.n, jaccard=alike)
                for start, alike in (
                    (start, summary("jaccard", only)) for start, only in sorted(by_time.items())
                )
            ],
        )
        for index, by_time in jaccard
    ]
