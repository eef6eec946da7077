"""Settings of the checks, checks on demand, and the table of annotators."""

from typing import Any

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.core import errors
from annotate.core.jobs import selectors as job_selectors
from annotate.core.jobs.serializers import JobSerializer
from annotate.projects import access
from annotate.projects.models import Project
from annotate.quality.api.serializers import (
    AnnotatorQualitySerializer,
    QualitySerializer,
    RunRequestSerializer,
)
from annotate.quality.selectors import batches, people, queue
from annotate.quality.selectors.settings import settings_of
from annotate.quality.services import jobs
from annotate.quality.services.settings import change_settings


def _quality(project: Project) -> dict[str, Any]:
    by_code = queue.open_by_code(project)
    return {
        "settings": settings_of(project).written(),
        "codes": queue.codes_json(by_code),
        "open_by_code": by_code,
        **queue.waiting(project),
    }


class QualityApi(APIView):
    @extend_schema(operation_id="qualityRead", responses=QualitySerializer)
    def get(self, request: Request, project_id: int) -> Response:
        return Response(_quality(access.reader(request.user, project_id).project))

    @extend_schema(
        operation_id="qualityChange",
        request={"application/json": {"type": "object", "additionalProperties": True}},
        responses=QualitySerializer,
    )
    def put(self, request: Request, project_id: int) -> Response:
        """Change settings of the checks; those that are not sent stay as they are."""
        found = access.lead(request.user, project_id)
        if not isinstance(request.data, dict):
            raise errors.Invalid("Settings are a JSON object.", code="malformed")
        change_settings(project=found.project, actor=found.user, changes=dict(request.data))
        return Response(_quality(found.project))


class QualityRunApi(APIView):
    @extend_schema(
        operation_id="qualityRun", request=RunRequestSerializer, responses={201: JobSerializer}
    )
    def post(self, request: Request, project_id: int) -> Response:
        """Check answers anew, or draw some by chance, in the background."""
        found = access.lead(request.user, project_id)
        sent = RunRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        values = sent.validated_data
        batch = values.get("batch")
        job = jobs.start_checks(
            project=found.project,
            actor=found.user,
            stage_key=values.get("stage"),
            batch=batches.batch_chosen(found.project, batch) if batch else None,
            checks=values.get("checks"),
            random=dict(values["random"]) if values.get("random") else None,
        )
        job.refresh_from_db()
        alive = job_selectors.workers().alive > 0
        return Response(job_selectors.as_dict(job, worker_alive=alive), status=201)


class AnnotatorsApi(APIView):
    @extend_schema(
        operation_id="qualityAnnotators", responses=AnnotatorQualitySerializer(many=True)
    )
    def get(self, request: Request, project_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        return Response(people.annotators_table(project))


_QUALITY = "projects/<int:project_id>/quality"
urlpatterns = [
    path(_QUALITY, QualityApi.as_view()),
    path(f"{_QUALITY}/run", QualityRunApi.as_view()),
    path(f"{_QUALITY}/annotators", AnnotatorsApi.as_view()),
]
