"""manage.py loop PROJECT [on|off|show]: how a project's model learns."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from annotate.core.command_line import CommandWithExamples, in_words
from annotate.learning.models import Loop
from annotate.learning.selectors import loop as selectors
from annotate.learning.selectors.loop import sentence_of
from annotate.learning.services import loop as loop_services
from annotate.projects import selectors as projects
from annotate.projects.models import Project
from annotate.seeding.command_line import add_settings, connection_named, setting_of

HELP = """Show or change how a project's model learns.

After each batch of finished samples the loop trains the connection, measures the new version on
held-out samples, promotes it by the rule, and gives samples that nobody has started new seeds."""

EXAMPLES = """examples:
  manage.py loop "Street scenes"                        where it is, and what happened last
  manage.py loop 3 on --connection nearest --set batch_size=200
  manage.py loop 3 set --set promotion=manual --training epochs=2
  manage.py loop 3 off
"""
SETTABLE = ("batch_size", "promotion", "metric", "margin", "fewest_held_out", "held_out_share")
SHOWN_EVENTS = 10


class Command(CommandWithExamples):
    help = HELP
    examples = EXAMPLES

    def add_arguments(self, parser: ArgumentParser) -> None:
        self.add_project(parser)
        parser.add_argument(
            "act", nargs="?", default="show", choices=["show", "on", "off", "set"], metavar="ACT"
        )
        parser.add_argument("--connection", metavar="NAME", help="The connection that learns.")
        add_settings(parser, "--set", f"One of {', '.join(SETTABLE)}.")
        add_settings(parser, "--training", "A setting of the connection's trainer.")

    def handle(self, *args: Any, **options: Any) -> None:
        with in_words():
            project = projects.by_id_or_name(options["project"])
            changes = self._changes(project, options)
            if changes:
                loop_services.change(project=project, actor=None, changes=changes)
        self._show(loop_services.of(project))

    def _changes(self, project: Project, options: dict[str, Any]) -> dict[str, Any]:
        changes = dict(map(setting_of, options["set"]))
        _check(changes)
        if options["training"]:
            changes["training"] = dict(map(setting_of, options["training"]))
        if options["connection"] is not None:
            changes["connection"] = connection_named(project, options["connection"]).pk
        if options["act"] in ("on", "off"):
            changes["is_on"] = options["act"] == "on"
        elif changes and options["act"] == "show":
            raise CommandError("To change something, say on, off or set.")
        return changes

    def _show(self, loop: Loop) -> None:
        values = selectors.shown_loop(loop).model_dump(mode="json")
        name = loop.connection.name if loop.connection else "none"
        self.stdout.write(f"state: {values['state']}")
        self.stdout.write(f"connection: {name}")
        for key in (*SETTABLE, "training", "finished", "counted", "next_at"):
            self.stdout.write(f"{key}: {values[key]}")
        for event in selectors.events(loop.project)[:SHOWN_EVENTS]:
            self.stdout.write(f"{event.at:%Y-%m-%d %H:%M} {sentence_of(event)}")


def _check(changes: dict[str, Any]) -> None:
    """Refuse what no form would send."""
    unknown = sorted(set(changes) - set(SETTABLE))
    if unknown:
        raise CommandError(f"There is no setting {unknown[0]!r}; there are {', '.join(SETTABLE)}.")
    if changes.get("promotion", "manual") not in Loop.Promotion.values:
        raise CommandError(f"promotion is one of {', '.join(Loop.Promotion.values)}.")
    for key in ("batch_size", "fewest_held_out"):
        number = changes.get(key, 1)
        if not isinstance(number, int) or number < 1:
            raise CommandError(f"{key} is a whole number from 1.")
    for key, most in (("margin", 10), ("held_out_share", 0.5)):
        value = changes.get(key, 0)
        if not isinstance(value, int | float) or not 0 <= value <= most:
            raise CommandError(f"{key} is a number from 0 to {most}.")
