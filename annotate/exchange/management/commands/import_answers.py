"""manage.py import_answers PROJECT FILE: bring in answers that people gave elsewhere."""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from annotate.core import errors
from annotate.core.command_line import listed
from annotate.exchange import services
from annotate.exchange.answers import FORMATS
from annotate.exchange.models import Import
from annotate.exchange.progress import Meter
from annotate.projects import selectors as projects

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
_SHOWN = 1000


class Command(BaseCommand):
    help = HELP

    def create_parser(self, *args: Any, **kwargs: Any) -> Any:
        parser = super().create_parser(*args, **kwargs)
        epilog = EPILOG.format(formats=listed(FORMATS.values()))
        parser.epilog, parser.formatter_class = epilog, RawDescriptionHelpFormatter
        return parser

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("project", metavar="PROJECT", help="The project's id or name.")
        parser.add_argument("file", metavar="FILE", type=Path, help="The file to read.")
        parser.add_argument("--format", required=True, choices=sorted(FORMATS), help="See below.")
        parser.add_argument(
            "--stage", default="", help="The stage they are for (default: the first for captions)."
        )
        parser.add_argument(
            "--dry-run", action="store_true", help="Check everything and bring nothing in."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        verb = "checked" if options["dry_run"] else "read"
        meter = Meter(verb, quiet=options["verbosity"] == 0)
        try:
            import_ = services.import_answers(
                project=projects.by_id_or_name(options["project"]),
                path=options["file"],
                format_name=options["format"],
                stage=options["stage"],
                dry_run=options["dry_run"],
                watcher=meter,
            )
        except errors.AppError as refused:
            named = "; ".join(field.message for field in refused.fields) or refused.message
            raise CommandError(f"{named} {refused.remedy or ''}".strip()) from None
        finally:
            meter.close()
        self._report(import_)

    def _report(self, import_: Import) -> None:
        for problem in import_.problems.order_by("row", "id")[:_SHOWN]:
            place = f"row {problem.row}" + (f", {problem.name}" if problem.name else "")
            field = f", {problem.field}" if problem.field else ""
            self.stderr.write(f"{place}{field}: {problem.message} [{problem.code}]")
        added = "would be added" if import_.dry_run else "added"
        self.stdout.write(
            f"{import_.added:,} rows {added}, {import_.skipped:,} there already, "
            f"{import_.failed:,} refused."
        )
        if import_.failed:
            raise CommandError("Some rows were refused; they are named above.")
