"""The connections of a project over HTTP, trials of them, and those of the installation to take."""

from django.urls import path
from rest_framework.views import APIView

from annotate.core.operations import operation
from annotate.projects import access
from annotate.projects.access import Access
from annotate.projects.models import Project
from annotate.seeding import models
from annotate.seeding.schemas import (
    Connection,
    ConnectionChanges,
    Health,
    NewConnection,
    SettableBackend,
)
from annotate.seeding.selectors import connections as selectors
from annotate.seeding.selectors import shared as shared_selectors
from annotate.seeding.selectors.connections import settable_backends, shown_connections, shown_trial
from annotate.seeding.services import connections, model_assignment, shared, trials
from annotate.seeding.shared_schemas import OfferedConnection
from annotate.seeding.trial_schemas import NewTrial, Trial


def _shown(project: Project, connection: models.Connection) -> Connection:
    return shown_connections(project, [connection], model_assignment.of(project))[0]


class BackendsApi(APIView):
    @operation("backendsList", allow=access.reader)
    def get(self) -> list[SettableBackend]:
        return settable_backends()


class ConnectionsApi(APIView):
    @operation("connectionsList", allow=access.reader)
    def get(self, granted: Access) -> list[Connection]:
        project = granted.project
        connections.ensure_built_in(project)
        rows = selectors.connections(project)[:200]
        return shown_connections(project, rows, model_assignment.of(project))

    @operation("connectionsCreate", allow=access.lead, status=201)
    def post(self, granted: Access, body: NewConnection) -> Connection:
        connection = connections.make(
            project=granted.project,
            actor=granted.user,
            name=body.name,
            backend=body.backend,
            settings=body.settings,
            secrets=body.secrets,
        )
        return _shown(granted.project, connection)


class ConnectionApi(APIView):
    @operation("connectionsRead", allow=access.reader)
    def get(self, granted: Access, connection_id: int) -> Connection:
        return _shown(granted.project, selectors.connection(granted.project, connection_id))

    @operation("connectionsUpdate", allow=access.lead)
    def patch(self, granted: Access, connection_id: int, body: ConnectionChanges) -> Connection:
        connection = selectors.connection(granted.project, connection_id)
        changed = connections.change(
            connection=connection,
            actor=granted.user,
            name=body.name,
            settings=body.settings,
            secrets=body.secrets,
        )
        return _shown(granted.project, changed)

    @operation("connectionsArchive", allow=access.lead)
    def delete(self, granted: Access, connection_id: int) -> None:
        connection = selectors.connection(granted.project, connection_id)
        connections.archive(connection=connection, actor=granted.user)


class ConnectionHealthApi(APIView):
    @operation("connectionsHealth", allow=access.lead)
    def post(self, granted: Access, connection_id: int) -> Health:
        return connections.check_health(selectors.connection(granted.project, connection_id))


class ConnectionTryApi(APIView):
    @operation("connectionsTry", allow=access.lead, status=201)
    def post(self, granted: Access, connection_id: int, body: NewTrial) -> Trial:
        connection = selectors.connection(granted.project, connection_id)
        version = selectors.serving(connection)
        if body.version is not None:
            version = selectors.version_of(connection, body.version)
        trial = trials.start(version=version, image_id=body.image, actor=granted.user)
        return shown_trial(selectors.trial(granted.project, trial.pk))


class TrialApi(APIView):
    @operation("trialsRead", allow=access.reader)
    def get(self, granted: Access, trial_id: int) -> Trial:
        return shown_trial(selectors.trial(granted.project, trial_id))


class OfferedConnectionsApi(APIView):
    @operation("offeredConnectionsList", allow=access.lead)
    def get(self, granted: Access) -> list[OfferedConnection]:
        return shared_selectors.offered(granted.project)


class OfferedConnectionApi(APIView):
    @operation("offeredConnectionsTake", allow=access.lead, status=201)
    def post(self, granted: Access, shared_id: int) -> Connection:
        offer = shared_selectors.shared_connection(shared_id)
        taken = shared.take(shared=offer, project=granted.project, actor=granted.user)
        return _shown(granted.project, selectors.connection(granted.project, taken.pk))


_P = "projects/<int:project_id>"
_C = f"{_P}/connections/<int:connection_id>"

urlpatterns = [
    path(f"{_P}/backends", BackendsApi.as_view()),
    path(f"{_P}/connections", ConnectionsApi.as_view()),
    path(_C, ConnectionApi.as_view()),
    path(f"{_C}/health", ConnectionHealthApi.as_view()),
    path(f"{_C}/try", ConnectionTryApi.as_view()),
    path(f"{_P}/trials/<int:trial_id>", TrialApi.as_view()),
    path(f"{_P}/offered-connections", OfferedConnectionsApi.as_view()),
    path(f"{_P}/offered-connections/<int:shared_id>", OfferedConnectionApi.as_view()),
]
