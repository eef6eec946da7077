"""Stages in which people will soon find no work: for notifications, and for the home of leads."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import reduce
from math import ceil
from operator import or_

from django.db.models import Count, Q, QuerySet, Subquery, Sum

from annotate.notifications.hooks import Found
from annotate.projects.models import Project
from annotate.projects.needs import Need
from annotate.projects.recipes import StageSpec
from annotate.workflow.models import DailyStats, Purpose, Sample, SampleCounter, Task

# A stage in which nobody has handed in anything for so many days runs dry for nobody.
DAYS = 7
# However slowly people work, fewer open tasks than this are few.
FEWEST = 5
# So many stages are looked at in one statement.
_AT_ONCE = 200
_Paces = Mapping[int, Mapping[str, int]]


@dataclass(frozen=True)
class _Worked:
    """A stage in which somebody works, and how many open tasks are enough for a day there."""

    project: Project
    stage: StageSpec
    enough: int

    @property
    def key(self) -> tuple[int, str]:
        return self.project.pk, self.stage.key

    @property
    def tasks(self) -> QuerySet[Task]:
        """Those that are open."""
        return Task.objects.filter(self.where, state=Task.State.OPEN, purpose=Purpose.WORK)

    @property
    def where(self) -> Q:
        return Q(project=self.project.pk, stage_key=self.stage.key)


def tasks_low(at: datetime) -> Iterator[Found]:
    """Stages with less open work than is handed in on a day, by the mean of the last week.

    None of a stage that every sample has passed: there is nothing left to do in it.
    """
    paces = _paces(at, DailyStats.objects.all())
    projects = Project.objects.filter(pk__in=paces, state=Project.State.ACTIVE).in_bulk()
    for stage, left in _low(projects, paces):
        data = {"stage": stage.stage.title}
        yield Found(stage.project.pk, "tasks_low", left, key=stage.stage.key, data=data)


def stages_low(projects: Mapping[int, Project], at: datetime) -> Iterator[Need]:
    """As `tasks_low`, of these projects."""
    active = {pk: each for pk, each in projects.items() if each.state == Project.State.ACTIVE}
    paces = _paces(at, DailyStats.objects.filter(project__in=active))
    for stage, left in _low(active, paces):
        yield Need(
            project_id=stage.project.pk,
            kind="tasks_low",
            count=left,
            key=stage.stage.key,
            data={"stage": stage.stage.title},
        )


def _paces(at: datetime, stats: QuerySet[DailyStats]) -> _Paces:
    """Submissions a day by project and stage, of those in which there were any this week."""
    recent = stats.filter(day__gt=(at - timedelta(days=DAYS)).date())
    sums = recent.values_list("project", "stage_key").annotate(number=Sum("submissions"))
    paces: dict[int, dict[str, int]] = defaultdict(dict)
    for project, stage, number in sums.order_by():
        if number:
            paces[project][stage] = ceil(number / DAYS)
    return paces


def _low(projects: Mapping[int, Project], paces: _Paces) -> Iterator[tuple[_Worked, int]]:
    """The stages with fewer open tasks than are enough, each with how many there are."""
    ahead = _samples_ahead(projects)
    worked = [
        _Worked(project, stage, max(FEWEST, paces[pk][stage.key]))
        for pk, project in sorted(projects.items())
        for stage in project.recipe.stages
        if stage.key in paces.get(pk, ()) and ahead[pk, stage.key]
    ]
    for start in range(0, len(worked), _AT_ONCE):
        low = _below(worked[start : start + _AT_ONCE])
        left = _counted(low)
        yield from ((stage, left[stage.key]) for stage in low if left[stage.key] < stage.enough)


def _samples_ahead(projects: Mapping[int, Project]) -> Counter[tuple[int, str]]:
    """How many samples are in a stage or have not come to it, by project and stage."""
    rows = (
        SampleCounter.objects.filter(
            project__in=projects, state__in=[Sample.State.WAITING, Sample.State.OPEN]
        )
        .values_list("project", "stage_key")
        .annotate(number=Sum("count"))
        .order_by()
    )
    ahead: Counter[tuple[int, str]] = Counter()
    for pk, at, number in rows:
        keys = projects[pk].recipe.stage_keys
        first = keys.index(at) if at in keys else 0
        ahead.update({(pk, key): number for key in keys[first:]})
    return ahead


def _below(stages: Sequence[_Worked]) -> list[_Worked]:
    """Those of some stages with fewer open tasks than are enough; no task is counted further."""
    if not stages:
        return []
    last = {
        f"task{place}": Subquery(stage.tasks.values("pk")[stage.enough - 1 : stage.enough])
        for place, stage in enumerate(stages)
    }
    found = Project.objects.filter(pk=stages[0].project.pk).annotate(**last).values_list(*last)
    return [stage for stage, task in zip(stages, found.get(), strict=True) if task is None]


def _counted(stages: Sequence[_Worked]) -> Counter[tuple[int, str]]:
    """How many tasks are open in each of these stages, which are few."""
    if not stages:
        return Counter()
    where = reduce(or_, (stage.where for stage in stages))
    tasks = Task.objects.filter(where, state=Task.State.OPEN, purpose=Purpose.WORK)
    rows = tasks.values_list("project", "stage_key").annotate(number=Count("id")).order_by()
    return Counter({(project, stage): number for project, stage, number in rows})
