"""manage.py call OPERATION: anything that the API offers, by the id of its operation."""

import argparse
from argparse import ArgumentParser
from typing import Any

from annotate.config.operation_commands import arguments, found, run_operation
from annotate.core.command_line import CommandWithExamples


class Command(CommandWithExamples):
    help = (
        "Carry out any operation of the API by its id (docs/reference/api.md) for somebody, with "
        "the same rules and the same entries in the audit trail. Without an id, list them all."
    )
    examples = """
Examples:
  manage.py call
  manage.py call consentPublish --help
  manage.py call stoppingRead 3 --json
"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("operation", metavar="OPERATION", nargs="?", help="The operation's id.")
        parser.add_argument("rest", metavar="…", nargs=argparse.REMAINDER, help="What it needs.")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["operation"]:
            self.stdout.write("\n".join(sorted(found.operations())))
            return
        one = found.find(options["operation"])
        arguments.refuse_files(one)
        parser = ArgumentParser(prog=f"manage.py call {options['operation']}")
        arguments.add_arguments(parser, one)
        run_operation(one, vars(parser.parse_args(options["rest"])), self.stdout)
