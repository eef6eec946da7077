"""manage.py models PROJECT: list the connections of a project and the versions of their models."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder

from annotate.learning.selectors.versions import versions, versions_json
from annotate.projects import selectors as projects
from annotate.seeding.command_line import ModelCommand, connection_named, in_words
from annotate.seeding.models import Connection
from annotate.seeding.selectors import connections as selectors
from annotate.seeding.selectors.models import connections_json
from annotate.seeding.services import connections, model_assignment


class Command(ModelCommand):
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
            found = list(selectors.connections(project))
            if options["connection"]:
                chosen = connection_named(project, options["connection"])
                found = [selectors.connection(project, chosen.pk)]
            told = connections_json(project, found, model_assignment.of(project))
            for connection, shown in zip(found, told, strict=True):
                shown["versions"] = versions_json(versions(connection))
        if options["json"]:
            self.stdout.write(json.dumps(told, cls=DjangoJSONEncoder, indent=2))
            return
        for connection, shown in zip(found, told, strict=True):
            self._tell(connection, shown)

    def _tell(self, connection: Connection, shown: dict[str, Any]) -> None:
        roles = f"; used as {', '.join(shown['assigned_roles'])}" if shown["assigned_roles"] else ""
        self.stdout.write(f"{connection.name} ({connection.backend}{roles})")
        for version in shown["versions"]:
            star = "*" if version["state"] == "serving" else " "
            base = f" from {version['base']['label']}" if version["base"] else ""
            figures = ", ".join(f"{name} {value}" for name, value in version["metrics"].items())
            self.stdout.write(
                f" {star} {version['label']:5}{version['state']:10}{version['source']}{base}"
                f", {version['seeds']} seeds{f'; {figures}' if figures else ''}"
            )
