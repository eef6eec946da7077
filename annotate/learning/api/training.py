"""Trainings as a lead starts and watches them."""

from typing import Any

from django.http import FileResponse
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.core import errors
from annotate.core.http import PAGE_PARAMETERS, CursorPage, page_of
from annotate.core.jobs import selectors as jobs
from annotate.images.negotiation import AnyAccept
from annotate.learning.selectors import training as selectors
from annotate.learning.serializers import (
    TrainedElsewhereSerializer,
    TrainingPointsSerializer,
    TrainingRequestSerializer,
    TrainingSerializer,
)
from annotate.learning.services import training, training_ends
from annotate.projects import access
from annotate.projects.models import Project
from annotate.seeding.models import Connection


class TrainingsApi(APIView):
    @extend_schema(
        operation_id="trainingsList",
        parameters=PAGE_PARAMETERS,
        responses=page_of(TrainingSerializer),
    )
    def get(self, request: Request, project_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        pages = CursorPage()
        page = pages.paginate_queryset(selectors.trainings(project), request, view=self)
        alive = jobs.workers().alive > 0
        shown = [selectors.training_json(run, worker_alive=alive) for run in page]
        return pages.get_paginated_response(shown)

    @extend_schema(
        operation_id="trainingsStart",
        request=TrainingRequestSerializer,
        responses={201: TrainingSerializer},
    )
    def post(self, request: Request, project_id: int) -> Response:
        found = access.lead(request.user, project_id)
        sent = TrainingRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        run = training.start(
            connection=_connection(found.project, sent.validated_data["connection"]),
            actor=found.user,
            settings=sent.validated_data.get("settings"),
        )
        return Response(_shown(found.project, run.pk), status=201)


class TrainingApi(APIView):
    @extend_schema(operation_id="trainingsRead", responses=TrainingSerializer)
    def get(self, request: Request, project_id: int, training_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        return Response(_shown(project, training_id))


class TrainingCancelApi(APIView):
    @extend_schema(operation_id="trainingsCancel", request=None, responses=TrainingSerializer)
    def post(self, request: Request, project_id: int, training_id: int) -> Response:
        found = access.lead(request.user, project_id)
        run = selectors.training(found.project, training_id)
        training_ends.cancel(run=run, actor=found.user)
        return Response(_shown(found.project, training_id))


class TrainingPointsApi(APIView):
    @extend_schema(
        operation_id="trainingsPoints",
        parameters=[OpenApiParameter("after", int, description="Only points past this step.")],
        responses=TrainingPointsSerializer,
    )
    def get(self, request: Request, project_id: int, training_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        run = selectors.training(project, training_id)
        return Response(selectors.points_json(run, _after(request)))


class TrainingFileApi(APIView):
    content_negotiation_class = AnyAccept

    @extend_schema(
        operation_id="trainingsFile", responses={(200, "application/x-ndjson"): OpenApiTypes.BINARY}
    )
    def get(self, request: Request, project_id: int, training_id: int) -> FileResponse:
        project = access.reader(request.user, project_id).project
        file = selectors.training_file(selectors.training(project, training_id))
        response = FileResponse(
            file.open("rb"),
            as_attachment=True,
            filename=f"training-{training_id}.jsonl",
            content_type="application/x-ndjson",
        )
        response["Cache-Control"] = "private, no-store"
        return response


class TrainingFinishApi(APIView):
    @extend_schema(
        operation_id="trainingsFinish",
        request=TrainedElsewhereSerializer,
        responses=TrainingSerializer,
    )
    def post(self, request: Request, project_id: int, training_id: int) -> Response:
        found = access.lead(request.user, project_id)
        run = selectors.training(found.project, training_id)
        sent = TrainedElsewhereSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        training_ends.finish(run=run, actor=found.user, **sent.validated_data)
        return Response(_shown(found.project, training_id))


def _shown(project: Project, training_id: int) -> dict[str, Any]:
    return selectors.training_json(selectors.training(project, training_id))


def _connection(project: Project, connection_id: int) -> Connection:
    found = Connection.objects.select_related("project").filter(project=project, pk=connection_id)
    connection = found.first()
    if connection is None:
        raise errors.Invalid.field(
            "connection", "unknown_connection", "The project has no such connection."
        )
    return connection


def _after(request: Request) -> int | None:
    text = request.query_params.get("after", "")
    if not text:
        return None
    if not text.isdecimal() or len(text) > 9:
        raise errors.Invalid.field("after", "wrong_type", "A step is a whole number.")
    return int(text)


_RUN = "projects/<int:project_id>/trainings/<int:training_id>"
urlpatterns = [
    path("projects/<int:project_id>/trainings", TrainingsApi.as_view()),
    path(_RUN, TrainingApi.as_view()),
    path(f"{_RUN}/cancel", TrainingCancelApi.as_view()),
    path(f"{_RUN}/points", TrainingPointsApi.as_view()),
    path(f"{_RUN}/file", TrainingFileApi.as_view()),
    path(f"{_RUN}/finish", TrainingFinishApi.as_view()),
]
