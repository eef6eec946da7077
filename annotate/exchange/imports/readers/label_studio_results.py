"""The results of one prediction or annotation of Label Studio."""

import math
from collections import Counter
from collections.abc import Mapping
from typing import Any

from annotate.exchange.imports.said import Corners, Said, SaidObject, SaidText

_BOX, _TEXT, _LABELS = "rectanglelabels", "textarea", ("rectanglelabels", "labels")


def said_by(given: Mapping[str, Any], left: Counter[str]) -> Said:
    """Boxes with their labels and the texts written at them, and texts of the whole picture.

    Args:
        left: counts what is neither, by the code of the reason.
    """
    boxes: dict[str, tuple[str, Corners]] = {}
    at_boxes: dict[str, str] = {}
    texts: list[SaidText] = []
    results = given.get("result")
    for number, each in enumerate(results if isinstance(results, list) else []):
        value = each.get("value") if isinstance(each, dict) else None
        if not isinstance(value, dict):
            left["left_broken"] += 1
            continue
        key = str(each.get("id") or number)
        if isinstance(value.get("text"), str | list) and each.get("type") == _TEXT:
            text = _joined(value["text"])
            if "width" in value:  # written at a box of the same id
                at_boxes[key] = text
            elif text.strip():
                texts.append(SaidText(text))
            continue
        found = _box(each, value)
        if isinstance(found, str):
            left[found] += 1
        else:
            boxes[key] = found
    objects = tuple(
        SaidObject(label, corners, at_boxes.get(key, "")) for key, (label, corners) in boxes.items()
    )
    return Said(objects, tuple(texts))


def _joined(text: str | list[Any]) -> str:
    return text if isinstance(text, str) else "\n".join(map(str, text))


def _box(each: Mapping[str, Any], value: Mapping[str, Any]) -> tuple[str, Corners] | str:
    """The label and the box in percent, or the code of the reason why it is left out."""
    if each.get("type") not in (_BOX, "rectangle", "labels") or "width" not in value:
        return "left_no_box"
    if value.get("rotation"):
        return "left_turned"
    sides = [value.get(side) for side in ("x", "y", "width", "height")]
    x, y, width, height = (s if isinstance(s, int | float) else math.nan for s in sides)
    if not all(map(math.isfinite, (x, y, width, height))):
        return "left_bad_box"
    labels = next((value[name] for name in _LABELS if value.get(name)), None)
    if not isinstance(labels, list) or not str(labels[0]).strip():
        return "left_no_label"
    return str(labels[0]), Corners(x, y, x + width, y + height)
