"""The commands of ``python -m annotate.analysis``; each is a module of its own.

To add one, write a module with a ``COMMAND`` (see :mod:`annotate.analysis.commands.base`) and name
it in ``COMMANDS``. What it prints is its result and nothing else; what is wrong goes to standard
error with the status 2, so that it can stand in a pipe.
"""

import argparse
import sys
from collections.abc import Sequence

from annotate.analysis.commands import (
    answers_in_captions,
    bertscore,
    captions,
    clipscore,
    compositional,
    concepts,
    correlate,
    describe,
    duplicates,
    harms,
    jaccard,
    ocr,
    readability,
    specificity,
    sxs,
    vizwiz_flags,
    word_overlap,
)
from annotate.analysis.commands.base import Command, InputError
from annotate.analysis.embedding import Lend, nothing_lent

_MODULES = (
    answers_in_captions,
    bertscore,
    captions,
    clipscore,
    compositional,
    concepts,
    correlate,
    describe,
    duplicates,
    harms,
    jaccard,
    ocr,
    readability,
    specificity,
    sxs,
    vizwiz_flags,
    word_overlap,
)
COMMANDS: tuple[Command, ...] = tuple(module.COMMAND for module in _MODULES)


def parser() -> argparse.ArgumentParser:
    whole = argparse.ArgumentParser(
        prog="python -m annotate.analysis",
        description="Figures about captions and annotations, from files and without a database.",
    )
    commands = whole.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for command in COMMANDS:
        own = commands.add_parser(
            command.name,
            help=command.summary,
            description=command.description,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.add_arguments(own)
        own.set_defaults(run=command.run)
    return whole


def main(arguments: Sequence[str], lend: Lend = nothing_lent) -> int:
    """Run one command; return the exit status: 0, or 2 for files that cannot be used.

    ``lend`` opens the models that some commands need.
    """
    options = parser().parse_args(arguments, argparse.Namespace(lend=lend))
    try:
        options.run(options, sys.stdout)
    except InputError as error:
        print(f"{parser().prog} {options.command}: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader of the pipe has seen enough
        sys.stderr.close()
    return 0
