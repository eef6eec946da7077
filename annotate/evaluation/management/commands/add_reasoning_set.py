"""manage.py add_reasoning_set PROJECT FILE: bring in questions of compositional reasoning."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from annotate.core.command_line import CommandWithExamples, in_words
from annotate.evaluation.selectors.reasoning import described_sets
from annotate.evaluation.services.reasoning import add_set
from annotate.projects import selectors as projects


class Command(CommandWithExamples):
    help = """Bring ARO (VG attribution or relation), SVO-Probes or Winoground into a project.

Files are read as they are published, packed with gzip or not; a row that is wrong is named."""

    examples = """examples:
  manage.py add_reasoning_set "Street scenes" visual_genome_relation.json --name "ARO VG-R"
"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        self.add_project(parser)
        parser.add_argument("file", metavar="FILE", type=Path, help="The file to read.")
        parser.add_argument("--name", help="What to call it (default: the name of the file).")

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        if not path.is_file():
            raise CommandError(f"There is no file {path}.")
        with in_words():
            row = add_set(
                project=projects.by_id_or_name(options["project"]),
                actor=None,
                path=path,
                name=(options["name"] or path.name)[:200],
            )
        [told] = described_sets([row])
        left_out = sum(told.left_out.values())
        self.stdout.write(
            f"{told.questions:,} questions of {told.title} added as {told.name!r};"
            f" {left_out:,} rows make none."
        )
