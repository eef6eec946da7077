"""Batches: made, closed and opened by leads."""

from typing import Any, cast

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.people.models import User
from annotate.projects import access
from annotate.workflow import selectors, services
from annotate.workflow.models import Batch
from annotate.workflow.serializers import BatchRequestSerializer, BatchSerializer


class BatchesApi(APIView):
    @extend_schema(operation_id="batchesList", responses=BatchSerializer(many=True))
    def get(self, request: Request, project_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        return Response([selectors.batch_json(each) for each in selectors.batches(project)])

    @extend_schema(
        operation_id="batchesMake",
        request=BatchRequestSerializer,
        responses={201: BatchSerializer},
    )
    def post(self, request: Request, project_id: int) -> Response:
        project = access.lead(request.user, project_id).project
        sent = BatchRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        made = services.make_batch(
            project=project, actor=cast(User, request.user), **sent.validated_data
        )
        return Response(selectors.batch_json(selectors.batch_of(project, made.pk)), status=201)


def _turned(request: Request, project_id: int, batch_id: int, turn: Any) -> Response:
    project = access.lead(request.user, project_id).project
    batch: Batch = selectors.batch_of(project, batch_id)
    turn(batch=batch, actor=cast(User, request.user))
    return Response(selectors.batch_json(selectors.batch_of(project, batch_id)))


class BatchCloseApi(APIView):
    @extend_schema(operation_id="batchesClose", request=None, responses=BatchSerializer)
    def post(self, request: Request, project_id: int, batch_id: int) -> Response:
        return _turned(request, project_id, batch_id, services.close_batch)


class BatchOpenApi(APIView):
    @extend_schema(operation_id="batchesOpen", request=None, responses=BatchSerializer)
    def post(self, request: Request, project_id: int, batch_id: int) -> Response:
        return _turned(request, project_id, batch_id, services.open_batch)


_ALL = "projects/<int:project_id>/batches"
urlpatterns = [
    path(_ALL, BatchesApi.as_view()),
    path(f"{_ALL}/<int:batch_id>/close", BatchCloseApi.as_view()),
    path(f"{_ALL}/<int:batch_id>/open", BatchOpenApi.as_view()),
]
