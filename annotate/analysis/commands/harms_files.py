"""What the parts of ``harms`` share: stages from files, parsers, and counts as figures."""

import argparse
import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from annotate.analysis.caption_files import LayoutError
from annotate.analysis.commands.base import InputError
from annotate.analysis.harms.graphs import Parser
from annotate.analysis.harms.parsers import PARSERS, parser_named
from annotate.analysis.harms.stages import StageItem, stage_items
from annotate.analysis.harms.synsets import Meanings, meanings
from annotate.analysis.proportions import low_end
from annotate.analysis.undefined import Undefined

_START = 1 << 16  # characters in which the first row of JSON lines ends


def add_stage(parser: argparse.ArgumentParser, *, needed: bool = True) -> None:
    """Take a file of a stage, the field of its texts, and who parses them."""
    parser.add_argument(
        "file", type=Path, nargs=None if needed else "?", help="texts or labels: JSON, JSON lines"
    )
    parser.add_argument("--text-field", default="", metavar="F", help="the field of the text")
    parser.add_argument("--parser", choices=PARSERS, default="auto", help="who reads the texts")
    parser.add_argument("--json", action="store_true", help="everything, as JSON")


def read_stage(path: Path, field: str = "") -> Iterator[StageItem]:
    """Yield the items of a file, packed with gzip or not; raises :class:`InputError`."""
    packed = path.suffix == ".gz"
    plain = path.with_suffix("") if packed else path
    try:
        with (
            gzip.open(path, "rt", encoding="utf-8-sig")
            if packed
            else path.open(encoding="utf-8-sig")
        ) as file:
            lines = plain.suffix == ".jsonl" or _has_lines(file.read(_START))
            file.seek(0)
            yield from stage_items(file, lines=lines, field=field)
    except LayoutError as error:
        raise InputError(f"{path}: {error}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 text (byte {error.start}).") from None
    except EOFError:
        raise InputError(f"{path}: the packed file ends too early.") from None
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}.") from None


def parser_for(name: str) -> Parser:
    found = parser_named(name)
    if isinstance(found, Undefined):
        raise InputError(found.reason)
    return found


def needed_meanings() -> Meanings:
    found = meanings()
    if isinstance(found, Undefined):
        raise InputError(found.reason)
    return found


def share(part: int, whole: int) -> dict[str, Any]:
    """A share with its Wilson interval of 95 % as JSON; null where nothing was counted."""
    if not whole:
        return {"count": 0, "n": 0, "share": None, "low": None, "high": None}
    low, high = low_end(part, whole), 1 - low_end(whole - part, whole)
    return {"count": part, "n": whole, "share": part / whole, "low": low, "high": high}


def interval_of(found: dict[str, Any]) -> str:
    """The interval of a share to be read."""
    return "" if found["low"] is None else f"[{found['low']:.4f}, {found['high']:.4f}]"


def _has_lines(start: str) -> bool:
    """Whether the first line is an object of its own, as in JSON lines, and no whole file."""
    try:
        row = json.loads(start.partition("\n")[0])
    except json.JSONDecodeError:
        return False
    return isinstance(row, dict) and not any(isinstance(value, list) for value in row.values())
