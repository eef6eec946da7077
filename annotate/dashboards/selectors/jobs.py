"""The jobs of a project, and whether anybody works on them."""

from annotate.core import errors
from annotate.core.jobs import schemas
from annotate.core.jobs import selectors as jobs
from annotate.core.jobs.models import Job
from annotate.dashboards.schemas.overview import Worker
from annotate.projects.models import Project


def project_jobs(project: Project) -> list[schemas.Job]:
    """The project's latest jobs, newest first; parts of a job are not listed."""
    workers = jobs.workers()
    rows = Job.objects.filter(scope=project.scope, parent=None).order_by("-pk")[:50]
    return [jobs.job_of(job, workers) for job in rows]


def project_job(project: Project, job_id: int) -> Job:
    """One job of this project; a part is reached through its whole alone."""
    jobs_of_project = Job.objects.filter(scope=project.scope, parent=None)
    return errors.existing(jobs_of_project.filter(pk=job_id).first())


def worker_state(project: Project) -> Worker:
    workers = jobs.workers()
    waiting = Job.objects.filter(scope=project.scope, state__in=Job.UNFINISHED).exists()
    return Worker(alive=workers.alive > 0, needed=waiting, last_seen=workers.last_seen)
