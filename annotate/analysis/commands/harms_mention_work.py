"""The long work of ``harms mentions``: kept in a file, gone on with, told on standard error."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

from annotate.analysis.commands.base import InputError, read_json
from annotate.analysis.harms.mention_data import Shown
from annotate.analysis.harms.mentions import OtherWork, Plan, State, share_done, steps


def add_state(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--state", type=Path, metavar="FILE", help="keeps the work; given again, it goes on"
    )
    parser.add_argument(
        "--save-every", type=float, default=30, metavar="S", help="seconds between two saves (30)"
    )
    parser.add_argument("--stop-after", type=int, metavar="N", help="stop when N types are done")


def worked(images: Sequence[Shown], plan: Plan, options: argparse.Namespace) -> State:
    """Do the work from where the state file left it; raises :class:`InputError` for another's."""
    path: Path | None = options.state
    before = _read(path) if path is not None and path.is_file() else None
    saved, told, state = monotonic(), -1, State()
    try:
        for state in steps(images, plan, before):
            rows = len(state["rows"])
            if rows != told:
                _tell(state)
                told = rows
            ends = state["done"] or (options.stop_after is not None and rows >= options.stop_after)
            if path is not None and (ends or monotonic() - saved >= options.save_every):
                _save(state, path)
                saved = monotonic()
            if ends:
                break
    except OtherWork:
        raise InputError(f"{path}: this work is of other images or another plan.") from None
    return state


def _tell(state: State) -> None:
    done, types = len(state["rows"]), len(state["types"])
    sys.stderr.write(f"{done:,} of {types:,} types, {share_done(state):.1%}\n")


def _read(path: Path) -> State:
    found = read_json(path)
    if not isinstance(found, dict):
        raise InputError(f"{path}: this is no state of mentions.")
    return found


def _save(state: State, path: Path) -> None:
    """Write beside the file and put it in its place: it is never half a state."""
    beside = path.with_name(path.name + ".new")
    try:
        beside.write_text(json.dumps(state), encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}.") from None
