"""What cells of tables say: objects in the forms in which others write them, texts, hints."""

import json
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from annotate.exchange.imports.said import Corners, SaidObject, SaidText
from annotate.images.details import MAX_HINTS

_BOXES, _LABELS = ("bbox", "box", "boxes"), ("label", "labels", "category", "categories", "name")
_LONGEST_NAME, _LONGEST_HINT = 60, 500
_SPLITS = {
    "training": "train",
    "validation": "val",
    "valid": "val",
    "dev": "val",
    "testing": "test",
}


def split(value: object) -> str:
    """A split in the words of the product.

    >>> split("validation"), split("TRAIN"), split(None)
    ('val', 'train', '')
    """
    name = str(value or "").strip().lower()
    return _SPLITS.get(name, name)


def decoded(value: object) -> object:
    """A cell that holds JSON as what it says; others as they are."""
    if isinstance(value, str) and value.lstrip()[:1] in ("[", "{"):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value


def texts(value: object) -> list[SaidText]:
    """The texts of a cell: one, or a list of them."""
    found = decoded(value)
    every = found if isinstance(found, list) else [found]
    return [SaidText(text) for text in every if isinstance(text, str) and text.strip()]


def objects(value: object, names: Sequence[str], left: Counter[str]) -> list[SaidObject]:
    """The objects of a cell, a list of them or lists of their parts.

    Args:
        names: of categories that are given by number.
        left: counts what is no object, by the code of the reason.
    """
    found = decoded(value)
    if isinstance(found, dict):
        found = _turned(found)
    if not isinstance(found, list):
        left["left_broken"] += bool(found) and not isinstance(found, int | float)
        return []
    read = [_object(each, names) for each in found]
    left.update(each for each in read if isinstance(each, str))
    return [each for each in read if isinstance(each, SaidObject)]


def _turned(lists: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Objects out of lists of their parts."""
    columns = {name: part for name, part in lists.items() if isinstance(part, list)}
    longest = max(map(len, columns.values()), default=0)
    return [
        {name: part[place] for name, part in columns.items() if place < len(part)}
        for place in range(longest)
    ]


def _object(each: object, names: Sequence[str]) -> SaidObject | str:
    if not isinstance(each, dict):
        return "left_broken"
    corners = box(_first(each, _BOXES))
    if corners is None:
        return "left_bad_box"
    label = _first(each, _LABELS)
    if isinstance(label, int) and 0 <= label < len(names):
        label = names[label]
    if not isinstance(label, str) or not label.strip():
        return "left_no_label"
    return SaidObject(label, corners, str(each.get("description") or ""))


def box(value: object) -> Corners | None:
    """A box of x, y, width and height, in a list or by name; None for anything else."""
    if isinstance(value, dict):
        value = [value.get(name) for name in ("x", "y", "width", "height")]
    if not isinstance(value, list | tuple) or len(value) != 4:
        return None
    if not all(isinstance(n, int | float) and math.isfinite(n) for n in value):
        return None
    x, y, width, height = value
    return Corners(x, y, x + width, y + height)


def _first(each: Mapping[str, Any], names: Iterable[str]) -> Any:
    return next((each[name] for name in names if each.get(name) is not None), None)


def hints(values: Iterable[tuple[str, object]], left: Counter[str]) -> dict[str, str]:
    """Values as hints for annotators: short texts, at most as many as a picture may have."""
    found: dict[str, str] = {}
    for name, value in values:
        if value is None or value == "":
            continue
        text = "" if isinstance(value, bytes | dict | list) else str(value)
        if not text:
            left["left_nested_value"] += 1
        elif len(text) > _LONGEST_HINT or not 0 < len(name.strip()) <= _LONGEST_NAME:
            left["left_long_value"] += 1
        elif len(found) == MAX_HINTS:
            left["left_more_hints"] += 1
        else:
            found[name] = text
    return found
