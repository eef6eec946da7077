"""The jobs of a project, and whether anybody works on them."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

from django.db.models import Count, Min, Q, QuerySet

from annotate.core import clock, errors
from annotate.core.jobs import schemas
from annotate.core.jobs import selectors as jobs
from annotate.core.jobs.models import Job
from annotate.dashboards.schemas.overview import Worker
from annotate.projects.models import Project
from annotate.projects.needs import Need

SHOWN_JOBS = 10
_MOST = 50
# Of what failed longer ago nobody is reminded.
FAILED_FOR = timedelta(days=30)


def project_jobs(project: Project) -> list[schemas.Job]:
    """The project's latest jobs, newest first; parts of a job are not listed."""
    workers = jobs.workers()
    rows = Job.objects.filter(scope=project.scope, parent=None).order_by("-pk")[:50]
    return [jobs.job_of(job, workers) for job in rows]


def failed(at: datetime) -> QuerySet[Job]:
    """The jobs that wait for somebody to repeat or to dismiss them; parts are none of them."""
    return Job.objects.filter(
        state=Job.State.FAILED, parent=None, dismissed_at=None, finished_at__gt=at - FAILED_FOR
    )


def failed_jobs(projects: Mapping[int, Project], at: datetime) -> Iterator[Need]:
    """Failed jobs by what they were to do."""
    by_scope = {project.scope: pk for pk, project in projects.items()}
    rows = failed(at).filter(scope__in=by_scope).values_list("scope", "name")
    for scope, name, count, since in rows.annotate(Count("id"), Min("finished_at")).order_by():
        yield Need(
            project_id=by_scope[scope],
            kind="job_failed",
            count=count,
            since=since,
            key=name,
            data={"job": jobs.called(name)},
        )


def jobs_in_brief(project: Project) -> list[schemas.Job]:
    """The latest jobs, and beside them every failed one that waits for somebody; newest first."""
    workers = jobs.workers()
    mine = Job.objects.filter(scope=project.scope, parent=None)
    latest = mine.order_by("-pk").exclude(dismissed_at__isnull=False).values("pk")[:SHOWN_JOBS]
    waiting = failed(clock.now()).filter(scope=project.scope).order_by("-pk").values("pk")[:_MOST]
    rows = Job.objects.filter(Q(pk__in=latest) | Q(pk__in=waiting)).order_by("-pk")
    return [jobs.job_of(job, workers) for job in rows]


def project_job(project: Project, job_id: int) -> Job:
    """One job of this project; a part is reached through its whole alone."""
    jobs_of_project = Job.objects.filter(scope=project.scope, parent=None)
    return errors.existing(jobs_of_project.filter(pk=job_id).first())


def worker_state(project: Project) -> Worker:
    workers = jobs.workers()
    waiting = Job.objects.filter(scope=project.scope, state__in=Job.UNFINISHED).exists()
    return Worker(alive=workers.alive > 0, needed=waiting, last_seen=workers.last_seen)
