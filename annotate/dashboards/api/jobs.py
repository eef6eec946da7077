"""The jobs of a project: read, cancelled and repeated."""

from collections.abc import Callable

from django.urls import path
from rest_framework.views import APIView

from annotate.core.jobs import models
from annotate.core.jobs import selectors as job_selectors
from annotate.core.jobs import services as job_services
from annotate.core.jobs.schemas import Job
from annotate.core.operations import operation
from annotate.dashboards.selectors.jobs import project_job, project_jobs
from annotate.projects import access
from annotate.projects.access import Access
from annotate.projects.services import audit


def _as_it_is_now(job: models.Job) -> Job:
    job.refresh_from_db()
    return job_selectors.job_of(job, job_selectors.workers())


class JobsApi(APIView):
    @operation("jobsList", allow=access.reader)
    def get(self, granted: Access) -> list[Job]:
        return project_jobs(granted.project)


class JobApi(APIView):
    @operation("jobsRead", allow=access.reader)
    def get(self, granted: Access, job_id: int) -> Job:
        return _as_it_is_now(project_job(granted.project, job_id))


def _acted(granted: Access, job_id: int, act: Callable[[models.Job], object], verb: str) -> Job:
    job = project_job(granted.project, job_id)
    act(job)
    audit(project=granted.project, actor=granted.user, verb=verb, target=str(job.pk))
    return _as_it_is_now(job)


class JobCancelApi(APIView):
    @operation("jobsCancel", allow=access.lead)
    def post(self, granted: Access, job_id: int) -> Job:
        return _acted(granted, job_id, job_services.cancel, "job.cancelled")


class JobRetryApi(APIView):
    @operation("jobsRetry", allow=access.lead)
    def post(self, granted: Access, job_id: int) -> Job:
        return _acted(granted, job_id, job_services.retry, "job.repeated")


class JobDismissApi(APIView):
    @operation("jobsDismiss", allow=access.lead)
    def post(self, granted: Access, job_id: int) -> Job:
        """Let a failed job be: it no longer waits for anybody."""
        return _acted(granted, job_id, job_services.dismiss, "job.dismissed")


_ONE = "projects/<int:project_id>/jobs/<int:job_id>"
urlpatterns = [
    path("projects/<int:project_id>/jobs", JobsApi.as_view()),
    path(_ONE, JobApi.as_view()),
    path(f"{_ONE}/cancel", JobCancelApi.as_view()),
    path(f"{_ONE}/dismiss", JobDismissApi.as_view()),
    path(f"{_ONE}/retry", JobRetryApi.as_view()),
]
