"""manage.py import_answers PROJECT FILE: bring in answers that people gave elsewhere."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from annotate.core.command_line import listed
from annotate.exchange import services
from annotate.exchange.answers import FORMATS
from annotate.exchange.answers.rows import REPEAT
from annotate.exchange.command_line import ImportCommand, Meter
from annotate.exchange.models import Import
from annotate.projects.models import Project

HELP = """Bring captions that people wrote elsewhere into a project that has the images already.

Images are found by their external_id or file name. A row is taken whole or not at all; each refused
row is named with its field and what to do. Run it again after an interruption or with a corrected
file: what is in already is left alone."""

EPILOG = """formats:
{formats}

examples:
  manage.py import_answers "Kitchen photos" results.tsv --format mturk-results --dry-run
  manage.py import_answers 3 train.json --format vizwiz-captions --stage caption

The exit status is 1 if any row was refused.
"""


class Command(ImportCommand):
    help = HELP
    examples = EPILOG.format(formats=listed(FORMATS.values()))
    rows, counted, repeat = "rows", "rows ", REPEAT

    def add_arguments(self, parser: ArgumentParser) -> None:
        self.add_project(parser)
        parser.add_argument("file", metavar="FILE", type=Path, help="The file to read.")
        parser.add_argument("--format", required=True, choices=sorted(FORMATS), help="See below.")
        parser.add_argument(
            "--stage", default="", help="The stage they are for (default: the first for captions)."
        )
        parser.add_argument(
            "--dry-run", action="store_true", help="Check everything and bring nothing in."
        )

    def bring_in(self, project: Project, meter: Meter, options: dict[str, Any]) -> Import:
        return services.import_answers(
            project=project,
            path=options["file"],
            format_name=options["format"],
            stage=options["stage"],
            dry_run=options["dry_run"],
            watcher=meter,
        )
