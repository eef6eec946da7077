"""manage.py report PROJECT: write a project down to be printed."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from annotate.core import clock
from annotate.core.command_line import CommandWithExamples, in_words
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


class Command(CommandWithExamples):
    help, examples = HELP, EPILOG

    def add_arguments(self, parser: ArgumentParser) -> None:
        self.add_project(parser)
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
            with in_words():
                page = page_of(
                    project=projects.by_id_or_name(options["project"]),
                    title=options["title"],
                    with_names=options["with_names"],
                    at=clock.now(),
                )
            content = pdf(page) if output.suffix == ".pdf" else page.encode()
            _replace(output, content)
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
