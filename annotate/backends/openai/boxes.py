"""The objects in what a model wrote: JSON where it kept to the form, whatever can be read else.

Nothing is trusted: what has no box of four numbers comes out as a box that `sanity` drops and
notes; what is no list of objects at all is an error.
"""

import json
import math
from collections.abc import Iterator, Mapping
from typing import Any

from annotate.analysis import geometry
from annotate.backends.base import BackendError, Box, Detection
from annotate.backends.openai.server import excerpt
from annotate.backends.training.finetuning import templates
from annotate.messages import Message

_NUMBER = {"type": "number"}
_OBJECT = {
    "type": "object",
    "properties": {
        "label": {"type": "string"},
        "box": {"type": "array", "items": _NUMBER, "minItems": 4, "maxItems": 4},
    },
    "required": ["label", "box"],
    "additionalProperties": False,
}
SCHEMA = {
    "type": "object",
    "properties": {"objects": {"type": "array", "items": _OBJECT}},
    "required": ["objects"],
    "additionalProperties": False,
}
JSON_SCHEMA = {
    "type": "json_schema",
    "json_schema": {"name": "objects", "strict": True, "schema": SCHEMA},
}
JSON_OBJECT = {"type": "json_object"}
FORMS: Mapping[str, tuple[dict[str, Any], ...]] = {
    "auto": (JSON_SCHEMA, JSON_OBJECT),
    "json_schema": (JSON_SCHEMA,),
    "json_object": (JSON_OBJECT,),
    "none": (),
}
# What models call these, whatever they are told.
_LABELS = ("label", "name", "class", "category", "object")
_BOXES = ("box", "bbox", "bbox_2d", "box_2d", "bounding_box")
_SCORES = ("score", "confidence")
_CORNERS = (
    ("x1", "y1", "x2", "y2"),
    ("x_min", "y_min", "x_max", "y_max"),
    ("xmin", "ymin", "xmax", "ymax"),
    ("left", "top", "right", "bottom"),
)
_STARTS = 20


def detections(
    text: str, *, order: str, span: int, size: tuple[int, int], sent: tuple[int, int], most: int
) -> list[Detection]:
    """The objects in a text, with boxes in pixels of the image.

    Args:
        span: boxes go from 0 to it; 0 means pixels of the image as it was sent.
        size: of the image; `sent`: of the image as it was sent.

    Raises:
        BackendError: this is no list of objects.

    >>> [cup] = detections('[{"label": "cup", "box": [0, 500, 500, 1000]}]', order="xyxy",
    ...     span=1000, size=(400, 200), sent=(200, 100), most=9)
    >>> cup.label, cup.box
    ('cup', Box(x=0.0, y=100.0, width=200.0, height=100.0))
    """
    items = objects_in(text)
    if items is None:
        listed = templates.grounded_in(text)[:most]
        if not listed:
            raise BackendError(Message("no_list_of_objects", text=excerpt(text) or "–"))
        return [Detection(label=line.label, box=_from_grid(line.box, size)) for line in listed]
    scale = (size[0] / span, size[1] / span) if span else (size[0] / sent[0], size[1] / sent[1])
    return [detection(item, order, scale) for item in items[:most]]


def _from_grid(box: geometry.NormalisedBox, size: tuple[int, int]) -> Box:
    inside = geometry.from_normalised(box, width=size[0], height=size[1])
    return Box(x=inside.x, y=inside.y, width=inside.width, height=inside.height)


def objects_in(text: str) -> list[Any] | None:
    """The first list of objects in a text, or None; words around it do not matter.

    >>> objects_in('Here: ```json\\n{"objects": [{"label": "a"}]}```')
    [{'label': 'a'}]
    >>> objects_in("I see a cup."), objects_in("[]")
    (None, [])
    """
    for value in values_in(text):
        if isinstance(value, dict):
            lists = [value[key] for key in value if isinstance(value[key], list)]
            if lists and not _is_object(value):
                return list(lists[0])
            if _is_object(value):  # one alone, or one per line
                return [item for item in values_in(text) if isinstance(item, dict)]
        elif isinstance(value, list) and all(isinstance(item, dict) for item in value):
            return value
    return None


def _is_object(value: dict[str, Any]) -> bool:
    return any(key in value for key in _LABELS)


def values_in(text: str) -> Iterator[Any]:
    """Yield the JSON objects and lists in a text, those inside others not again."""
    decoder, at = json.JSONDecoder(), 0
    for _ in range(_STARTS):
        starts = [start for mark in "[{" if (start := text.find(mark, at)) >= 0]
        if not starts:
            return
        try:
            value, at = decoder.raw_decode(text, min(starts))
        except (ValueError, RecursionError):
            at = min(starts) + 1
        else:
            yield value


def detection(item: Any, order: str, scale: tuple[float, float]) -> Detection:
    """One object as it was written; `scale` takes its numbers to pixels of the image."""
    values = item if isinstance(item, dict) else {}
    label = next((values[key] for key in _LABELS if isinstance(values.get(key), str)), "")
    score = next((_number(values[key]) for key in _SCORES if key in values), 1.0)
    left, top, width, height = _sides(values, order)
    box = Box(x=left * scale[0], y=top * scale[1], width=width * scale[0], height=height * scale[1])
    return Detection(label=label, box=box, score=score)


def _sides(values: Mapping[str, Any], order: str) -> tuple[float, float, float, float]:
    """Left, top, width and height as the model gave them; no numbers where it did not."""
    value = next((values[key] for key in _BOXES if key in values), values)
    if isinstance(value, list) and len(value) == 1:  # a list of boxes with one in it
        value = value[0]
    if isinstance(value, dict):
        names = next((names for names in _CORNERS if all(name in value for name in names)), ())
        value, order = [value[name] for name in names], "xyxy"
    if not isinstance(value, list) or len(value) != 4:
        return (math.nan,) * 4
    a, b, c, d = map(_number, value)
    if order == "xywh":
        return a, b, c, d
    left, top, right, bottom = (b, a, d, c) if order == "yxyx" else (a, b, c, d)
    return left, top, right - left, bottom - top


def _number(value: Any) -> float:
    try:
        return math.nan if isinstance(value, bool) else float(value)
    except (TypeError, ValueError, OverflowError):
        return math.nan
