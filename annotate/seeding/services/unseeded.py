"""Let people start without seeds."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from annotate.core import jobs, rows
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.core.threads import in_threads
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit
from annotate.workflow import services as workflow_services
from annotate.workflow.models import Sample, Task

JOB = "seeding.open"
# So many are opened while the lead waits, which takes about half a second.
AT_ONCE = 1_000
PIECE = 500


def open_without_seeds(*, project: Project, actor: User) -> int | Job:
    """Open every waiting sample; return how many were opened, or the job that opens many.

    Asked again while such a job is under way it returns that job.
    """
    number = _waiting(project).count()
    if number <= AT_ONCE:
        opened = _open(project, actor, lambda _: None)
        audit(project=project, actor=actor, verb="seeding.skipped", samples=opened)
        return opened
    with transaction.atomic():
        Project.objects.select_for_update(no_key=True).get(pk=project.pk)
        started = under_way(project)
        if started is not None:
            return started
        audit(project=project, actor=actor, verb="seeding.skipped", samples=number)
        payload = {"project_id": project.pk, "actor_id": actor.pk}
        return job_services.start(name=JOB, scope=project.scope, payload=payload, by=actor.pk)


def under_way(project: Project) -> Job | None:
    """The job that opens samples of the project, while there is one."""
    unfinished = Job.objects.filter(scope=project.scope, name=JOB, state__in=Job.UNFINISHED)
    return unfinished.order_by("pk").first()


@jobs.handler(JOB)
def open_in_background(payload: dict[str, Any], progress: jobs.Progress) -> dict[str, Any]:
    """Open what still waits; run again it goes on where it stopped."""
    project = Project.objects.get(pk=payload["project_id"])
    actor = User.objects.get(pk=payload["actor_id"])
    total = _waiting(project).count()
    progress.report(0, total)
    opened = _open(project, actor, lambda done: progress.report(min(done, total), total))
    rows.analyze_tables(Sample, Task)
    return {"opened": opened}


def _open(project: Project, actor: User, report: Callable[[int], None]) -> int:
    def open_piece(piece: Sequence[int]) -> tuple[int, int]:
        opened = workflow_services.open_by_id(project=project, sample_ids=piece, actor=actor)
        return len(piece), opened

    opened = seen = 0
    with closing(in_threads(open_piece, _pieces(project))) as done:
        for size, number in done:
            opened, seen = opened + number, seen + size
            report(seen)  # which may stop the job
    return opened


def _pieces(project: Project) -> Iterator[list[int]]:
    last = 0
    waiting = _waiting(project).order_by("pk").values_list("pk", flat=True)
    while piece := list(waiting.filter(pk__gt=last)[:PIECE]):
        yield piece
        last = piece[-1]


def _waiting(project: Project) -> QuerySet[Sample]:
    return Sample.objects.filter(project=project, state=Sample.State.WAITING)
