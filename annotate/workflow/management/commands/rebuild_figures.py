"""manage.py rebuild_figures PROJECT: make the sums behind the dashboards anew."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from annotate.core import errors
from annotate.projects import selectors as projects
from annotate.workflow.services import figures


class Command(BaseCommand):
    help = (
        "Make the figures of a project's dashboard anew from its annotations. Needed only after "
        "rows were changed by hand or restored in part; safe to run at any time, people may go on "
        "working."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("project", metavar="PROJECT", help="The project's id or name.")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            project = projects.by_id_or_name(options["project"])
        except errors.AppError as unknown:
            raise CommandError(unknown.message) from None
        rows = figures.rebuild(project)
        self.stdout.write(f"{rows} rows of figures made anew for {project.name}.")
