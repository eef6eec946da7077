"""The overview of a project, and one stage at a glance."""

from collections.abc import Mapping, Sequence
from typing import Any

from annotate.dashboards.schemas import overview as schemas
from annotate.dashboards.selectors.daily_stats import answers_by_stage, by_day, mean, sums
from annotate.dashboards.selectors.ends import end_of
from annotate.dashboards.selectors.filters import stages_in_order
from annotate.dashboards.selectors.histograms import (
    MEASURES,
    AllBars,
    all_bars_of,
    histogram,
    summary,
)
from annotate.dashboards.selectors.jobs import jobs_in_brief, worker_state
from annotate.dashboards.selectors.progress import (
    oldest,
    passage,
    places_of,
    progress,
    tasks_by_stage,
    waiting_for_new_people,
)
from annotate.dashboards.selectors.rounds import rounds_in_brief
from annotate.dashboards.selectors.works import figures_of
from annotate.kinds.capabilities import MarksObjects
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.quality.models import Flag
from annotate.workflow.models import DailyStats
from annotate.workflow.services.counters.daily_stats import OBJECT_COUNTS

SHOWN_DAYS = 60
Row = dict[str, Any]


def overview(project: Project) -> schemas.Overview:
    """All that the project's overview page shows; the daily figures are read twice."""
    figures = DailyStats.objects.filter(project=project)
    by_round = sums(figures, "stage_key", "index")
    days = by_day(figures)
    places = places_of(project)
    bars = {stage.key: all_bars_of(project, stage, *MEASURES) for stage in project.recipe.stages}
    rounds = _rounds(project, by_round, bars)
    return schemas.Overview(
        progress=progress(project, places, answers_by_stage(by_round)),
        forecast=end_of(project, places, days),
        time_per_task=_time_per_task(rounds, bars),
        rounds=rounds,
        objects=objects_of(by_round),
        days=days[-SHOWN_DAYS:],
        blocked=waiting_for_new_people(project),
        jobs=jobs_in_brief(project),
        worker=worker_state(project),
    )


def _rounds(
    project: Project, by_round: Sequence[Row], bars: Mapping[str, AllBars]
) -> list[schemas.Round]:
    """One row per round: what IIW Fig. 2 plots, as means."""
    order, stages = stages_in_order(project)
    rows = [row for row in by_round if row["stage_key"] in order and row["submissions"]]
    rows.sort(key=lambda row: (order[row["stage_key"]], row["index"]))
    return [_round(row, stages[row["stage_key"]], bars[row["stage_key"]]) for row in rows]


def _round(row: Row, stage: StageSpec, bars: AllBars) -> schemas.Round:
    alike = summary("jaccard", bars.get(("jaccard", row["index"]), {}))
    return schemas.Round(
        stage=row["stage_key"],
        title=stage.title,
        title_code=stage.title_code,
        index=row["index"],
        submissions=row["submissions"],
        tokens_mean=mean(row["tokens"], row["submissions"]),
        active_seconds_mean=mean(row["active_seconds"], row["submissions"]),
        jaccard_mean=alike.mean,
        edit_distance_mean=mean(row["edit_distance"], row["edit_count"]),
        from_scratch=row["from_scratch"],
        stopped_early=row["stopped_early"],
    )


def objects_of(rows: Sequence[Row]) -> schemas.ObjectChanges:
    return schemas.ObjectChanges(**{name: sum(row[name] for row in rows) for name in OBJECT_COUNTS})


def _time_per_task(
    rounds: list[schemas.Round], bars: Mapping[str, AllBars]
) -> list[schemas.TaskTime]:
    """How long a task takes in each round, as a distribution over all of the time."""
    return [
        schemas.TaskTime(
            stage=row.stage,
            title=row.title,
            title_code=row.title_code,
            index=row.index,
            seconds=histogram("seconds", bars[row.stage].get(("seconds", row.index), {})),
        )
        for row in rounds
    ]


SHOWN_OLDEST = 10


def stage_page(project: Project, stage: StageSpec) -> schemas.StagePage:
    by_round = sums(figures_of(project, stage), "index")
    done = {stage.key: sum(row["submissions"] for row in by_round)}
    flags = Flag.objects.filter(project=project, state=Flag.State.OPEN, stage_key=stage.key)
    return schemas.StagePage(
        stage=schemas.StageHead.model_validate(stage, from_attributes=True),
        samples=passage(project, stage, places_of(project)),
        tasks=tasks_by_stage(project, done)[stage.key],
        rounds=rounds_in_brief(project, stage, by_round),
        skips=sum(row["skips"] for row in by_round),
        flags_open=flags.count(),
        oldest=oldest(project, stage, SHOWN_OLDEST),
        objects=objects_of(by_round) if isinstance(stage.kind_object, MarksObjects) else None,
    )
