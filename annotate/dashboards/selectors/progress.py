"""Where the samples and the tasks of a project are, from tallies."""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime

from django.db.models import Count, Sum

from annotate.dashboards.schemas import overview as schemas
from annotate.dashboards.selectors.daily_stats import answers_by_stage, sums
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.workflow.models import Assignment, DailyStats, Purpose, Sample, SampleCounter, Task

_State = Sample.State
# (stage, split, state) to how many samples.
Places = Counter[tuple[str, str, str]]


def places_of(project: Project) -> Places:
    """Return how many samples are where: the sums over everybody's lanes."""
    rows = (
        SampleCounter.objects.filter(project=project)
        .order_by()
        .values_list("stage_key", "split", "state")
        .annotate(Sum("count"))
    )
    return Counter({(stage, split, state): number for stage, split, state, number in rows})


def progress(
    project: Project, places: Places, done: Mapping[str, int] | None = None
) -> schemas.Progress:
    """How far the samples have come: in all, by stage and by split.

    Args:
        done: how many answers each stage has, where that is known.
    """
    if done is None:
        done = answers_by_stage(
            sums(DailyStats.objects.filter(project=project), "stage_key", "index")
        )
    tasks = tasks_by_stage(project, done)
    return schemas.Progress(
        **_states(places),
        by_stage=[
            schemas.StageProgress(
                key=stage.key,
                title=stage.title,
                title_code=stage.title_code,
                **dict(tasks[stage.key]),
                **dict(passage(project, stage, places)),
            )
            for stage in project.recipe.stages
        ],
        by_split=[
            schemas.SplitProgress(split=split, **_states(only))
            for split in sorted({split for _, split, _ in places})
            if sum((only := _of_split(places, split)).values())
        ],
    )


def _of_split(places: Places, split: str) -> Places:
    return Counter({key: number for key, number in places.items() if key[1] == split})


def _states(places: Places) -> dict[str, int]:
    by_state: Counter[str] = Counter()
    for (_, _, state), number in places.items():
        by_state[state] += number
    return {
        "samples": by_state.total(),
        **{state: by_state[state] for state in _State.values},
    }


def passage(project: Project, stage: StageSpec, places: Places) -> schemas.Passage:
    """How many samples have not come to a stage, are there, and have been there.

    Samples that were taken out are none of these.
    """
    order = {each.key: place for place, each in enumerate(project.recipe.stages)}
    here, found = order[stage.key], Counter[str]()
    for (key, _, state), number in places.items():
        if state == _State.DONE:
            found["passed"] += number
        elif state == _State.WAITING or (state == _State.OPEN and key not in order):
            found["before"] += number
        elif state == _State.OPEN:
            at = order[key]
            found["before" if at < here else "here" if at == here else "passed"] += number
    return schemas.Passage(before=found["before"], here=found["here"], passed=found["passed"])


def tasks_by_stage(project: Project, done: Mapping[str, int]) -> Mapping[str, schemas.TaskCounts]:
    """By stage how many tasks wait for somebody and how many somebody works on.

    Both are read off partial indices, which hold no finished work.
    """
    open_ = (
        Task.objects.filter(project=project, state=Task.State.OPEN, purpose=Purpose.WORK)
        .order_by()
        .values_list("stage_key")
        .annotate(Count("id"))
    )
    held = (
        Assignment.objects.filter(
            project=project, state=Assignment.State.LIVE, task__purpose=Purpose.WORK
        )
        .order_by()
        .values_list("task__stage_key")
        .annotate(Count("id"))
    )
    by_stage = dict(open_), dict(held)
    return {
        stage.key: schemas.TaskCounts(
            open=by_stage[0].get(stage.key, 0),
            held=by_stage[1].get(stage.key, 0),
            done=done.get(stage.key, 0),
        )
        for stage in project.recipe.stages
    }


def oldest(project: Project, stage: StageSpec, number: int) -> list[schemas.OldestSample]:
    """The samples whose open tasks have waited longest, each once."""
    waiting = (
        Task.objects.filter(
            project=project, stage_key=stage.key, state=Task.State.OPEN, purpose=Purpose.WORK
        )
        .order_by("created_at", "pk")
        .values_list("sample_id", "index", "created_at")
    )
    found: dict[int, tuple[int, datetime]] = {}
    # All replicas of a sample were opened at once: the first of each sample is enough.
    for sample, index, since in waiting[: number * max(stage.replicas, 1)]:
        found.setdefault(sample, (index, since))
    shown = list(found.items())[:number]
    # Afterwards, or the database would join all that waits before it sorts.
    names = dict(
        Sample.objects.filter(pk__in=[sample for sample, _ in shown]).values_list(
            "pk", "image__name"
        )
    )
    return [
        schemas.OldestSample(sample=sample, image=names[sample], round=index, since=since)
        for sample, (index, since) in shown
    ]
