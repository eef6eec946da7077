"""What the commands about models share: how they name a connection and a version."""

from django.core.management.base import CommandError

from annotate.projects.models import Project
from annotate.seeding.models import Connection, ModelVersion
from annotate.seeding.services import connections


def connection_named(project: Project, name: str) -> Connection:
    """The connection of this name, or an error that says which there are."""
    connections.ensure_built_in(project)
    offered = Connection.objects.filter(project=project, archived_at=None)
    connection = offered.filter(name=name).first()
    if connection is None:
        names = ", ".join(offered.order_by("pk").values_list("name", flat=True))
        raise CommandError(f"There is no connection called {name!r}; there are: {names}.")
    return connection


def version_named(connection: Connection, label: str) -> ModelVersion:
    """The version of this label, such as M2, or an error that says which there are."""
    versions = connection.versions.select_related("connection", "project").order_by("number")
    version = next((row for row in versions if row.label == label.upper()), None)
    if version is None:
        labels = ", ".join(row.label for row in versions)
        raise CommandError(f"{connection.name} has no version {label}; there are: {labels}.")
    return version
