"""Reading rows of JSON lines and lists of items, with complaints that name row and field."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from annotate.analysis.commands.base import InputError, open_text, read_json

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
