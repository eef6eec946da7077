"""What the parts of ``harms`` share that hold stages against each other: files, figures."""

import argparse
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TextIO

from annotate.analysis.caption_files import LayoutError, ocr_of
from annotate.analysis.commands.base import InputError, Row, open_text, read_json, read_rows
from annotate.analysis.commands.harms_files import add_parser
from annotate.analysis.commands.pieces import add_engine
from annotate.analysis.harms.group_files import given_of, groups_of
from annotate.analysis.intervals import Interval
from annotate.analysis.tokens import words
from annotate.analysis.undefined import Undefined, defined, reason

FIRST = 20  # cases and words that are printed; JSON has all of them


def add_pair(parser: argparse.ArgumentParser, *, truth: bool = True) -> None:
    """Take the stage that is measured and the one it is held against."""
    parser.add_argument("candidate", type=Path, help="the stage that is measured")
    parser.add_argument(
        "--truth",
        type=Path,
        action="append",
        required=truth,
        default=[],
        metavar="FILE",
        help="the stage that is taken as true; given often, their union",
    )
    add_readers(parser)


def add_readers(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--text-field", default="", metavar="F", help="the field of the text")
    parser.add_argument("--truth-field", default="", metavar="F", help="the same of the truth")
    add_parser(parser)
    add_groups(parser)
    parser.add_argument("--json", action="store_true", help="everything, as JSON")
    add_engine(parser)


def add_groups(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--groups", type=Path, metavar="FILE", help="CSV or JSON lines with image and group"
    )


def add_ocr(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--ocr", type=Path, metavar="OCR.json", help="what was read in the images")


def read_groups(path: Path | None) -> dict[str, str]:
    if path is None:
        return {}
    try:
        return groups_of(open_text(path), lines=".jsonl" in path.suffixes)
    except LayoutError as error:
        raise InputError(f"{path}: {error}") from None


def read_given(path: Path | None) -> dict[str, list[str]]:
    """Return the words that people gave of themselves, from JSON lines."""
    if path is None:
        return {}
    rows: Iterable[tuple[str, Row]] = ((f"line {at}", row) for at, row in read_rows(path))
    try:
        return given_of(rows)
    except LayoutError as error:
        raise InputError(f"{path}: {error}") from None


def read_words(path: Path | None) -> dict[str, list[str]]:
    """Return the words in each image, in lower case, from a file of what was read."""
    if path is None:
        return {}
    try:
        read = ocr_of(read_json(path))
    except LayoutError as error:
        raise InputError(f"{path}: {error}") from None
    return {
        str(image): [word for token in tokens for word in words(token.text)]
        for image, tokens in read.items()
    }


def figure(found: Interval) -> dict[str, Any]:
    """A figure as JSON: value and ends, null with the reason where there is none."""
    told = {"value": defined(found.mean), "low": defined(found.low), "high": defined(found.high)}
    why = reason(found.mean) or reason(found.low)
    return told | {"n": found.n} | ({"undefined": why} if why else {})


def by_group(found: Mapping[str, Interval]) -> dict[str, Any]:
    return {group: figure(each) for group, each in found.items()}


def apart(found: Mapping[tuple[str, str], Interval] | Undefined) -> Any:
    """Differences of groups as JSON: a list of pairs, or why there is none."""
    if isinstance(found, Undefined):
        return {"undefined": found.reason}
    return [{"of": list(pair)} | figure(each) for pair, each in found.items()]


def cell(found: Mapping[str, Any], form: str = ".4f") -> str:
    """A figure to be read, with its interval."""
    if found["value"] is None:
        return "undefined"
    ends = f" [{found['low']:{form}}, {found['high']:{form}}]" if found["low"] is not None else ""
    return f"{found['value']:{form}}{ends}"


def write_reasons(report: Any, out: TextIO) -> None:
    """Write why figures are undefined, each reason once."""
    for why in sorted(set(_reasons(report))):
        out.write(f"\n{why}\n")


def _reasons(value: Any) -> Iterable[str]:
    if isinstance(value, dict):
        if isinstance(value.get("undefined"), str):
            yield value["undefined"]
        for each in value.values():
            yield from _reasons(each)
    elif isinstance(value, list):
        for each in value:
            yield from _reasons(each)


def write_end(report: Mapping[str, Any], out: TextIO) -> None:
    """Write below figures why some are missing, who read the texts, and what is assumed."""
    write_reasons(report, out)
    if "parser" in report:
        out.write(f"\nParser {report['parser']['name']}: {report['parser']['version']}")
    out.write(f"\nAssumptions: {', '.join(report['assumptions'])}\n")
