"""What the commands about models share: examples in their help, and refusals as plain words."""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

from django.core.management.base import BaseCommand, CommandError

from annotate.core import errors
from annotate.projects.models import Project
from annotate.seeding.models import Connection, ModelVersion
from annotate.seeding.services import connections


class ModelCommand(BaseCommand):
    """A command with examples."""

    examples: ClassVar[str] = ""

    def create_parser(self, *args: Any, **kwargs: Any) -> Any:
        parser = super().create_parser(*args, **kwargs)
        parser.epilog, parser.formatter_class = self.examples, RawDescriptionHelpFormatter
        return parser

    def add_project(self, parser: ArgumentParser) -> None:
        """Ask for the project first."""
        parser.add_argument("project", metavar="PROJECT", help="The project's id or name.")


@contextmanager
def in_words() -> Iterator[None]:
    """Turn a refusal into an error of the command line, with the fields it names."""
    try:
        yield
    except errors.AppError as refused:
        places = [f"\n  {field.path}: {field.message}" for field in refused.fields]
        remedy = f" {refused.remedy}" if refused.remedy and not places else ""
        raise CommandError(f"{refused.message}{remedy}{''.join(places)}") from None


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
