"""manage.py import_images PROJECT SOURCE: bring pictures in from this machine."""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from annotate.core import errors
from annotate.exchange import services
from annotate.exchange.models import Import
from annotate.exchange.progress import Meter
from annotate.images.archives import REPEAT
from annotate.projects import selectors as projects

HELP = """Bring pictures into a project from a folder, a zip archive or a JSONL manifest.

Each picture becomes a sample that waits for seeds. JPEG, PNG, WebP, GIF, BMP and TIFF are taken;
animations, broken and oversized files are refused, each with its reason, and the rest goes in.
Run it again after an interruption or with more pictures: what is in already is left alone."""

EPILOG = """the manifest:
  A file called manifest.jsonl, in the folder or archive or given as SOURCE, says which pictures to
  take and what is known of them: one JSON object per line. Paths count from its own folder.

  {"file": "a/dog.jpg", "external_id": "dog-1", "split": "train", "metadata": {"Title": "Dog"}}

  file          path of the picture; or instead
  sha256        digest of a picture that is stored already, in whatever project
  external_id   what the picture is called outside (default: the path)
  split         train, val or test
  metadata      hints shown to annotators: at most 30 short texts

  Without a manifest every picture is taken; its path becomes its external_id.

examples:
  manage.py import_images "Street scenes" photos/ --dry-run      look first, change nothing
  manage.py import_images "Street scenes" photos/ --split train
  manage.py import_images 3 photos.zip
  manage.py import_images 3 lists/all.jsonl --root /data/pictures

The exit status is 1 if any picture was refused.
"""
_SHOWN = 1000


class Command(BaseCommand):
    help = HELP

    def create_parser(self, *args: Any, **kwargs: Any) -> Any:
        parser = super().create_parser(*args, **kwargs)
        parser.epilog, parser.formatter_class = EPILOG, RawDescriptionHelpFormatter
        return parser

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("project", metavar="PROJECT", help="The project's id or name.")
        parser.add_argument(
            "source",
            metavar="SOURCE",
            type=Path,
            help="A folder, a .zip, a .jsonl manifest, or one picture.",
        )
        parser.add_argument(
            "--dry-run", action="store_true", help="Check everything and bring nothing in."
        )
        parser.add_argument(
            "--split",
            choices=["train", "val", "test"],
            default="",
            help="The split of pictures for which the manifest names none.",
        )
        parser.add_argument(
            "--root",
            type=Path,
            metavar="FOLDER",
            help="Where the pictures of a manifest may lie (default: the manifest's folder).",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        verb = "checked" if options["dry_run"] else "read"
        meter = Meter(verb, quiet=options["verbosity"] == 0)
        try:
            import_ = services.import_path(
                project=projects.by_id_or_name(options["project"]),
                path=options["source"],
                root=options["root"],
                dry_run=options["dry_run"],
                split=options["split"],
                watcher=meter,
            )
        except errors.AppError as refused:
            raise CommandError(f"{refused.message} {refused.remedy or ''}".strip()) from None
        finally:
            meter.close()
        self._report(import_)

    def _report(self, import_: Import) -> None:
        for problem in import_.problems.order_by("row", "id")[:_SHOWN]:
            place = f"row {problem.row}" + (f", {problem.name}" if problem.name else "")
            field = f", {problem.field}" if problem.field else ""
            advice = f" {problem.remedy}" if problem.remedy not in (None, REPEAT) else ""
            self.stderr.write(f"{place}{field}: {problem.message} [{problem.code}]{advice}")
        added = "would be added" if import_.dry_run else "added"
        self.stdout.write(
            f"{import_.added:,} {added}, {import_.skipped:,} there already, "
            f"{import_.failed:,} refused."
        )
        if import_.failed:
            raise CommandError(f"Some pictures were refused; they are named above. {REPEAT}")
