"""manage.py import_groups PROJECT FILE: bring in groups that people entered elsewhere."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from annotate.core.command_line import CommandWithExamples, in_words
from annotate.evaluation.services.group_files import import_groups
from annotate.projects import selectors as projects


class Command(CommandWithExamples):
    help = """Bring in groups that people entered elsewhere, as a table: image, group, by.

The project must have said what its groups are; a row that is wrong is named, and nothing is kept
then. What the same source said of an image before is replaced."""

    examples = """examples:
  manage.py import_groups "Street scenes" groups.csv
"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        self.add_project(parser)
        parser.add_argument("file", metavar="FILE", type=Path, help="The file to read.")

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        if not path.is_file():
            raise CommandError(f"There is no file {path}.")
        with in_words():
            project = projects.by_id_or_name(options["project"])
            number = import_groups(project=project, actor=None, path=path)
        self.stdout.write(f"{number:,} answers brought in.")
