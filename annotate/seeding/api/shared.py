"""Connections of the installation over HTTP, for its admins."""

from django.urls import path
from rest_framework.views import APIView

from annotate.core.operations import operation
from annotate.people.access import admin
from annotate.people.models import User
from annotate.seeding.schemas import Health, NewConnection, SettableBackend
from annotate.seeding.selectors import shared as selectors
from annotate.seeding.selectors.connections import settable_backends
from annotate.seeding.services import shared
from annotate.seeding.shared_schemas import Shared, SharedChanges


class SharedBackendsApi(APIView):
    @operation("sharedBackendsList", allow=admin)
    def get(self, granted: User) -> list[SettableBackend]:
        return settable_backends()


class SharedConnectionsApi(APIView):
    @operation("sharedConnectionsList", allow=admin)
    def get(self, granted: User) -> list[Shared]:
        return selectors.shown(selectors.shared_connections()[:200])

    @operation("sharedConnectionsCreate", allow=admin, status=201)
    def post(self, granted: User, body: NewConnection) -> Shared:
        made = shared.make(
            actor=granted,
            name=body.name,
            backend=body.backend,
            settings=body.settings,
            secrets=body.secrets,
        )
        return selectors.shown([made])[0]


class SharedConnectionApi(APIView):
    @operation("sharedConnectionsRead", allow=admin)
    def get(self, granted: User, shared_id: int) -> Shared:
        return selectors.shown([selectors.shared_connection(shared_id)])[0]

    @operation("sharedConnectionsUpdate", allow=admin)
    def patch(self, granted: User, shared_id: int, body: SharedChanges) -> Shared:
        changed = shared.change(
            shared=selectors.shared_connection(shared_id),
            actor=granted,
            name=body.name,
            settings=body.settings,
            secrets=body.secrets,
            disabled=body.disabled,
        )
        return selectors.shown([changed])[0]

    @operation("sharedConnectionsDelete", allow=admin)
    def delete(self, granted: User, shared_id: int) -> None:
        shared.delete(shared=selectors.shared_connection(shared_id), actor=granted)


class SharedConnectionHealthApi(APIView):
    @operation("sharedConnectionsHealth", allow=admin)
    def post(self, granted: User, shared_id: int) -> Health:
        return shared.check_health(selectors.shared_connection(shared_id))


_A = "admin/connections"

urlpatterns = [
    path("admin/backends", SharedBackendsApi.as_view()),
    path(_A, SharedConnectionsApi.as_view()),
    path(f"{_A}/<int:shared_id>", SharedConnectionApi.as_view()),
    path(f"{_A}/<int:shared_id>/health", SharedConnectionHealthApi.as_view()),
]
