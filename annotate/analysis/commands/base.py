"""What a command is, and what commands share: reading files and rows, and printing tables."""

import argparse
import gzip
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from annotate.analysis.caption_files import Caption, LayoutError, captions_of
from annotate.analysis.intervals import LEVEL, RESAMPLES, Interval, mean_interval
from annotate.analysis.undefined import defined, reason

MAX_CELL = 90
SEED = 1  # the same file always has the same intervals
INTERVALS = (
    f"Intervals of {LEVEL:.0%}: {{units}} are drawn anew {RESAMPLES:,} times (percentile bootstrap,"
    f" seed {SEED})."
)


class InputError(Exception):
    """A file that cannot be used; the message names the file and what is wrong with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One command: ``run(options, out)`` writes its result to ``out`` or raises InputError."""

    name: str
    summary: str
    description: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace, TextIO], None]


def open_text(path: Path) -> TextIO:
    """Open a UTF-8 text file, packed with gzip or not; raises :class:`InputError`."""
    try:
        data = path.read_bytes()
        if path.suffix == ".gz":
            data = gzip.decompress(data)
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 text (byte {error.start}).") from None
    except EOFError:
        raise InputError(f"{path}: the packed file ends too early.") from None
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}.") from None
    return io.StringIO(text, newline="")


def read_json(path: Path) -> Any:
    """Return the content of a JSON file, packed with gzip or not; raises :class:`InputError`."""
    try:
        return json.load(open_text(path))
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise InputError(f"{path}: no JSON ({where}: {error.msg}).") from None


def read_captions(path: Path) -> list[Caption]:
    """Captions in a layout of :mod:`annotate.analysis.caption_files`."""
    try:
        return captions_of(read_json(path))
    except LayoutError as error:
        raise InputError(f"{path}: {error}") from None


def with_reasons(values: Mapping[str, Any]) -> dict[str, Any]:
    """Figures as JSON, None where there is none; ``undefined`` says why."""
    why = {name: reason(value) for name, value in values.items() if reason(value)}
    return {name: defined(value) for name, value in values.items()} | {"undefined": why}


def interval_of_mean(values: Sequence[float | None]) -> Interval:
    """The interval of a mean over the items that have a value."""
    return mean_interval([value for value in values if value is not None], seed=SEED)


def intervals_as_json(found: Mapping[str, Interval]) -> dict[str, Any]:
    """The ends of each interval, None where it has none, and the number of items drawn."""
    return {
        name: {"low": defined(each.low), "high": defined(each.high), "n": each.n}
        for name, each in found.items()
    }


def range_of(found: Interval | None, form: str) -> str:
    """An interval to be read; nothing where there is none."""
    low, high = (None, None) if found is None else (defined(found.low), defined(found.high))
    return range_of_ends({"low": low, "high": high}, form)


def range_of_ends(ends: Mapping[str, Any], form: str) -> str:
    """The same of a figure as JSON, with its ``low`` and ``high``."""
    low, high = ends["low"], ends["high"]
    return "" if low is None or high is None else f"[{low:{form}}, {high:{form}}]"


def write_json(value: object, out: TextIO) -> None:
    json.dump(value, out, ensure_ascii=False, indent=1, allow_nan=False)
    out.write("\n")


def write_table(header: Sequence[str], rows: Sequence[Sequence[object]], out: TextIO) -> None:
    """Write rows as a table of aligned columns; numbers to the right, long texts cut."""
    cells = [[_cell(value) for value in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(header, *cells, strict=True)]
    numeric = [all(isinstance(row[at], int | float) for row in rows) for at in range(len(header))]
    for line in [list(header), *cells]:
        padded = [
            text.rjust(width) if right else text.ljust(width)
            for text, width, right in zip(line, widths, numeric, strict=True)
        ]
        out.write("  ".join(padded).rstrip() + "\n")


def _cell(value: object) -> str:
    text = "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)
    text = " ".join(text.split())
    return text if len(text) <= MAX_CELL else text[: MAX_CELL - 1] + "…"


Row = dict[str, Any]


def read_rows(path: Path) -> Iterator[tuple[int, Row]]:
    """Yield every object of a JSON-lines file with the number of its line; blank lines are none.

    Raises :class:`InputError` that names the file and the line.
    """
    for number, line in enumerate(open_text(path), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except json.JSONDecodeError as error:
            where = f"line {number}, column {error.colno}"
            raise InputError(f"{path}: no JSON ({where}: {error.msg}).") from None
        if not isinstance(row, dict):
            raise InputError(f"{path}: line {number} must be an object with named fields.")
        yield number, row


def read_texts(path: Path, field: str) -> Iterator[str]:
    """Yield one field of every row of a JSON-lines file, which must be a text."""
    for number, row in read_rows(path):
        yield text_of(row, field, f"{path}: line {number}")


def read_items(path: Path) -> list[Row]:
    return items_in(path)[0]


def items_in(path: Path, *, also: str = "") -> tuple[list[Row], list[Row]]:
    """Return the items of a JSON file and those under another name, none if it has no such."""
    content = read_json(path)
    whole = content if isinstance(content, dict) else {"items": content}
    items, others = whole.get("items"), whole.get(also, [])
    if not isinstance(items, list):
        raise InputError(f"{path}: There is neither a list nor one under items.")
    if not isinstance(others, list):
        raise InputError(f"{path}: {also} must be a list.")
    for what, objects in (("item", items), (also, others)):
        for place, item in enumerate(objects):
            if not isinstance(item, dict):
                raise InputError(f"{path}: {what} {place} must be an object with named fields.")
    return items, others


def text_of(row: Row, field: str, where: str) -> str:
    """Return a field that must hold a text; ``where`` names the file and the row."""
    if field not in row:
        raise InputError(f"{where}: {field} is missing.")
    value = row[field]
    if not isinstance(value, str):
        raise InputError(f"{where}: {field} must be a text.")
    return value


def texts_of(row: Row, field: str, where: str, *, least: int = 1) -> list[str]:
    """Return a field that must hold a list of ``least`` texts or more."""
    if field not in row:
        raise InputError(f"{where}: {field} is missing.")
    value = row[field]
    if not isinstance(value, list) or len(value) < least:
        raise InputError(f"{where}: {field} must be a list of {least} or more texts.")
    for place, text in enumerate(value):
        if not isinstance(text, str):
            raise InputError(f"{where}: {field}[{place}] must be a text.")
    return value
