"""Whether fewer rounds would do for the whole stage; a lead decides it."""

from datetime import timedelta

from django.db.models import Max, Sum

from annotate.analysis.fewer_rounds import AlikeRounds, enough_rounds
from annotate.analysis.histograms import SIMILARITY, Bars
from annotate.analysis.undefined import defined
from annotate.dashboards.schemas.rounds import ComparedRounds, FewerRounds
from annotate.dashboards.selectors.filters import Days, most_rounds
from annotate.dashboards.selectors.histograms import bars_of, together
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.workflow.models import DailyStats, HistogramBin

# How far back "lately" reaches: people learn, and what they did at first says little of today.
DAYS = 28
USUAL_THRESHOLD = 0.8  # IIW §3.3


def fewer_rounds(project: Project, stage: StageSpec) -> FewerRounds | None:
    """What the rounds of the last four weeks of work say; None where nobody worked."""
    done = DailyStats.objects.filter(project=project, stage_key=stage.key, submissions__gt=0)
    last = done.aggregate(last=Max("day"))["last"]
    if last is None:
        return None
    days = Days(last - timedelta(days=DAYS - 1), last)
    threshold = stage.stop.threshold if stage.stop else USUAL_THRESHOLD
    bars = bars_of(project, stage, days, "month", HistogramBin.Measure.JACCARD)
    pairs = [
        _alike(index, together(by_time.values()), threshold)
        for (_, index), by_time in sorted(bars.items())
    ]
    proposed = enough_rounds(pairs, allowed=most_rounds(stage))
    spared = done.filter(index__gt=proposed or most_rounds(stage), **days.where).aggregate(
        rounds=Sum("submissions"), seconds=Sum("active_seconds")
    )
    return FewerRounds(
        threshold=threshold,
        first_day=last - timedelta(days=DAYS - 1),
        last_day=last,
        pairs=[_told(pair) for pair in pairs],
        proposed=proposed,
        rounds_spared=spared["rounds"] or 0,
        seconds_spared=spared["seconds"] or 0.0,
    )


def _alike(index: int, bars: Bars, threshold: float) -> AlikeRounds:
    """Count what lies in bins that are wholly at or above the threshold."""
    alike = sum(
        bar.count for place, bar in bars.items() if SIMILARITY.counted.edges(place)[0] >= threshold
    )
    return AlikeRounds(index, alike, sum(bar.count for bar in bars.values()))


def _told(pair: AlikeRounds) -> ComparedRounds:
    found = pair.share
    return ComparedRounds(
        first=pair.second - 1,
        second=pair.second,
        texts=pair.texts,
        alike=pair.alike,
        share=defined(found.mean),
        low=defined(found.low),
        high=defined(found.high),
    )
