"""manage.py seed PROJECT: make machine seeds for every sample that waits for them."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from annotate import backends
from annotate.core.command_line import CommandWithExamples, in_words
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.projects import selectors as projects
from annotate.seeding import services
from annotate.seeding.models import SeedingRun
from annotate.seeding.selectors import runs

HELP = """Make machine seeds for every image of a project that waits for them.

A detector proposes objects with boxes, a captioner describes each of them and the whole image, and
where the recipe asks for the text in images, a reader reads it.
Annotators start from these seeds and correct them. Images that already have seeds, or that
somebody has started, are left alone, so the command can be run again at any time; a run that was
interrupted goes on where it stopped. With --over unstarted, images that have seeds of other
versions of the models get new ones, as long as nobody has started them.

Who makes the seeds is said by the names of the project's connections (manage.py models lists them);
where none is named, it is the project's models used."""

EXAMPLES = """examples:
  manage.py seed "Street scenes"            seed with the models used; at first that needs no model
  manage.py seed 3 --detector classical --captioner "Our vLLM"
  manage.py seed 3 --over unstarted         after a model has changed
  manage.py seed 3 --ocr ""                 leave the text in images to the annotators
"""


class Command(CommandWithExamples):
    help = HELP
    examples = EXAMPLES

    def add_arguments(self, parser: ArgumentParser) -> None:
        self.add_project(parser)
        roles: tuple[backends.Role, ...] = ("detector", "captioner")
        for role in roles:
            parser.add_argument(
                f"--{role}",
                metavar="NAME",
                help=f"Connection that acts as {role} (default: that of the models used).",
            )
        parser.add_argument(
            "--ocr",
            metavar="NAME",
            help="Connection that reads text, where the recipe starts a stage from it (default:"
            " that of the models used; an empty name leaves that stage without seeds).",
        )
        parser.add_argument(
            "--over",
            choices=SeedingRun.Over.values,
            default=SeedingRun.Over.WAITING,
            help="Which images: those that wait for seeds (the default), or also those that nobody"
            " has started.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        with in_words():
            project = projects.by_id_or_name(options["project"])
            run = self._unfinished(project.pk) or services.start_run(
                project=project,
                actor=None,
                detector=options["detector"],
                captioner=options["captioner"],
                ocr=options["ocr"],
                over=options["over"],
            )
        self._carry_out(run)
        self._report(run)

    def _unfinished(self, project_id: int) -> SeedingRun | None:
        return (
            SeedingRun.objects.select_related("job")
            .filter(project=project_id, job__state=Job.State.RUNNING)
            .first()
        )

    def _carry_out(self, run: SeedingRun) -> None:
        """Run the chunks here; chunks that a worker holds are its own and are left to it."""
        parts = Job.objects.filter(parent=run.job_id).order_by("pk")
        for number, part in enumerate(parts, start=1):
            job_services.run(part.pk)
            sys.stderr.write(f"\rchunk {number} of {len(parts)}")
        sys.stderr.write("\n")

    def _report(self, run: SeedingRun) -> None:
        outcome = runs.shown_run(run)
        counts = outcome.counts
        self.stdout.write(
            f"{counts.seeded} seeded, {counts.failed} failed, {counts.unseeded} drawn to "
            f"start without seeds, {counts.started} started meanwhile, {counts.pending} left "
            "to a running worker."
        )
        for failure in outcome.failures:
            self.stderr.write(f"{failure.name}: {failure.message}")
        if counts.failed:
            raise CommandError("Some images could not be seeded; they are named above.")
