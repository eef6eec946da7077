"""Find the open task that a claim is about to take, and lock its row."""

from datetime import datetime

from django.db.models import QuerySet

from annotate.core.prepared import Parameter, Prepared
from annotate.core.randomness import draw
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.workflow.models import Task
from annotate.workflow.selectors.queue import offerable, offerable_near


def next_task(
    project: Project, annotator: User, stages: list[StageSpec], at: datetime
) -> Task | None:
    """Return the next task for this person, locked: the stages in the order given.

    Each stage is searched among its first open tasks and then from a random place on; only a
    person for whom neither finds anything is looked for work among all that is open.
    """
    asked = {"project": project.pk, "annotator": annotator.pk}
    somewhere = draw(project.seed, "search", annotator.pk, at)
    for stage in stages:
        for start in (0, somewhere):
            task = _NEAR.first(**asked, stage=stage.key, start=start)
            if task is not None:
                return _of(project, task)
    for stage in stages:
        task = _ANYWHERE.first(**asked, stage=stage.key)
        if task is not None:
            return _of(project, task)
    return None


def _of(project: Project, task: Task) -> Task:
    task.project = project  # which we have, with its recipe parsed
    return task


def _first(tasks: QuerySet[Task]) -> QuerySet[Task]:
    """Of these tasks, lock the first that nobody else is about to take."""
    locked = tasks.select_for_update(skip_locked=True, of=("self",), no_key=True)
    return locked.select_related("sample__image")[:1]


_ASKED = Parameter("project"), Parameter("annotator"), Parameter("stage")
_NEAR = Prepared(lambda: _first(offerable_near(*_ASKED, Parameter("start"))))
_ANYWHERE = Prepared(lambda: _first(offerable(*_ASKED)))
