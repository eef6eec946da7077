"""Connections of the installation: what admins see of them, and what leads are offered."""

from collections import defaultdict
from collections.abc import Iterable

from django.db.models import QuerySet

from annotate import backends
from annotate.core import errors
from annotate.projects.models import Project
from annotate.seeding.environment import environment
from annotate.seeding.models import Connection, SharedConnection
from annotate.seeding.selectors.connections import (
    SECRETS,
    backend_of,
    backend_or_none,
    parsed,
    secrets_of,
)
from annotate.seeding.shared_schemas import OfferedConnection, Shared, UsingProject


def shared_connections() -> QuerySet[SharedConnection]:
    """Those that are not deleted, the oldest first."""
    return SharedConnection.objects.filter(deleted_at=None).order_by("pk")


def shared_connection(shared_id: int) -> SharedConnection:
    """One of them, or NotFound."""
    return errors.existing(shared_connections().filter(pk=shared_id).first())


def configured_shared(shared: SharedConnection) -> backends.Configured:
    """It as it is now, disabled or not, ready to be asked; faults name its server.

    Raises:
        Invalid: its settings are no longer understood.
        Unreadable: its secrets have to be entered again.
    """
    backend = backend_of(shared)
    return backends.Configured(
        settings=backend.settings.model_validate(parsed(backend, shared.settings)),
        secrets=SECRETS.unseal(shared.secrets),
        label=shared.name,
        environment=environment(),
    )


def using(shared_ids: Iterable[int]) -> dict[int, list[Project]]:
    """The projects that use each: that have taken it and not put it away again."""
    taken = Connection.objects.filter(shared__in=list(shared_ids), archived_at=None)
    projects: defaultdict[int, list[Project]] = defaultdict(list)
    for connection in taken.select_related("project").order_by("project__name", "project"):
        if connection.shared_id is not None:
            projects[connection.shared_id].append(connection.project)
    return projects


def shown(rows: Iterable[SharedConnection]) -> list[Shared]:
    """Tell admins all but the secrets."""
    rows = list(rows)
    projects = using(row.pk for row in rows)
    return [_shown(row, projects.get(row.pk, [])) for row in rows]


def _shown(row: SharedConnection, projects: list[Project]) -> Shared:
    backend, stored = backend_or_none(row), secrets_of(row)
    return Shared.from_row(
        row,
        title=backend.title if backend else row.backend,
        roles=list(backend.roles) if backend else [],
        has_secrets={
            secret.name: secret.name in stored for secret in (backend.secrets if backend else ())
        },
        projects=[UsingProject.from_row(project) for project in projects],
    )


def offered(project: Project) -> list[OfferedConnection]:
    """What a lead may take: what it is, and neither where it is nor what it is told."""
    taken = Connection.objects.filter(project=project, archived_at=None).exclude(shared=None)
    by_shared = dict(taken.values_list("shared", "pk"))
    offers = []
    for row in shared_connections().filter(disabled_at=None)[:200]:
        backend = backend_or_none(row)
        if backend is not None:
            offers.append(
                OfferedConnection.from_row(
                    row,
                    title=backend.title,
                    roles=list(backend.roles),
                    connection=by_shared.get(row.pk),
                )
            )
    return offers
