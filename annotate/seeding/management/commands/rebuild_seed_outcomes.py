"""manage.py rebuild_seed_outcomes PROJECT: compare seeds with answers anew."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from annotate.core import errors
from annotate.projects import selectors as projects
from annotate.seeding.services import outcomes


class Command(BaseCommand):
    help = (
        "Make the rows behind the page about seed quality anew from a project's annotations. "
        "Needed only after rows were changed by hand or restored in part, or after verdicts on "
        "finished samples; safe to run at any time."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("project", metavar="PROJECT", help="The project's id or name.")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            project = projects.by_id_or_name(options["project"])
        except errors.AppError as unknown:
            raise CommandError(unknown.message) from None
        rows = outcomes.rebuild(project)
        self.stdout.write(f"{rows} outcomes of seeds made anew for {project.name}.")
