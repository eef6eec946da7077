"""``harms``: representational harms in descriptions; each measurement is a part of its own.

To add one, write a module with a ``COMMAND`` (as for a command) and name it in ``_MODULES``.
"""

import argparse
from typing import TextIO

from annotate.analysis.commands import (
    harms_absent,
    harms_context,
    harms_demeaning,
    harms_graphs,
    harms_identity,
    harms_inclusion,
    harms_mentions,
    harms_people,
)
from annotate.analysis.commands.base import Command

_MODULES = (
    harms_graphs,
    harms_inclusion,
    harms_mentions,
    harms_demeaning,
    harms_people,
    harms_context,
    harms_identity,
    harms_absent,
)
PARTS: tuple[Command, ...] = tuple(module.COMMAND for module in _MODULES)


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parts = parser.add_subparsers(dest="part", metavar="MEASUREMENT", required=True)
    for part in PARTS:
        own = parts.add_parser(
            part.name,
            help=part.summary,
            description=part.description,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        part.add_arguments(own)
        own.set_defaults(run_part=part.run)


def _run(options: argparse.Namespace, out: TextIO) -> None:
    options.run_part(options, out)


COMMAND = Command(
    name="harms",
    summary="representational harms: graphs of texts, demeaning words and what rests on them",
    description=(
        "Measurements of Wang et al. 2022 (Measuring Representational Harms in Image\n"
        "Captioning). Each is a part of its own; none gives a verdict, and every figure has its\n"
        "interval and its assumptions beside it."
    ),
    add_arguments=_add_arguments,
    run=_run,
)
