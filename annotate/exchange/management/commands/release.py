"""manage.py release PROJECT: freeze a project as a version of its dataset."""

from argparse import ArgumentParser
from typing import Any

from annotate.core.command_line import CommandWithExamples, in_words, listed
from annotate.exchange.command_line import Meter
from annotate.exchange.exports import FORMATS
from annotate.exchange.releases import selectors, services
from annotate.exchange.releases.wishes import Wish
from annotate.projects import selectors as projects

HELP = """Freeze a project as a version of its dataset that never changes.

Whole samples are in it, with every round, guidelines, recipe, statistics, a datasheet, Croissant
metadata and a card. Its digest is that of its manifest: the same work gives the same digest on
every machine. Killed on the way, the same command begins it anew. docs/reference/releases.md
explains every file."""

EPILOG = """formats:
{formats}

examples:
  manage.py release "Street scenes" --name streets --version 1.0.0 --licence "CC BY 4.0"
  manage.py release 3 --name streets --version 1.1.0 --only-approved --format coco --json
  manage.py export --release streets@1.1.0 --output streets-1.1.0.zip
"""


class Command(CommandWithExamples):
    help = HELP
    examples = EPILOG.format(formats=listed(FORMATS.values()))

    def create_parser(self, *args: Any, **kwargs: Any) -> Any:
        # Django has a --version of its own, which says that of Django.
        return super().create_parser(*args, conflict_handler="resolve", **kwargs)

    def add_arguments(self, parser: ArgumentParser) -> None:
        self.add_project(parser)
        parser.add_argument("--name", required=True, help="What all versions are called.")
        parser.add_argument(
            "--version", required=True, help="Higher than the last of that name, such as 1.0.0."
        )
        parser.add_argument("--description", default="", help="What it is, or what changed.")
        parser.add_argument("--licence", default="", help="Such as CC BY 4.0.")
        parser.add_argument("--citation", default="", help="How it is to be cited.")
        parser.add_argument(
            "--format",
            action="append",
            choices=sorted(FORMATS),
            dest="formats",
            help="Once for each; left out: coco beside the records, where it applies.",
        )
        parser.add_argument(
            "--only-approved", action="store_true", help="Only answers that a lead approved."
        )
        parser.add_argument(
            "--split", choices=["train", "val", "test"], default="", help="Only its images."
        )
        parser.add_argument("--json", action="store_true", help="Say everything as JSON.")

    def handle(self, *args: Any, **options: Any) -> None:
        meter = Meter("frozen", quiet=options["verbosity"] == 0)
        try:
            with in_words():
                wish = Wish(**{name: options[name] for name in Wish.__dataclass_fields__})
                release = services.release_here(
                    project=projects.by_id_or_name(options["project"]), wish=wish, watcher=meter
                )
        finally:
            meter.close()
        told = selectors.describe_one(release)
        if options["json"]:
            self.stdout.write(told.model_dump_json(indent=2))
            return
        self.stdout.write(
            f"{told.name} {told.version}: {told.samples:,} samples, {told.size_bytes:,} bytes in "
            f"{len(told.files)} files, digest {told.digest}"
        )
        for reason, number in told.left_out.model_dump().items():
            if number:
                what = "samples" if reason.endswith("_samples") else "answers"
                self.stdout.write(f"{number:,} {what} left out: {reason.removesuffix('_samples')}")
