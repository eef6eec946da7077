"""The versions of a connection's model: look at them, register, promote, roll back."""

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotate.learning.selectors import versions
from annotate.learning.selectors.versions import versions_json
from annotate.learning.serializers import (
    ModelVersionSerializer,
    RegistrationSerializer,
    RollbackSerializer,
)
from annotate.learning.services import versions as services
from annotate.projects import access
from annotate.projects.models import Project
from annotate.seeding.models import ModelVersion
from annotate.seeding.selectors import connections

# More than a project will ever train; the newest are told.
MOST = 200


def _answer(project: Project, version: ModelVersion, status: int = 200) -> Response:
    return Response(versions_json([versions.version(project, version.pk)])[0], status=status)


class VersionsApi(APIView):
    @extend_schema(operation_id="versionsList", responses=ModelVersionSerializer(many=True))
    def get(self, request: Request, project_id: int, connection_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        connection = connections.connection(project, connection_id)
        return Response(versions_json(versions.versions(connection)[:MOST]))

    @extend_schema(
        operation_id="versionsRegister",
        request=RegistrationSerializer,
        responses={201: ModelVersionSerializer},
    )
    def post(self, request: Request, project_id: int, connection_id: int) -> Response:
        found = access.lead(request.user, project_id)
        connection = connections.connection(found.project, connection_id)
        sent = RegistrationSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        made = services.register(connection=connection, actor=found.user, **sent.validated_data)
        return _answer(found.project, made, status=201)


class VersionApi(APIView):
    @extend_schema(operation_id="versionsRead", responses=ModelVersionSerializer)
    def get(self, request: Request, project_id: int, version_id: int) -> Response:
        project = access.reader(request.user, project_id).project
        return _answer(project, versions.version(project, version_id))


class VersionPromoteApi(APIView):
    @extend_schema(operation_id="versionsPromote", request=None, responses=ModelVersionSerializer)
    def post(self, request: Request, project_id: int, version_id: int) -> Response:
        found = access.lead(request.user, project_id)
        version = versions.version(found.project, version_id)
        services.promote(version, found.user)
        return _answer(found.project, version)


class ConnectionRollbackApi(APIView):
    @extend_schema(
        operation_id="connectionsRollback",
        request=RollbackSerializer,
        responses=ModelVersionSerializer,
    )
    def post(self, request: Request, project_id: int, connection_id: int) -> Response:
        found = access.lead(request.user, project_id)
        connection = connections.connection(found.project, connection_id)
        sent = RollbackSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        back = services.rollback(connection, found.user, **sent.validated_data)
        return _answer(found.project, back)


_P = "projects/<int:project_id>"
_C = f"{_P}/connections/<int:connection_id>"

urlpatterns = [
    path(f"{_C}/versions", VersionsApi.as_view()),
    path(f"{_C}/rollback", ConnectionRollbackApi.as_view()),
    path(f"{_P}/versions/<int:version_id>", VersionApi.as_view()),
    path(f"{_P}/versions/<int:version_id>/promote", VersionPromoteApi.as_view()),
]
