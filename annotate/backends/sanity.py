"""Makes whatever a detector returned usable: a pure filter that says what it dropped and why."""

import math
from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

from annotate.analysis.text import clean_line
from annotate.backends.base import Box, Detection, Word

MAX_LABEL_CHARACTERS = 200  # the limit of a label in the objects kind
MIN_SIDE = 1.0  # pixels; a thinner box cannot be seen, nor grabbed with a pointer

Reason: TypeAlias = Literal[
    "not_a_number", "empty_box", "outside_image", "empty_label", "duplicate"
]


class Dropped(BaseModel):
    """A detection that was left out. For logs and the project lead, never for annotators."""

    model_config = ConfigDict(frozen=True)

    index: int
    reason: Reason
    detection: Detection


class Sane(BaseModel):
    """Usable detections in their original order, and what was dropped on the way."""

    model_config = ConfigDict(frozen=True)

    detections: tuple[Detection, ...]
    dropped: tuple[Dropped, ...]


def sane(detections: Sequence[Detection], width: int, height: int) -> Sane:
    """Clip boxes to an image of `width` x `height` pixels and drop what cannot be used.

    Kept detections have a box inside the image, at least one pixel wide and high, rounded to two
    decimals; a trimmed, non-empty label of at most 200 characters; and a score within 0-1.
    A second detection with the same label and box is dropped.

    Example: in a 100 x 50 image, a box at x=90 of width 20 comes back with width 10; a box at
    x=120 is dropped as "outside_image".
    """
    kept: list[Detection] = []
    dropped: list[Dropped] = []
    known: set[tuple[str, Box]] = set()
    for index, detection in enumerate(detections):
        outcome = _repair(detection, width, height)
        if isinstance(outcome, Detection) and (outcome.label, outcome.box) in known:
            outcome = "duplicate"
        if isinstance(outcome, Detection):
            known.add((outcome.label, outcome.box))
            kept.append(outcome)
        else:
            dropped.append(Dropped(index=index, reason=outcome, detection=detection))
    return Sane(detections=tuple(kept), dropped=tuple(dropped))


def sane_words(words: Sequence[Word], width: int, height: int) -> tuple[list[Word], list[Dropped]]:
    """Do for words what `sane` does for objects; their text is bounded and cleaned like a label.

    Example: in a 100 x 50 image, "STOP" read at x=120 is dropped as "outside_image".
    """
    as_objects = [Detection(label=word.text, box=word.box, score=word.score) for word in words]
    usable = sane(as_objects, width, height)
    kept = [Word(text=item.label, box=item.box, score=item.score) for item in usable.detections]
    return kept, list(usable.dropped)


def dropped_json(drop: Dropped) -> dict[str, Any]:
    """What is kept of a detection that was left out.

    Not its box: a broken back end may have put a number there that no database stores. Nor its
    label as it came, for the same reason.
    """
    return {"reason": drop.reason, "label": clean_line(drop.detection.label)[:200]}


def _repair(detection: Detection, width: int, height: int) -> Detection | Reason:
    box = detection.box
    sides = (box.x, box.y, box.width, box.height)
    if not all(map(math.isfinite, (*sides, detection.score))):
        return "not_a_number"
    if box.width <= 0 or box.height <= 0:
        return "empty_box"
    clipped = _clip(box, width, height)
    if clipped is None:
        return "outside_image"
    if clipped.width < MIN_SIDE or clipped.height < MIN_SIDE:
        return "empty_box"
    label = " ".join(detection.label.split())[:MAX_LABEL_CHARACTERS].strip()
    if not label:
        return "empty_label"
    score = min(max(detection.score, 0.0), 1.0)
    return detection.model_copy(update={"box": clipped, "label": label, "score": score})


def _clip(box: Box, width: int, height: int) -> Box | None:
    left, top = max(box.x, 0.0), max(box.y, 0.0)
    right, bottom = min(box.x + box.width, width), min(box.y + box.height, height)
    if right <= left or bottom <= top:
        return None
    left, top = round(left, 2), round(top, 2)
    # The sides are rounded down from the rounded corner, so that no box sticks out by a hair.
    return Box(
        x=left,
        y=top,
        width=_floor_to_cents(min(right, width) - left),
        height=_floor_to_cents(min(bottom, height) - top),
    )


def _floor_to_cents(value: float) -> float:
    return math.floor(value * 100 + 1e-6) / 100
