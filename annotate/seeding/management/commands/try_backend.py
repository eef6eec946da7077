"""manage.py try_backend PROJECT CONNECTION IMAGE: see what a model says about one image."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.db.models import Q

from annotate.core.command_line import CommandWithExamples, in_words
from annotate.core.jobs import services as job_services
from annotate.images.models import Image
from annotate.projects import selectors as projects
from annotate.projects.models import Project
from annotate.seeding.command_line import connection_named, version_named
from annotate.seeding.services import connections, trials
from annotate.seeding.trial_schemas import TrialResult


class Command(CommandWithExamples):
    help = """Show what a connection says about one image of a project: objects with boxes, texts,
words, what was left out and why, time, tokens and costs. It runs here and makes no seeds."""

    examples = """examples:
  manage.py try_backend "Street scenes" "Our vLLM" photo-17
  manage.py try_backend 3 classical photo-17.jpg --of M0 --json
"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        self.add_project(parser)
        parser.add_argument("connection", metavar="CONNECTION", help="Its name.")
        parser.add_argument("image", metavar="IMAGE", help="Its external id, name or id.")
        # Not --version: that is Django's own.
        parser.add_argument("--of", metavar="VERSION", help="Such as M2 (default: what serves).")
        parser.add_argument("--json", action="store_true", help="All of it, for programs.")

    def handle(self, *args: Any, **options: Any) -> None:
        with in_words():
            project = projects.by_id_or_name(options["project"])
            connection = connection_named(project, options["connection"])
            version = connections.serving(connection)
            if options["of"]:
                version = version_named(connection, options["of"])
            image = _image(project, options["image"])
            trial = trials.start(version=version, image_id=image.pk, actor=None)
            # A worker may be faster: then it is done, or soon will be.
            job_services.run(trial.job_id or 0)
            trial.refresh_from_db()
        if trial.result is None:
            raise CommandError("A worker has taken this trial; its page shows what comes of it.")
        result = TrialResult.model_validate(trial.result)
        if options["json"]:
            self.stdout.write(json.dumps(trial.result, indent=2, ensure_ascii=False))
        else:
            self._report(result)
        if result.problem:
            raise CommandError(f"{result.problem.message} {result.problem.remedy or ''}".strip())

    def _report(self, result: TrialResult) -> None:
        for detection in result.detections:
            box = detection.box
            sides = f"{box.x:g} {box.y:g} {box.width:g} {box.height:g}"
            self.stdout.write(f"{detection.label}  [{sides}]  {detection.score:.2f}")
        for left_out in result.dropped:
            self.stdout.write(f"left out ({left_out.reason}): {left_out.label}")
        for crop in result.crops:
            self.stdout.write(f"\n{crop.label}: {crop.text}")
        if result.caption:
            self.stdout.write(f"\n{result.caption}")
        if result.words:
            self.stdout.write(f"\n{' '.join(word.text for word in result.words)}")
        usages = [call.usage for call in result.provenance if call.usage]
        tokens = sum(usage.prompt_tokens + usage.completion_tokens for usage in usages)
        cost = sum(usage.cost for usage in usages)
        self.stdout.write(f"\n{result.seconds} s, {tokens} tokens, costs {cost:g}")


def _image(project: Project, text: str) -> Image:
    mine = Image.objects.filter(project=project)
    named = Q(external_id=text) | Q(name=text)
    image = mine.filter(named).order_by("pk").first()
    if image is None and text.isdecimal():
        image = mine.filter(pk=int(text)).first()
    if image is None:
        raise CommandError(f"{project.name} has no image {text!r}.")
    return image
