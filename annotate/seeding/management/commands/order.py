"""manage.py order PROJECT: change the order in which unstarted samples are handed out."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from annotate.core.command_line import CommandWithExamples, in_words
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.projects import selectors as projects
from annotate.seeding.models import Ordering
from annotate.seeding.services import ordering

HELP = """Change the order in which samples that nobody has started are handed out.

By default it is random, and stays so for whatever is added later. A rule is applied once, to the
samples there are, by what is known of them now; apply it again after the seeds have changed.

  random          undo what other rules have done
  disagreement    first the samples on whose seeds two versions of a model disagree most
  low_confidence  first the samples of whose objects the detector is least sure
  diversity       first the images that are unlike those people have seen

Whoever measures with the answers should know: samples chosen by a rule are no random sample."""

EXAMPLES = """examples:
  manage.py order "Street scenes" --rule diversity
  manage.py order 3 --rule disagreement --versions 4 7
"""


class Command(CommandWithExamples):
    help = HELP
    examples = EXAMPLES

    def add_arguments(self, parser: ArgumentParser) -> None:
        self.add_project(parser)
        parser.add_argument("--rule", required=True, choices=Ordering.Rule.values)
        parser.add_argument(
            "--versions",
            nargs=2,
            type=int,
            default=[],
            metavar="ID",
            help="The two versions that `disagreement` compares (default: the two that made most"
            " of the seeds).",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        with in_words():
            project = projects.by_id_or_name(options["project"])
            change = ordering.start(
                project=project, actor=None, rule=options["rule"], versions=options["versions"]
            )
        if change.job is None:
            raise CommandError("The job was not started.")
        job_services.run(change.job.pk)
        job = Job.objects.get(pk=change.job.pk)
        if job.state == Job.State.SUCCEEDED:
            change.refresh_from_db()
            self.stdout.write(
                f"{change.samples} samples of {project.name} were scored and ordered."
            )
        elif job.state == Job.State.FAILED:
            raise CommandError(str((job.error or {}).get("message", "It failed.")))
        else:
            self.stdout.write("A worker is doing it.")
