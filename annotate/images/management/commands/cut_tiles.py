"""manage.py cut_tiles PROJECT: have the details of all large images ready before work begins."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from annotate.core import errors
from annotate.core.command_line import CommandWithExamples, in_words
from annotate.images import selectors, tiling
from annotate.projects import selectors as projects


class Command(CommandWithExamples):
    help = (
        "Cut the images of a project that are larger than their copies into tiles. Without it that"
        " happens when an image is first opened, and whoever opens it sees single pixels a few"
        " seconds later. Can be broken off and repeated."
    )
    examples = 'examples:\n  manage.py cut_tiles "Street scenes"'

    def add_arguments(self, parser: ArgumentParser) -> None:
        self.add_project(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        with in_words():
            project = projects.by_id_or_name(options["project"])
        cut = present = 0
        faults: list[str] = []
        for image in selectors.larger_than_copies(project).iterator(chunk_size=500):
            try:
                is_new = tiling.prepare(image)
            except errors.AppError as fault:
                faults.append(f"{image.external_id}: {fault.message}")
                continue
            cut, present = cut + is_new, present + (not is_new)
        self.stdout.write(f"Cut {cut}; {present} were there already.")
        if faults:
            raise CommandError("\n  ".join([f"{len(faults)} could not be cut:", *faults]))
