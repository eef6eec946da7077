"""manage.py train PROJECT CONNECTION: train a project's model on all that is finished."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from annotate.core.command_line import CommandWithExamples, in_words
from annotate.core.jobs import services as job_services
from annotate.learning.models import TrainingRun
from annotate.learning.services import training
from annotate.projects import selectors as projects
from annotate.projects.models import Project
from annotate.seeding.command_line import add_settings, connection_named, setting_of

HELP = """Train a connection of a project on everything that is finished there.

What is finished is frozen, a new version is trained on it and measured on held-out samples beside
the one that serves, and the loop's rule decides whether it takes over. Done here and now, unless
--queue leaves it to a worker. A training that was interrupted goes on where it stopped."""

EXAMPLES = """examples:
  manage.py train "Street scenes" nearest
  manage.py train 3 local-vlm --set epochs=2 --set learning_rate=0.0001
  manage.py train 3 local-vlm --queue
"""


class Command(CommandWithExamples):
    help = HELP
    examples = EXAMPLES

    def add_arguments(self, parser: ArgumentParser) -> None:
        self.add_project(parser)
        parser.add_argument("connection", metavar="CONNECTION", help="The connection's name.")
        add_settings(parser, "--set", "A setting of the trainer; without any, the loop's.")
        parser.add_argument("--queue", action="store_true", help="Leave the work to a worker.")

    def handle(self, *args: Any, **options: Any) -> None:
        with in_words():
            project = projects.by_id_or_name(options["project"])
            run = self._run(project, options)
        if options["queue"]:
            self.stdout.write(f"Training {run.pk} waits for a worker.")
            return
        if run.job_id is not None:
            job_services.run(run.job_id)
        training.reconcile()
        self._report(TrainingRun.objects.select_related("version").get(pk=run.pk))

    def _run(self, project: Project, options: dict[str, Any]) -> TrainingRun:
        connection = connection_named(project, options["connection"])
        under_way = TrainingRun.objects.filter(
            connection=connection, state__in=TrainingRun.UNFINISHED
        ).exclude(state=TrainingRun.State.WAITING)
        settings = dict(map(setting_of, options["set"]))
        return under_way.first() or training.start(
            connection=connection, actor=None, settings=settings or None
        )

    def _report(self, run: TrainingRun) -> None:
        if run.state == TrainingRun.State.SUCCEEDED and run.version is not None:
            self.stdout.write(f"{run.version.label} is trained, and {run.version.state}.")
            for name, value in run.version.metrics.items():
                self.stdout.write(f"  {name}: {value}")
        elif run.state == TrainingRun.State.WAITING:
            self.stdout.write("The training file is written; register the model made from it.")
        elif run.state == TrainingRun.State.FAILED:
            raise CommandError(run.problem)
        else:
            self.stdout.write(f"It is {run.state}: a worker has it.")
