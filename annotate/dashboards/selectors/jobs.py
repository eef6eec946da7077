"""The jobs of a project, and whether anybody works on them."""

from annotate.core import errors
from annotate.core.jobs import schemas
from annotate.core.jobs import selectors as jobs
from annotate.core.jobs.models import Job
from annotate.dashboards.schemas.overview import Worker
from annotate.projects.models import Project


def project_jobs(project: Project) -> list[schemas.Job]:
    """The project's latest jobs, newest first; parts of a job are not listed."""
    alive = jobs.workers().alive > 0
    rows = Job.objects.filter(scope=project.scope, parent=None).order_by("-pk")[:50]
    return [jobs.job_of(job, worker_alive=alive) for job in rows]


def project_job(project: Project, job_id: int) -> Job:
    """One job of this project; a part is reached through its whole alone."""
    found = Job.objects.filter(scope=project.scope, parent=None, pk=job_id).first()
    if found is None:
        raise errors.NotFound
    return found


def worker_state(project: Project) -> Worker:
    seen = jobs.workers()
    waiting = Job.objects.filter(scope=project.scope, state__in=Job.UNFINISHED).exists()
    return Worker(alive=seen.alive > 0, needed=waiting, last_seen=seen.last_seen)
