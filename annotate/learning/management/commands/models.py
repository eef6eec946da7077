"""manage.py models PROJECT: list the connections of a project and the versions of their models."""

import json
from argparse import ArgumentParser
from typing import Any

from annotate.core.command_line import CommandWithExamples, in_words
from annotate.learning.schemas import ModelVersion
from annotate.learning.selectors.versions import shown_versions, versions
from annotate.projects import selectors as projects
from annotate.seeding.command_line import connection_named
from annotate.seeding.schemas import Connection
from annotate.seeding.selectors import connections as selectors
from annotate.seeding.selectors.connections import shown_connections
from annotate.seeding.services import connections, model_assignment


class Command(CommandWithExamples):
    help = """List the connections of a project with the versions of their models: the newest first,
what serves marked with a star, figures on held-out samples where they were measured."""

    examples = """examples:
  manage.py models "Street scenes"
  manage.py models 3 "Our vLLM" --json
"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        self.add_project(parser)
        parser.add_argument("connection", nargs="?", metavar="CONNECTION", help="This one alone.")
        parser.add_argument("--json", action="store_true", help="All that is known, for programs.")

    def handle(self, *args: Any, **options: Any) -> None:
        with in_words():
            project = projects.by_id_or_name(options["project"])
            connections.ensure_built_in(project)
            rows = list(selectors.connections(project))
            if options["connection"]:
                rows = [connection_named(project, options["connection"])]
            schemas = shown_connections(project, rows, model_assignment.of(project))
            models = [
                (connection, shown_versions(versions(row)))
                for connection, row in zip(schemas, rows, strict=True)
            ]
        if options["json"]:
            listed = [
                connection.model_dump(mode="json")
                | {"versions": [version.model_dump(mode="json") for version in its_versions]}
                for connection, its_versions in models
            ]
            self.stdout.write(json.dumps(listed, indent=2))
            return
        for connection, its_versions in models:
            self._list(connection, its_versions)

    def _list(self, connection: Connection, versions: list[ModelVersion]) -> None:
        used = connection.assigned_roles
        roles = f"; used as {', '.join(used)}" if used else ""
        self.stdout.write(f"{connection.name} ({connection.backend}{roles})")
        for version in versions:
            star = "*" if version.state == "serving" else " "
            base = f" from {version.base.label}" if version.base else ""
            figures = ", ".join(f"{name} {value}" for name, value in version.metrics.items())
            self.stdout.write(
                f" {star} {version.label:5}{version.state:10}{version.source}{base}"
                f", {version.seeds} seeds{f'; {figures}' if figures else ''}"
            )
