"""What the parts of ``harms`` share: stages from files, parsers, and counts as figures."""

import argparse
import gzip
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO, cast

from annotate.analysis.caption_files import LayoutError
from annotate.analysis.commands.base import InputError
from annotate.analysis.harms.graphs import Parser
from annotate.analysis.harms.parsers import is_parser, parser_named
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
    add_parser(parser)
    parser.add_argument("--json", action="store_true", help="everything, as JSON")


def add_parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--parser",
        type=_parser_name,
        default="auto",
        metavar="P",
        help="who reads the texts: auto, patterns, or spacy:MODEL, a folder or package",
    )


def _parser_name(text: str) -> str:
    if not is_parser(text):
        raise argparse.ArgumentTypeError(f"{text} is none of auto, patterns and spacy:MODEL")
    return text


def used_parser(parser: Parser) -> dict[str, str]:
    """Who read the texts, as it stands in each result."""
    return {"name": parser.name, "version": parser.version}


@contextmanager
def opened(path: Path) -> Iterator[TextIO]:
    """Open a text file, packed with gzip or not; raises :class:`InputError`, while it is read too.

    ``LayoutError`` becomes an :class:`InputError` with the file's name.
    """
    try:
        with (
            gzip.open(path, "rt", encoding="utf-8-sig")
            if path.suffix == ".gz"
            else path.open(encoding="utf-8-sig")
        ) as file:
            yield cast(TextIO, file)
    except LayoutError as error:
        raise InputError(f"{path}: {error}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 text (byte {error.start}).") from None
    except EOFError:
        raise InputError(f"{path}: the packed file ends too early.") from None
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}.") from None


def read_stage(path: Path, field: str = "") -> Iterator[StageItem]:
    """Yield the items of a file, packed with gzip or not; raises :class:`InputError`."""
    plain = path.with_suffix("") if path.suffix == ".gz" else path
    with opened(path) as file:
        lines = plain.suffix == ".jsonl" or _has_lines(file.read(_START))
        file.seek(0)
        yield from stage_items(file, lines=lines, field=field)


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
    """A share with its Wilson interval of 95% as JSON; null where nothing was counted."""
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
