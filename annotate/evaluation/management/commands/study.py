"""manage.py study ACTION PROJECT: make studies of texts, list them, end them."""

import json
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any, get_args

from django.core.management.base import CommandError
from pydantic import TypeAdapter

from annotate import kinds
from annotate.core.command_line import CommandWithExamples, in_words
from annotate.core.jobs import services as job_services
from annotate.core.schemas import Schema
from annotate.evaluation.models import Study, TextFile
from annotate.evaluation.schemas.studies import Justification
from annotate.evaluation.selectors.sources import available
from annotate.evaluation.selectors.studies import described, studies
from annotate.evaluation.services import studies as services
from annotate.people.models import User
from annotate.projects import selectors as projects
from annotate.projects.models import Project


class Command(CommandWithExamples):
    help = """Make a study of the texts of a project, in which people judge not knowing the source.

Sources are written round:STAGE:NUMBER, final:STAGE, seed:STAGE, seed:STAGE:VERSION (its id) or
file:NAME, with a title for the results in front: TITLE=SOURCE. `sources` lists those there are."""

    examples = """examples:
  manage.py study sources "Street scenes"
  manage.py study make "Street scenes" "Which reads better" \\
      --source "GPT-4V=file:gpt4v.jsonl" --source "People=final:description" \\
      --sample 100 --raters-per-item 3 --rater ada --rater ben --open --seed 7 --now
  manage.py study list 3
  manage.py study close 3 "Which reads better"
"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        actions = ("sources", "list", "show", "make", "close", "reopen", "delete")
        parser.add_argument("action", choices=actions)
        self.add_project(parser)
        parser.add_argument("name", metavar="NAME", nargs="?", help="What the study is called.")
        parser.add_argument(
            "--design", choices=list(kinds.designs()), default=next(iter(kinds.designs()))
        )
        parser.add_argument(
            "--source", action="append", default=[], metavar="TITLE=SOURCE", dest="sources"
        )
        parser.add_argument("--sample", type=int, metavar="IMAGES", help="Default: all images.")
        parser.add_argument("--raters-per-item", type=int, default=3)
        parser.add_argument("--rater", action="append", default=[], metavar="USERNAME")
        parser.add_argument(
            "--open", action="store_true", help="Others come in later: too few raters are no fault."
        )
        parser.add_argument("--barring", choices=Study.Barring.values, default=Study.Barring.STUDY)
        parser.add_argument("--justification", choices=get_args(Justification))
        parser.add_argument("--seed", type=int, help="What is drawn follows from it.")
        parser.add_argument(
            "--now", action="store_true", help="Prepare it in this process, not by a worker."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        with in_words():
            project = projects.by_id_or_name(options["project"])
            match options["action"]:
                case "sources":
                    self._print(available(project))
                case "list":
                    self._print(described(list(studies(project))))
                case "make":
                    self._make(project, options)
                case action:
                    self._act(action, _named(project, options["name"]))

    def _print(self, result: Schema | Sequence[Schema]) -> None:
        value = TypeAdapter(Any).dump_python(result, mode="json")
        self.stdout.write(json.dumps(value, indent=2, ensure_ascii=False))

    def _make(self, project: Project, options: dict[str, Any]) -> None:
        wishes = services.Wishes(
            name=options["name"] or "Study",
            design=options["design"],
            sources=[_source(project, text) for text in options["sources"]],
            sample_size=options["sample"],
            raters_per_item=options["raters_per_item"],
            justification=options["justification"],
            raters=[_user(name) for name in options["rater"]],
            open_to_others=options["open"],
            barring=options["barring"],
            seed=options["seed"],
        )
        study = services.create_study(project=project, actor=None, wishes=wishes)
        if options["now"] and study.job is not None:
            job_services.run(study.job.pk)
        self._print(described([_named(project, study.name)])[0])

    def _act(self, action: str, study: Study) -> None:
        if action == "delete":
            services.delete_study(study=study, actor=None)
            return
        if action == "close":
            services.close_study(study=study, actor=None)
        if action == "reopen":
            services.reopen_study(study=study, actor=None)
        self._print(described([study])[0])


def _named(project: Project, name: str | None) -> Study:
    study = studies(project).filter(name=name or "").first()
    if study is None:
        known = ", ".join(repr(study.name) for study in studies(project)) or "none"
        raise CommandError(f"There is no study {name!r}; there are: {known}.")
    return study


def _user(username: str) -> int:
    user = User.objects.filter(username__iexact=username).first()
    if user is None:
        raise CommandError(f"Nobody has the username {username!r}.")
    return user.pk


def _source(project: Project, text: str) -> dict[str, Any]:
    """A source as the API takes it."""
    title, equals, spec = text.partition("=")
    if not equals:
        title, spec = "", text
    type_, _, rest = spec.partition(":")
    stage, _, number = rest.partition(":")
    match type_:
        case "final":
            source: dict[str, Any] = {"type": "final", "stage": rest}
        case "round" if number.isdecimal():
            source = {"type": "round", "stage": stage, "index": int(number)}
        case "seed" if not number or number.isdecimal():
            source = {"type": "seed", "stage": stage, "version": int(number) if number else None}
        case "file":
            source = {"type": "file", "file": _file(project, rest)}
        case _:
            raise CommandError(f"{spec!r} is no source; see the help.")
    return {"title": title, "source": source}


def _file(project: Project, name: str) -> int:
    file = TextFile.objects.filter(project=project, name=name).first()
    if file is None:
        raise CommandError(f"There is no file of texts called {name!r}.")
    return file.pk
