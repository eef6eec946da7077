"""Connections and the models used: readers look, leads change."""

from typing import Any

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.projects import access
from annotate.projects.models import Project
from annotate.seeding.models import Connection
from annotate.seeding.selectors import connections as selectors
from annotate.seeding.selectors.models import backends_json, connections_json, model_assignment_json
from annotate.seeding.serializers.connections import (
    ConnectionChangesSerializer,
    ConnectionRequestSerializer,
    ConnectionSerializer,
    HealthSerializer,
    ModelAssignmentChangesSerializer,
    ModelAssignmentSerializer,
    SettableBackendSerializer,
)
from annotate.seeding.services import connections, health, model_assignment


def _json(project: Project, connection: Connection) -> dict[str, Any]:
    found = selectors.connection(project, connection.pk)
    return connections_json(project, [found], model_assignment.of(project))[0]


class BackendsApi(APIView):
    @extend_schema(operation_id="backendsList", responses=SettableBackendSerializer(many=True))
    def get(self, request: Request, project_id: int) -> Response:
        access.reader(request.user, project_id)
        return Response(backends_json())


class ConnectionsApi(APIView):
    @extend_schema(operation_id="connectionsList", responses=ConnectionSerializer(many=True))
    def get(self, request: Request, project_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        connections.ensure_built_in(project)
        found = selectors.connections(project)[:200]
        return Response(connections_json(project, found, model_assignment.of(project)))

    @extend_schema(
        operation_id="connectionsCreate",
        request=ConnectionRequestSerializer,
        responses={201: ConnectionSerializer},
    )
    def post(self, request: Request, project_id: int) -> Response:
        found = access.lead(request.user, project_id)
        sent = ConnectionRequestSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        made = connections.make(project=found.project, actor=found.user, **sent.validated_data)
        return Response(_json(found.project, made), status=201)


class ConnectionApi(APIView):
    @extend_schema(operation_id="connectionsRead", responses=ConnectionSerializer)
    def get(self, request: Request, project_id: int, connection_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        return Response(_json(project, selectors.connection(project, connection_id)))

    @extend_schema(
        operation_id="connectionsUpdate",
        request=ConnectionChangesSerializer,
        responses=ConnectionSerializer,
    )
    def patch(self, request: Request, project_id: int, connection_id: int) -> Response:
        found = access.lead(request.user, project_id)
        connection = selectors.connection(found.project, connection_id)
        sent = ConnectionChangesSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        connections.change(connection=connection, actor=found.user, **sent.validated_data)
        return Response(_json(found.project, connection))

    @extend_schema(operation_id="connectionsArchive", responses={204: None})
    def delete(self, request: Request, project_id: int, connection_id: int) -> Response:
        found = access.lead(request.user, project_id)
        connection = selectors.connection(found.project, connection_id)
        connections.archive(connection=connection, actor=found.user)
        return Response(status=204)


class ConnectionHealthApi(APIView):
    @extend_schema(operation_id="connectionsHealth", request=None, responses=HealthSerializer)
    def post(self, request: Request, project_id: int, connection_id: int) -> Response:
        project = access.lead(request.user, project_id).project
        return Response(health.check(selectors.connection(project, connection_id)))


class ModelAssignmentApi(APIView):
    @extend_schema(operation_id="modelAssignmentRead", responses=ModelAssignmentSerializer)
    def get(self, request: Request, project_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        return Response(model_assignment_json(model_assignment.of(project)))

    @extend_schema(
        operation_id="modelAssignmentChange",
        request=ModelAssignmentChangesSerializer,
        responses=ModelAssignmentSerializer,
    )
    def put(self, request: Request, project_id: int) -> Response:
        found = access.lead(request.user, project_id)
        sent = ModelAssignmentChangesSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        changed = model_assignment.change(
            project=found.project, actor=found.user, changes=sent.validated_data
        )
        return Response(model_assignment_json(changed))


_P = "projects/<int:project_id>"
_C = f"{_P}/connections/<int:connection_id>"

urlpatterns = [
    path(f"{_P}/backends", BackendsApi.as_view()),
    path(f"{_P}/connections", ConnectionsApi.as_view()),
    path(_C, ConnectionApi.as_view()),
    path(f"{_C}/health", ConnectionHealthApi.as_view()),
    path(f"{_P}/model-assignment", ModelAssignmentApi.as_view()),
]
