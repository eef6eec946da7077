"""What a command is, and what commands share: reading files and printing tables."""

import argparse
import gzip
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

MAX_CELL = 90


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
