"""manage.py rebuild_stats PROJECT | --all: make the sums behind the dashboards anew."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from annotate.core import errors
from annotate.projects import selectors as projects
from annotate.projects.models import Project
from annotate.workflow.services import documents
from annotate.workflow.services.counters import rebuild


class Command(BaseCommand):
    help = (
        "Make the statistics of a project's dashboards anew from its annotations. Needed after "
        "rows were changed by hand or restored in part, and once after an upgrade that says so; "
        "safe to run at any time, nobody waits for it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        chosen = parser.add_mutually_exclusive_group(required=True)
        chosen.add_argument(
            "project", nargs="?", metavar="PROJECT", help="The project's id or name."
        )
        chosen.add_argument("--all", action="store_true", help="Every project, one after another.")

    def handle(self, *args: Any, **options: Any) -> None:
        for project in self._projects(options):
            rebuilt = rebuild.rebuild(project)
            found = documents.rebuild(project)
            self.stdout.write(
                f"{project.name}: {rebuilt.daily_stats} rows of daily stats, "
                f"{rebuilt.histogram_bins} of histograms and {rebuilt.samples} of samples; "
                f"{rebuilt.repaired} were missing or wrong. "
                f"{found} samples can be searched."
            )

    def _projects(self, options: dict[str, Any]) -> list[Project]:
        if options["all"]:
            return list(Project.objects.order_by("pk"))
        try:
            return [projects.by_id_or_name(options["project"])]
        except errors.AppError as unknown:
            raise CommandError(unknown.message) from None
