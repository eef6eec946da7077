"""manage.py export PROJECT: write a project to a file."""

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from annotate.core import errors
from annotate.exchange.exports import FORMATS
from annotate.exchange.exports.writing import write, write_to_path
from annotate.exchange.progress import Meter
from annotate.projects import selectors as projects

HELP = """Write what was annotated in a project to one file.

Withdrawn samples are left out. The same project gives the same bytes; the file appears under its
name only when it is complete, and its SHA-256 is printed. docs/reference/exports.md explains
every key."""

EPILOG = """formats:
  iiw-jsonl   the layout of the released IIW data set, one sample per line, with every round
  coco        boxes as COCO instances, descriptions as captions, in one JSON file

examples:
  manage.py export "Street scenes" --format iiw-jsonl --output street.jsonl
  manage.py export 3 --format coco --only-done --output street.json
  manage.py export 3 --format iiw-jsonl --output - | gzip > street.jsonl.gz
"""


class Command(BaseCommand):
    help = HELP

    def create_parser(self, *args: Any, **kwargs: Any) -> Any:
        parser = super().create_parser(*args, **kwargs)
        parser.epilog, parser.formatter_class = EPILOG, RawDescriptionHelpFormatter
        return parser

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("project", metavar="PROJECT", help="The project's id or name.")
        parser.add_argument("--format", required=True, choices=sorted(FORMATS), help="See below.")
        parser.add_argument(
            "--output", required=True, metavar="FILE", help="Where to write; - is standard output."
        )
        parser.add_argument(
            "--only-done", action="store_true", help="Leave out samples that are not finished."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        to_stdout = options["output"] == "-"
        meter = Meter("exported", quiet=options["verbosity"] == 0)
        try:
            project = projects.by_id_or_name(options["project"])
            chosen: dict[str, Any] = {
                "project": project,
                "format_": FORMATS[options["format"]],
                "only_done": options["only_done"],
                "watcher": meter,
            }
            if to_stdout:
                written = write(sys.stdout.buffer, **chosen)
            else:
                written = write_to_path(Path(options["output"]), **chosen)
        except errors.AppError as refused:
            raise CommandError(f"{refused.message} {refused.remedy or ''}".strip()) from None
        except OSError as fault:
            raise CommandError(f"{options['output']} cannot be written: {fault}.") from None
        finally:
            meter.close()
        summary = f"{written.samples:,} samples, {written.size_bytes:,} bytes"
        out = self.stderr if to_stdout else self.stdout
        out.write(f"{summary}, sha256 {written.sha256}")
