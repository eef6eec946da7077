"""The simulator of early stopping: what each threshold would have saved and lost (A10)."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from django.db.models import Sum

from annotate.analysis.early_stopping import THRESHOLDS, Later, going_on, saving
from annotate.analysis.histograms import SIMILARITY
from annotate.analysis.undefined import defined
from annotate.core import errors
from annotate.dashboards.schemas.rounds import Stopping, Threshold
from annotate.dashboards.selectors.fewer_rounds import fewer_rounds
from annotate.dashboards.selectors.filters import (
    is_in_rounds,
    most_rounds,
    ngram_size,
    stage_chosen,
    stage_name,
    with_rounds,
)
from annotate.dashboards.selectors.histograms import SMALL_N, all_bars_of
from annotate.messages import Message
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.workflow.models import DailyStats, HistogramBin


def stopping(project: Project, key: str | None) -> Stopping:
    """What the page about early stopping shows.

    Raises:
        Invalid: no text of the stage that was asked for goes through rounds.
    """
    stages = [stage_name(stage) for stage in with_rounds(project)]
    stage = stage_chosen(project, key)
    if not is_in_rounds(stage):
        if key is not None:
            raise errors.Invalid.field("stage", Message("no_rounds"))
        return Stopping(stages=stages, small_n=SMALL_N)
    done, later = _done(project, stage), _later(project, stage)
    stopped = _stopped(project, stage)
    return Stopping(
        stages=stages,
        stage=stage.key,
        rule=stage.stop,
        ngram=ngram_size(stage),
        rounds_allowed=most_rounds(stage),
        rounds_done=done.rounds,
        seconds_done=done.seconds,
        thresholds=[_threshold(later, stopped, value, done.rounds) for value in THRESHOLDS],
        fewer=fewer_rounds(project, stage),
        small_n=SMALL_N,
    )


class _Done(NamedTuple):
    rounds: int
    seconds: float


def _done(project: Project, stage: StageSpec) -> _Done:
    rows = DailyStats.objects.filter(project=project, stage_key=stage.key)
    sums = rows.aggregate(rounds=Sum("submissions"), seconds=Sum("active_seconds"))
    return _Done(rounds=sums["rounds"] or 0, seconds=sums["seconds"] or 0.0)


def _later(project: Project, stage: StageSpec) -> list[Later]:
    rows = (
        HistogramBin.objects.filter(
            project=project,
            stage_key=stage.key,
            measure=HistogramBin.Measure.PRIOR,
            n=ngram_size(stage),
        )
        .values_list("bin")
        .annotate(Sum("count"), Sum("tokens_gained"), Sum("edit_distance"), Sum("active_seconds"))
        .order_by("bin")
    )
    return [
        Later(
            low=SIMILARITY.counted.edges(place)[0],
            rounds=rounds,
            tokens_gained=tokens,
            edit_distance=edits,
            seconds=seconds,
        )
        for place, rounds, tokens, edits, seconds in rows
    ]


def _stopped(project: Project, stage: StageSpec) -> dict[float, int]:
    """How many texts were stopped at which similarity, by the size that the rule has now."""
    stopped: Counter[float] = Counter()
    for bars in all_bars_of(project, stage, HistogramBin.Measure.STOPPED).values():
        for place, bar in bars.items():
            stopped[SIMILARITY.counted.edges(place)[0]] += bar.count
    return stopped


def _threshold(
    later: list[Later], stopped: Mapping[float, int], threshold: float, rounds_done: int
) -> Threshold:
    saved = saving(later, threshold, rounds_done=rounds_done)
    return Threshold(
        threshold=threshold,
        rounds_saved=saved.rounds,
        share_saved=defined(saved.share),
        seconds_saved=saved.seconds,
        edit_distance_lost=saved.edit_distance,
        tokens_lost=saved.tokens,
        would_go_on=going_on(stopped, threshold),
    )
