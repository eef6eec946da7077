"""manage.py report PROJECT: write a project down to be printed."""

import os
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from annotate.core import clock, errors
from annotate.dashboards.report.printing import NoPrinter, pdf
from annotate.dashboards.services.reports import page_of
from annotate.projects import selectors as projects

HELP = """Write a report on a project: progress, rounds, people, models, methods and settings.

A name that ends in .html gives a page that needs no other file; one that ends in .pdf is printed
by Chromium, which must be installed (or named in CHROMIUM). Nothing is stored with the project.
Annotators are numbered unless names are asked for."""

EPILOG = """examples:
  manage.py report "Street scenes" --output street.pdf
  manage.py report 3 --with-names --title "First month" --output month.html
"""


class Command(BaseCommand):
    help = HELP

    def create_parser(self, *args: Any, **kwargs: Any) -> Any:
        parser = super().create_parser(*args, **kwargs)
        parser.epilog, parser.formatter_class = EPILOG, RawDescriptionHelpFormatter
        return parser

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("project", metavar="PROJECT", help="The project's id or name.")
        parser.add_argument(
            "--output", required=True, metavar="FILE", help="Where to write: .html or .pdf."
        )
        parser.add_argument("--title", default="", help="What stands at the top.")
        parser.add_argument(
            "--with-names", action="store_true", help="Call annotators by their names."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        output = Path(options["output"])
        if output.suffix not in (".html", ".pdf"):
            raise CommandError(f"{output} must end in .html or .pdf.")
        try:
            project = projects.by_id_or_name(options["project"])
            page = page_of(
                project=project,
                title=options["title"],
                with_names=options["with_names"],
                at=clock.now(),
            )
            content = pdf(page) if output.suffix == ".pdf" else page.encode()
            _replace(output, content)
        except errors.AppError as refused:
            raise CommandError(f"{refused.message} {refused.remedy or ''}".strip()) from None
        except NoPrinter as why:
            raise CommandError(f"{why} Or write to a file that ends in .html.") from None
        except OSError as fault:
            raise CommandError(f"{output} cannot be written: {fault}.") from None
        self.stdout.write(f"{output}: {len(content):,} bytes")


def _replace(output: Path, content: bytes) -> None:
    """Write a file that appears under its name only when it is complete."""
    partial = output.with_name(f".{output.name}.{os.getpid()}")
    try:
        partial.write_bytes(content)
        partial.replace(output)
    finally:
        partial.unlink(missing_ok=True)
