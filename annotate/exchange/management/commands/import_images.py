"""manage.py import_images PROJECT SOURCE: bring pictures in from this machine."""

from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from annotate.exchange import services
from annotate.exchange.command_line import ImportCommand, Meter
from annotate.exchange.imports.bucket import SCHEME
from annotate.exchange.imports.options import ImageOptions
from annotate.exchange.imports.readers.columns import CHOOSABLE
from annotate.exchange.models import Import
from annotate.images.archives import REPEAT
from annotate.projects.models import Project

HELP = """Bring pictures into a project from a folder, an archive or a list.

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
  objects       [{"label": "dog", "box": {"x": 4, "y": 8, "width": 90, "height": 60},
                "description": "…"}], in pixels of the upright picture
  text          a description; captions: a list of texts
  producer      who or what said so

  Lists in other formats are told by what they hold; see docs/reference/imports.md. Without a list
  every picture is taken; its path becomes its external_id.

examples:
  manage.py import_images "Street scenes" photos/ --dry-run      look first, change nothing
  manage.py import_images "Street scenes" photos/ --split train
  manage.py import_images 3 photos.zip                         or .tar, .tar.gz
  manage.py import_images 3 lists/all.jsonl --root /data/pictures
  manage.py import_images 3 s3://photos/2026                     as STORAGE_ENDPOINT and keys say

The exit status is 1 if any picture was refused.
"""


def _source(text: str) -> Path | str:
    return text if text.startswith(SCHEME) else Path(text)


def _column(text: str) -> tuple[str, str]:
    role, mark, name = text.partition("=")
    if not mark or role not in CHOOSABLE:
        raise ArgumentTypeError(f"write WHAT=NAME, with one of {', '.join(CHOOSABLE)}")
    return role, name


class Command(ImportCommand):
    help, examples = HELP, EPILOG
    rows, repeat = "pictures", REPEAT

    def add_arguments(self, parser: ArgumentParser) -> None:
        self.add_project(parser)
        parser.add_argument(
            "source",
            metavar="SOURCE",
            type=_source,
            help="A folder, an archive, a list of pictures, one picture, or s3://BUCKET/FOLDER.",
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

        parser.add_argument(
            "--given-as",
            choices=[*Import.GivenAs.values],
            default=Import.GivenAs.SEEDS,
            help="What becomes of objects and texts that come with pictures (default: seeds).",
        )
        parser.add_argument(
            "--column",
            action="append",
            default=[],
            type=_column,
            metavar="WHAT=NAME",
            help="Which column of a table holds what, if the guess is wrong: "
            f"{', '.join(CHOOSABLE)}. May be repeated.",
        )
        parser.add_argument(
            "--fetch",
            action="store_true",
            help="Fetch pictures from the addresses that a list names (default: refuse them).",
        )
        parser.add_argument(
            "--texts-name",
            default="",
            metavar="NAME",
            help="What a file of texts (--given-as texts) is called (default: as SOURCE).",
        )
        parser.add_argument(
            "--stage", default="", metavar="KEY", help="The stage that texts are for."
        )
        parser.add_argument(
            "--objects-stage", default="", metavar="KEY", help="The stage that objects are for."
        )

    def bring_in(self, project: Project, meter: Meter, options: dict[str, Any]) -> Import:
        return services.import_path(
            project=project,
            path=options["source"],
            root=options["root"],
            dry_run=options["dry_run"],
            split=options["split"],
            stage=options["stage"],
            options=ImageOptions(
                given_as=options["given_as"],
                objects_stage=options["objects_stage"],
                columns=dict(options["column"]),
                fetch=options["fetch"],
                texts_name=options["texts_name"],
            ),
            watcher=meter,
        )
