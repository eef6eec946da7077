"""What management commands share: examples in their help, and refusals as plain words."""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, Protocol

from django.core.management.base import BaseCommand, CommandError

from annotate.core import errors
from annotate.core.outages import outage

# How a command ends when the database or the disk is away (EX_TEMPFAIL of sysexits.h).
TRY_LATER = 75


class CommandWithExamples(BaseCommand):
    """A command whose help ends with examples."""

    examples: ClassVar[str] = ""

    def create_parser(self, *args: Any, **kwargs: Any) -> Any:
        parser = super().create_parser(*args, **kwargs)
        parser.epilog, parser.formatter_class = self.examples, RawDescriptionHelpFormatter
        return parser

    def add_project(self, parser: ArgumentParser) -> None:
        parser.add_argument("project", metavar="PROJECT", help="The project's id or name.")


class Described(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def summary(self) -> str: ...


def listed(choices: Iterable[Described]) -> str:
    return "\n".join(f"  {choice.name}\n      {choice.summary}" for choice in choices)


@contextmanager
def in_words() -> Iterator[None]:
    """Turn a refusal into an error of the command line, with the fields it names."""
    try:
        yield
    except errors.AppError as refused:
        raise _said(refused) from None
    except Exception as fault:
        passing = outage(fault)
        if passing is None:
            raise
        raise _said(passing, returncode=TRY_LATER) from fault


def _said(refused: errors.AppError, returncode: int = 1) -> CommandError:
    places = [f"\n  {field.path}: {field.message}" for field in refused.fields]
    remedy = f" {refused.remedy}" if refused.remedy and not places else ""
    return CommandError(f"{refused.message}{remedy}{''.join(places)}", returncode=returncode)
