"""What an operation answered, for people and for programs."""

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.http.response import HttpResponseBase

_WIDEST = 40
_MOST_COLUMNS = 9
# By what a nested object is known.
_NAMES = ("username", "name", "display_name", "title", "key", "message", "id")


def as_json(answer: Any) -> str:
    return json.dumps(answer, ensure_ascii=False, indent=2)


def as_text(answer: Any) -> str:
    """A table of rows, the fields of one thing, or `Done.`"""
    if answer is None or answer == {}:
        return "Done."
    if isinstance(answer, Mapping) and isinstance(answer.get("results"), list):
        more = "\nThere are more: --limit 0 shows all." if answer.get("next") else ""
        return _table(answer["results"]) + more
    if isinstance(answer, list):
        return _table(answer)
    if isinstance(answer, Mapping):
        width = max(len(str(name)) for name in answer)
        lines = [f"{name!s:{width}}  {_told(value, width + 2)}" for name, value in answer.items()]
        return "\n".join(line.rstrip() for line in lines)
    return str(answer)


def write_file(answer: HttpResponseBase, output: str | None) -> str | None:
    """Write a file that was answered; return where to, or None for standard output.

    Raises:
        CommandError: the file cannot be written.
    """
    if output is None or output == "-":
        for part in _parts(answer):
            sys.stdout.buffer.write(part)
        sys.stdout.flush()
        return None
    try:
        with Path(output).open("wb") as file:
            for part in _parts(answer):
                file.write(part)
    except OSError as fault:
        raise CommandError(f"{output} cannot be written: {fault.strerror}.") from None
    return output


def _parts(answer: Any) -> Iterable[bytes]:
    parts: Iterable[bytes] = answer.streaming_content if answer.streaming else [answer.content]
    return parts


def _table(rows: Sequence[Any]) -> str:
    if not rows:
        return "None."
    if not isinstance(rows[0], Mapping):
        return "\n".join(_short(row) for row in rows)
    names = [name for name, value in rows[0].items() if not isinstance(value, list)]
    names = names[:_MOST_COLUMNS]
    lines = [names, *([_short(row.get(name)) for name in names] for row in rows)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(names))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def _short(value: Any) -> str:
    """A value in one cell."""
    if isinstance(value, Mapping):
        named = next((value[name] for name in _NAMES if value.get(name) is not None), None)
        return _short(named) if named is not None else "…"
    if isinstance(value, list):
        return str(len(value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = "" if value is None else " ".join(str(value).split())
    return text if len(text) <= _WIDEST else text[: _WIDEST - 1] + "…"


def _told(value: Any, indent: int) -> str:
    """A value of one thing: whole texts, what is inside objects in short, how long lists are."""
    if isinstance(value, list):
        plain = all(not isinstance(item, Mapping | list) for item in value)
        return ", ".join(map(_short, value)) if plain else f"{len(value)} (--json shows them)"
    if isinstance(value, Mapping) and not any(value.get(name) for name in _NAMES):
        inside = (f"{name} {_short(item)}" for name, item in value.items())
        return ", ".join(inside)
    if isinstance(value, str):
        return value.replace("\n", "\n" + " " * indent)
    return _short(value)
