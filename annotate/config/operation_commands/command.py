"""A command whose verbs are operations."""

from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any, ClassVar

from django.core.management.base import OutputWrapper
from django.http.response import HttpResponseBase

from annotate.config.operation_commands import arguments, calling, printing
from annotate.config.operation_commands.found import Found, find
from annotate.core.command_line import CommandWithExamples, in_words


class OperationCommand(CommandWithExamples):
    """`manage.py NOUN VERB …`.

    Ends with 0 when it is done, 1 when it was refused, 2 when the command line is wrong, and 75
    when the database or the disk is away and the same command may succeed later.
    """

    # The operation and one sentence of help by verb.
    verbs: ClassVar[Mapping[str, tuple[str, str]]]

    def add_arguments(self, parser: ArgumentParser) -> None:
        verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
        for verb, (operation_id, told) in self.verbs.items():
            one = verbs.add_parser(verb, help=told, description=told)
            arguments.add_arguments(one, find(operation_id))

    def handle(self, *args: Any, **options: Any) -> None:
        operation_id, _ = self.verbs[options["verb"]]
        run_operation(find(operation_id), options, self.stdout)


def run_operation(found: Found, options: Mapping[str, Any], out: OutputWrapper) -> None:
    """Carry an operation out as the command line says, and write what was answered.

    Raises:
        CommandError: it was refused; the words are those of the API.
    """
    arguments.refuse_files(found)
    with in_words():
        answer = calling.call(
            found,
            calling.actor(options["actor"]),
            address=calling.address_of(found, arguments.values_of("address", options)),
            body=arguments.values_of("body", options),
            query=arguments.values_of("query", options),
            limit=options.get("limit") or 0,
        )
    if isinstance(answer, HttpResponseBase):
        written = printing.write_file(answer, options.get("output"))
        if written:
            out.write(f"Written to {written}.")
        return
    out.write(printing.as_json(answer) if options["json"] else printing.as_text(answer))
