"""manage.py connect PROJECT NAME: connect a back end to a project, or change a connection."""

import os
from argparse import ArgumentParser
from getpass import getpass
from typing import Any

from django.core.management.base import CommandError

from annotate import backends
from annotate.core.command_line import CommandWithExamples, in_words
from annotate.projects import selectors as projects
from annotate.projects.models import Project
from annotate.seeding.command_line import add_settings, setting_of
from annotate.seeding.models import Connection
from annotate.seeding.selectors.connections import ROLES
from annotate.seeding.services import connections, model_assignment


class Command(CommandWithExamples):
    help = """Connect a back end to a project under a name of your choice, or change a connection.

Settings that are not named keep their value. A setting that changes what the model says makes a new
version, which serves at once. Secrets are asked for, or read from the environment: what is typed
on a command line stays in its history. Tells in the end whether the back end answers."""

    examples = """examples:
  manage.py connect "Street scenes" "Our vLLM" --backend openai --set model=Qwen/Qwen2.5-VL-7B \\
      --set base_url=http://10.0.0.5:8000/v1 --set box_range=0 --as detector --as captioner
  manage.py connect 3 "Hosted" --backend openai --set base_url=https://api.openai.com/v1 \\
      --set model=gpt-4o --secret api_key=OPENAI_API_KEY     from the environment
  manage.py connect 3 "Our vLLM" --set concurrency=32 --set prompt_image=@question.txt
"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        self.add_project(parser)
        parser.add_argument("name", metavar="NAME", help="What the connection is called.")
        parser.add_argument(
            "--backend", metavar="BACKEND", help=f"One of {', '.join(backends.names())}."
        )
        add_settings(parser, "--set", "A setting.", dest="values")
        parser.add_argument(
            "--secret",
            action="append",
            default=[],
            metavar="NAME[=VARIABLE]",
            help="A secret, from this variable of the environment; without one it is asked for.",
        )
        parser.add_argument(
            "--as",
            action="append",
            default=[],
            choices=ROLES,
            dest="roles",
            help="Put it into the project's models used. May be repeated.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        with in_words():
            project = projects.by_id_or_name(options["project"])
            connection = self._connected(project, options)
            if options["roles"]:
                changes = dict.fromkeys(options["roles"], connection.pk)
                model_assignment.change(project=project, actor=None, changes=changes)
            state = connections.check_health(connection)
            serving = connections.serving(connection)
        self.stdout.write(f"{connection.name} {serving.label} of {project.name}.")
        if state.reason:
            self.stderr.write(state.reason.message)
        if not state.available:
            raise CommandError("It does not answer; the connection is kept as it is.")
        self.stdout.write(f"It answers ({state.seconds} s).")

    def _connected(self, project: Project, options: dict[str, Any]) -> Connection:
        settings = dict(map(setting_of, options["values"]))
        secrets = dict(map(_secret, options["secret"]))
        connections.ensure_built_in(project)
        known = Connection.objects.filter(project=project, name=options["name"]).first()
        if known is not None:
            if options["backend"] not in (None, known.backend):
                raise CommandError(f"{known.name} is a connection to {known.backend}.")
            return connections.change(
                connection=known, actor=None, settings=settings, secrets=secrets
            )
        if not options["backend"]:
            raise CommandError("This connection is new: name its --backend.")
        return connections.make(
            project=project,
            actor=None,
            name=options["name"],
            backend=options["backend"],
            settings=settings,
            secrets=secrets,
        )


def _secret(text: str) -> tuple[str, str]:
    name, equals, variable = text.partition("=")
    if not equals:
        return name, getpass(f"{name}: ")
    if variable not in os.environ:
        raise CommandError(f"There is no variable {variable} in the environment.")
    return name, os.environ[variable]
