"""The jobs of a project: read, cancelled and repeated."""

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.core import errors
from annotate.core.jobs import selectors as job_selectors
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.core.jobs.serializers import JobSerializer
from annotate.dashboards.selectors.jobs import project_job, project_jobs
from annotate.projects import access
from annotate.projects.models import Project
from annotate.projects.services import audit


def _job(project: Project, job_id: int) -> Job:
    job = project_job(project, job_id)
    if job is None:
        raise errors.NotFound
    return job


def _answer(job: Job) -> Response:
    job.refresh_from_db()
    alive = job_selectors.workers().alive > 0
    return Response(job_selectors.as_dict(job, worker_alive=alive))


class JobsApi(APIView):
    @extend_schema(operation_id="jobsList", responses=JobSerializer(many=True))
    def get(self, request: Request, project_id: int) -> Response:
        return Response(project_jobs(access.reader(request.user, project_id).project))


class JobApi(APIView):
    @extend_schema(operation_id="jobsRead", responses=JobSerializer)
    def get(self, request: Request, project_id: int, job_id: int) -> Response:
        return _answer(_job(access.reader(request.user, project_id).project, job_id))


class JobCancelApi(APIView):
    @extend_schema(operation_id="jobsCancel", request=None, responses=JobSerializer)
    def post(self, request: Request, project_id: int, job_id: int) -> Response:
        found = access.lead(request.user, project_id)
        job = _job(found.project, job_id)
        job_services.cancel(job)
        audit(project=found.project, actor=found.user, verb="job.cancelled", target=str(job.pk))
        return _answer(job)


class JobRetryApi(APIView):
    @extend_schema(operation_id="jobsRetry", request=None, responses=JobSerializer)
    def post(self, request: Request, project_id: int, job_id: int) -> Response:
        found = access.lead(request.user, project_id)
        job = _job(found.project, job_id)
        job_services.retry(job)
        audit(project=found.project, actor=found.user, verb="job.repeated", target=str(job.pk))
        return _answer(job)


_ONE = "projects/<int:project_id>/jobs/<int:job_id>"
urlpatterns = [
    path("projects/<int:project_id>/jobs", JobsApi.as_view()),
    path(_ONE, JobApi.as_view()),
    path(f"{_ONE}/cancel", JobCancelApi.as_view()),
    path(f"{_ONE}/retry", JobRetryApi.as_view()),
]
