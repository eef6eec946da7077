"""What the commands about models share: how they name a connection and a version."""

from django.core.management.base import CommandError

from annotate.core.command_line import CommandWithExamples as ModelCommand
from annotate.core.command_line import in_words
from annotate.projects.models import Project
from annotate.seeding.models import Connection, ModelVersion
from annotate.seeding.services import connections

__all__ = ["ModelCommand", "connection_named", "in_words", "version_named"]


def connection_named(project: Project, name: str) -> Connection:
    """Return the connection of this name, or say which there are."""
    connections.ensure_built_in(project)
    offered = Connection.objects.filter(project=project, archived_at=None)
    found = offered.filter(name=name).first()
    if found is None:
        names = ", ".join(offered.order_by("pk").values_list("name", flat=True))
        raise CommandError(f"There is no connection called {name!r}; there are: {names}.")
    return found


def version_named(connection: Connection, label: str) -> ModelVersion:
    """Return the version of this label, such as M2, or say which there are."""
    versions = connection.versions.select_related("connection", "project").order_by("number")
    found = next((each for each in versions if each.label == label.upper()), None)
    if found is None:
        labels = ", ".join(each.label for each in versions)
        raise CommandError(f"{connection.name} has no version {label}; there are: {labels}.")
    return found
