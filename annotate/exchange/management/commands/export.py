"""manage.py export PROJECT: write a project, or a release of one, to a file."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from annotate.core.command_line import CommandWithExamples, in_words, listed
from annotate.exchange import services
from annotate.exchange.command_line import Meter
from annotate.exchange.exports import FORMATS
from annotate.exchange.exports.reading import Selection
from annotate.exchange.exports.writing import write, write_to_path
from annotate.exchange.releases import output
from annotate.exchange.releases import services as releases
from annotate.projects import selectors as projects

HELP = """Write what was annotated in a project to one file.

Withdrawn samples are left out, and answers that a lead rejected or the votes dropped, unless they
are asked for; how many is said at the end. The same project gives the same bytes; the file appears
under its name only when it is complete, and its SHA-256 is printed. docs/reference/exports.md
explains every key.

A release is written as it was frozen: as one zip archive if FILE ends in .zip or is -, else as a
folder."""

EPILOG = """formats:
{formats}

examples:
  manage.py export "Street scenes" --format iiw-jsonl --output street.jsonl
  manage.py export 3 --format coco --only-approved --output street.json
  manage.py export 3 --format parquet --with-pictures --output street.zip
  manage.py export 4 --format textcaps --split val --output TextCaps_val.json
  manage.py export 3 --format iiw-jsonl --output - | gzip > street.jsonl.gz
  manage.py export --release streets@1.0.0 --output streets-1.0.0.zip
  manage.py export --release 7 --output streets
"""


class Command(CommandWithExamples):
    help = HELP
    examples = EPILOG.format(formats=listed(FORMATS.values()))

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "project", metavar="PROJECT", nargs="?", help="The project's id or name."
        )
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--format", choices=sorted(FORMATS), help="See below.")
        what.add_argument(
            "--release",
            metavar="NAME@VERSION",
            help="A frozen release, or its id; PROJECT where several have that name.",
        )
        parser.add_argument(
            "--output", required=True, metavar="FILE", help="Where to write; - is standard output."
        )
        parser.add_argument(
            "--with-unfinished",
            action="store_true",
            help="Also samples that are not finished or lack what their recipe promises.",
        )
        parser.add_argument(
            "--only-approved", action="store_true", help="Only answers that a lead approved."
        )
        parser.add_argument(
            "--split", choices=["train", "val", "test"], default="", help="Only its images."
        )
        parser.add_argument(
            "--with-rejected", action="store_true", help="Also answers that a lead rejected."
        )
        parser.add_argument(
            "--with-dropped", action="store_true", help="Also answers that the votes dropped."
        )
        parser.add_argument(
            "--with-pictures",
            action="store_true",
            help="Put the pictures in as well, where the format can hold them.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["release"] is not None:
            self._release(options)
            return
        if options["project"] is None:
            raise CommandError("Name the project.")
        to_stdout = options["output"] == "-"
        meter = Meter("exported", quiet=options["verbosity"] == 0)
        try:
            with in_words():
                chosen: dict[str, Any] = {
                    "project": projects.by_id_or_name(options["project"]),
                    "format_": FORMATS[options["format"]],
                    "selection": Selection.of(options.get),
                    "watcher": meter,
                }
                services.check_applies(chosen["project"], chosen["format_"])
                if to_stdout:
                    written = write(sys.stdout.buffer, **chosen)
                else:
                    written = write_to_path(Path(options["output"]), **chosen)
        except OSError as fault:
            raise CommandError(f"{options['output']} cannot be written: {fault}.") from None
        finally:
            meter.close()
        summary = f"{written.samples:,} samples, {written.size_bytes:,} bytes"
        out = self.stderr if to_stdout else self.stdout
        out.write(f"{summary}, sha256 {written.sha256}")
        for reason, number in written.left_out.items():
            if number:
                what = "samples" if reason.endswith("_samples") else "answers"
                out.write(f"{number:,} {what} left out: {reason.removesuffix('_samples')}")

    def _release(self, options: dict[str, Any]) -> None:
        path = Path(options["output"])
        try:
            with in_words():
                project = options["project"] and projects.by_id_or_name(options["project"])
                release = output.named(options["release"], project or None)
                if options["output"] == "-":
                    sys.stdout.buffer.writelines(output.packed(release))
                elif path.suffix == ".zip":
                    output.write_zip(release, path)
                else:
                    output.write_folder(release, path)
        except OSError as fault:
            raise CommandError(f"{options['output']} cannot be written: {fault}.") from None
        releases.note_download(release=release, actor=None, path=path.name)
        digest = release.frozen.digest
        self.stderr.write(f"{release.name} {release.version}, digest {digest}")
