"""What the commands about models share: how they name connections, versions and settings."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

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


def add_settings(parser: ArgumentParser, flag: str, help: str, **options: Any) -> None:
    parser.add_argument(
        flag,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=f"{help} VALUE may be @FILE. May be repeated.",
        **options,
    )


def setting_of(text: str) -> tuple[str, Any]:
    """NAME=VALUE: numbers and lists as JSON has them, everything else as text.

    >>> setting_of("epochs=2"), setting_of("method=lora")
    (('epochs', 2), ('method', 'lora'))
    """
    name, equals, value = text.partition("=")
    if not equals:
        raise CommandError(f"Write NAME=VALUE, not {text!r}.")
    if value.startswith("@"):
        try:
            return name, Path(value[1:]).read_text(encoding="utf-8")
        except (OSError, ValueError) as unreadable:
            raise CommandError(f"{value[1:]} cannot be read: {unreadable}") from None
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value
