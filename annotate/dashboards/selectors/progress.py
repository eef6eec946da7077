"""Where the samples and the tasks of a project are, and what nobody may take any more."""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime

from django.db.models import Count, Exists, OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce

from annotate.dashboards.schemas import overview as schemas
from annotate.dashboards.schemas.overview import Blocked
from annotate.dashboards.selectors.daily_stats import answers_by_stage, sums
from annotate.dashboards.selectors.filters import stages_in_order
from annotate.projects.models import Membership, Project, Role
from annotate.projects.recipes import StageSpec
from annotate.workflow.models import (
    Assignment,
    Batch,
    DailyStats,
    JudgeBar,
    Purpose,
    Sample,
    SampleCounter,
    Task,
)
from annotate.workflow.selectors.queue import other_bars

_State = Sample.State
# (stage, split, state) to how many samples.
Places = Counter[tuple[str, str, str]]
WAITING_FOR_BATCH = "waiting_for_batch"


def places_of(project: Project) -> Places:
    """How many samples are where: the sums over everybody's lanes."""
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
        figures = DailyStats.objects.filter(project=project)
        done = answers_by_stage(sums(figures, "stage_key", "index"))
    tasks = tasks_by_stage(project, done)
    by_state = _told_apart(project, places)
    return schemas.Progress(
        **_states(by_state),
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
            if sum((only := _of_split(by_state, split)).values())
        ],
    )


def _told_apart(project: Project, places: Places) -> Places:
    """Return places in which open samples that nobody is offered have a state of their own."""
    parked = _waiting_for_batch(project)
    apart = Counter(places)
    for (stage, split), number in parked.items():
        number = min(number, apart[stage, split, _State.OPEN])  # the two are read one by one
        apart[stage, split, _State.OPEN] -= number
        apart[stage, split, WAITING_FOR_BATCH] += number
    return apart


def _waiting_for_batch(project: Project) -> Counter[tuple[str, str]]:
    """How many open samples are in no open batch, where there are batches, by stage and split.

    Those that somebody works on still are none of them.
    """
    opened = Batch.objects.filter(project=project, state=Batch.State.OPEN)
    if not Batch.objects.filter(project=project).exists():
        return Counter()
    tasks = Task.objects.filter(sample=OuterRef("pk"), purpose=Purpose.WORK).order_by()
    rows = (
        Sample.objects.filter(project=project, state=_State.OPEN)
        .exclude(batch__in=opened.values("pk"), batch__isnull=False)
        .filter(Exists(tasks.filter(state=Task.State.PARKED)))
        .filter(~Exists(tasks.filter(state__in=[Task.State.OPEN, Task.State.HELD])))
        .order_by()
        .values_list("stage_key", "split")
        .annotate(number=Count("pk"))
    )
    return Counter({(stage, split): number for stage, split, number in rows})


def _of_split(places: Places, split: str) -> Places:
    return Counter({key: number for key, number in places.items() if key[1] == split})


def _states(places: Places) -> dict[str, int]:
    by_state: Counter[str] = Counter()
    for (_, _, state), number in places.items():
        by_state[state] += number
    states = (*_State.values, WAITING_FOR_BATCH)
    return {"samples": by_state.total(), **{state: by_state[state] for state in states}}


def passage(project: Project, stage: StageSpec, places: Places) -> schemas.Passage:
    """How many samples have not come to a stage, are there, and have been there.

    Samples that were taken out are none of these.
    """
    order, _ = stages_in_order(project)
    here, counts = order[stage.key], Counter[str]()
    for (key, _, state), number in places.items():
        if state == _State.DONE:
            counts["passed"] += number
        elif state == _State.WAITING or (state == _State.OPEN and key not in order):
            counts["before"] += number
        elif state == _State.OPEN:
            at = order[key]
            counts["before" if at < here else "here" if at == here else "passed"] += number
    return schemas.Passage(before=counts["before"], here=counts["here"], passed=counts["passed"])


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
    waiting, live = dict(open_), dict(held)
    return {
        key: schemas.TaskCounts(
            open=waiting.get(key, 0), held=live.get(key, 0), done=done.get(key, 0)
        )
        for key in project.recipe.stage_keys
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
    first: dict[int, tuple[int, datetime]] = {}
    # All replicas of a sample were opened at once: the first of each sample is enough.
    for sample, index, since in waiting[: number * max(stage.replicas, 1)]:
        first.setdefault(sample, (index, since))
    chosen = list(first.items())[:number]
    # Afterwards, or the database would join all that waits before it sorts.
    samples = Sample.objects.filter(pk__in=[sample for sample, _ in chosen])
    names = dict(samples.values_list("pk", "image__name"))
    return [
        schemas.OldestSample(sample=sample, image=names[sample], round=index, since=since)
        for sample, (index, since) in chosen
    ]


# Open tasks of a stage that are looked at. What nobody may take stays open while what comes after
# it is handed out, so that it gathers at the front: enough to warn, whatever else is open.
LOOKED_AT = 1000


def waiting_for_new_people(project: Project) -> Blocked:
    """How many open tasks no annotator may take: each of them has worked on the sample.

    Leads and reviewers may annotate, but nobody can count on it. Of each stage the first thousand
    open tasks are looked at, in the order in which they are handed out.
    """
    members = Membership.objects.filter(
        project=project, is_blocked=False, user__is_blocked=False, role=Role.ANNOTATOR
    )
    people = list(members.values_list("user", flat=True))
    stuck = [_stuck(project, stage, people) for stage in project.recipe.stages] if people else []
    return Blocked(samples_waiting_for_new_people=sum(stuck), annotators=len(people))


def _stuck(project: Project, stage: StageSpec, people: list[int]) -> int:
    first = Task.objects.filter(
        project=project, stage_key=stage.key, state=Task.State.OPEN
    ).order_by("order_key")
    ids = list(first.values_list("pk", flat=True)[:LOOKED_AT])
    if not ids:
        return 0
    worked = Assignment.objects.filter(
        _bars(project, stage),
        sample_id=OuterRef("sample_id"),
        state__in=Assignment.WORKED,
        annotator__in=people,
    ).order_by()
    there = worked.values("sample_id").annotate(number=Count("annotator", distinct=True))
    barred = JudgeBar.objects.filter(annotation=OuterRef("about"), user__in=people).order_by()
    kept_out = barred.values("annotation_id").annotate(number=Count("user"))
    looked_at = Task.objects.filter(pk__in=ids).annotate(
        people=Coalesce(Subquery(there.values("number")), 0)
        + Coalesce(Subquery(kept_out.values("number")), 0)
    )
    return looked_at.filter(people__gte=len(people)).count()


def _bars(project: Project, stage: StageSpec) -> Q:
    """The work on a sample that keeps its author from a task there, as claims see it."""
    own = Q(exclusion_group=OuterRef("exclusion_group"))
    more = other_bars(project.recipe, stage)
    return own if more is None else own | more
