"""manage.py promote PROJECT CONNECTION VERSION: let another version of a model serve."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from annotate.core.command_line import CommandWithExamples, in_words
from annotate.learning.services import versions
from annotate.projects import selectors as projects
from annotate.seeding.command_line import connection_named, version_named
from annotate.seeding.models import Connection


class Command(CommandWithExamples):
    help = """Let another version of a model serve, go back to the one before, or register one that
was trained elsewhere by its name there.

Samples that nobody has started get new seeds from what serves then; started ones keep theirs."""

    examples = """examples:
  manage.py promote "Street scenes" "Our vLLM" M2
  manage.py promote 3 "Our vLLM" --back
  manage.py promote 3 "Our vLLM" --register street-scenes-lora-2 --notes "3 epochs"
"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        self.add_project(parser)
        parser.add_argument("connection", metavar="CONNECTION", help="Its name.")
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("version", nargs="?", metavar="VERSION", help="Such as M2.")
        what.add_argument("--back", action="store_true", help="To what served before.")
        what.add_argument("--register", metavar="MODEL", help="A new version, and let it serve.")
        parser.add_argument("--notes", default="", help="What is to be remembered of --register.")

    def handle(self, *args: Any, **options: Any) -> None:
        with in_words():
            project = projects.by_id_or_name(options["project"])
            connection = connection_named(project, options["connection"])
            label, changed = self._promoted(connection, options)
        self.stdout.write(f"{connection.name} {label} {'serves' if changed else 'served already'}.")

    def _promoted(self, connection: Connection, options: dict[str, Any]) -> tuple[str, bool]:
        if options["back"]:
            return versions.rollback(connection, None).label, True
        if options["register"]:
            version = versions.register(
                connection=connection,
                model=options["register"],
                notes=options["notes"][:2000],
                actor=None,
            )
        elif options["version"]:
            version = version_named(connection, options["version"])
        else:
            raise CommandError("Name a version, or say --back or --register.")
        return version.label, versions.promote(version, None)
