"""Stages in which people will soon find no work: for notifications, asked by the clock."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta
from math import ceil

from django.db.models import Sum

from annotate.notifications.hooks import Found
from annotate.projects.models import Project
from annotate.workflow.models import DailyStats, Purpose, Task

# A stage in which nobody has handed in anything for so many days runs dry for nobody.
DAYS = 7
# However slowly people work, fewer open tasks than this are few.
FEWEST = 5


def tasks_low(at: datetime) -> Iterator[Found]:
    """Stages with less open work than is handed in on a day, by the mean of the last week."""
    paces = _paces(at)
    projects = Project.objects.filter(pk__in=paces, state=Project.State.ACTIVE).in_bulk()
    for project_id, stages in paces.items():
        project = projects.get(project_id)
        for stage in project.recipe.stages if project else ():
            enough = max(FEWEST, stages.get(stage.key, 0)) if stage.key in stages else 0
            left = _open(project_id, stage.key, enough)
            if left < enough:
                yield Found(
                    project_id, "tasks_low", left, key=stage.key, data={"stage": stage.title}
                )


def _paces(at: datetime) -> dict[int, dict[str, int]]:
    """Submissions a day by project and stage, of those in which there were any this week."""
    recent = DailyStats.objects.filter(day__gt=(at - timedelta(days=DAYS)).date())
    sums = recent.values_list("project", "stage_key").annotate(number=Sum("submissions"))
    paces: dict[int, dict[str, int]] = defaultdict(dict)
    for project, stage, number in sums.order_by():
        if number:
            paces[project][stage] = ceil(number / DAYS)
    return paces


def _open(project_id: int, stage_key: str, most: int) -> int:
    """How many tasks of a stage are open; counted no further than `most`."""
    tasks = Task.objects.filter(
        project=project_id, stage_key=stage_key, state=Task.State.OPEN, purpose=Purpose.WORK
    )
    return tasks[:most].count() if most else 0
