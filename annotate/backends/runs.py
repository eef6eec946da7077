"""Calls a back end the way the platform does: upright RGB in, clocked, filtered, signed.

Seeding code calls these functions and never a back end directly, so that every output carries
the name, version, parameters and latency of what made it, one picture that makes a back end fall
over never stops the others, and whatever a detector returns is usable, or dropped with the
reason.
"""

import math
import time
from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias, TypeVar

import numpy as np
import structlog
from PIL import Image, ImageOps
from pydantic import BaseModel, ConfigDict

from annotate.analysis.text import clean_line
from annotate.backends.base import (
    BackendError,
    Box,
    Caption,
    Captioner,
    CaptionRequest,
    Detected,
    Detection,
    Detector,
    Hint,
    LabelledBox,
    Provenance,
    Reader,
    Trace,
    Word,
    or_raise,
)
from annotate.messages import Message

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


log = structlog.stdlib.get_logger(__name__)

T = TypeVar("T")
AskedT = TypeVar("AskedT")
AnswerT = TypeVar("AnswerT")


class Run(BaseModel):
    model_config = ConfigDict(frozen=True)

    provenance: Provenance


class DetectionRun(Run):
    """Usable detections (most salient first), and what was dropped."""

    detections: tuple[Detection, ...]
    dropped: tuple[Dropped, ...]


class CaptionRun(Run):
    caption: Caption


class ReadingRun(Run):
    """The words that were read, in reading order, and what was dropped."""

    words: tuple[Word, ...]
    dropped: tuple[Dropped, ...]


def detect(detector: Detector, image: Image.Image) -> DetectionRun:
    """Find the objects of an image and keep what can be used.

    Raises:
        BackendError: as raised by the back end.
    """
    return or_raise(detect_many(detector, [as_upright_rgb(image)])[0])


def detect_many(
    detector: Detector, images: Sequence[Image.Image]
) -> list[DetectionRun | BackendError]:
    """Find the objects of several upright RGB images: a run per image, or why there is none."""
    answers, seconds = _asked(detector.detect_many, images)
    return [
        answer if isinstance(answer, BackendError) else _run(detector, image, answer, seconds)
        for image, answer in zip(images, answers, strict=True)
    ]


def _run(detector: Detector, image: Image.Image, answer: Detected, seconds: float) -> DetectionRun:
    result = sane(answer.detections, image.width, image.height)
    return DetectionRun(
        detections=result.detections,
        dropped=result.dropped,
        provenance=_provenance(detector, seconds, answer.trace),
    )


def caption_image(
    captioner: Captioner,
    image: Image.Image,
    objects: Sequence[LabelledBox] = (),
    hints: Sequence[Hint] = (),
) -> CaptionRun:
    """Describe a whole image.

    Raises:
        BackendError: as raised by the back end.
    """
    upright = as_upright_rgb(image)
    request = CaptionRequest(upright, objects=objects, hints=hints)
    return or_raise(caption_many(captioner, [request])[0])


def caption_crops(
    captioner: Captioner, image: Image.Image, objects: Sequence[LabelledBox]
) -> list[CaptionRun]:
    """Describe several parts of an image, in the order given.

    Raises:
        BackendError: as raised by the back end for the first that failed.
    """
    upright = as_upright_rgb(image)
    requests = [CaptionRequest(upright, box=item.box, label=item.label) for item in objects]
    return [or_raise(run) for run in caption_many(captioner, requests)]


def caption_many(
    captioner: Captioner, requests: Sequence[CaptionRequest]
) -> list[CaptionRun | BackendError]:
    """Write several texts about upright RGB images: a run per text, or why there is none.

    The latency of each is what the back end says, or else an equal share of the whole call.
    """
    answers, seconds = _asked(captioner.caption_many, requests)
    return [
        answer
        if isinstance(answer, BackendError)
        else CaptionRun(caption=answer, provenance=_provenance(captioner, seconds, answer.trace))
        for answer in answers
    ]


def read(reader: Reader, image: Image.Image, regions: Sequence[Box] = ()) -> ReadingRun:
    """Read the text in an image, above all in these regions, and keep what can be used.

    Raises:
        BackendError: as raised by the back end.
    """
    upright = as_upright_rgb(image)
    read, seconds = _clocked(lambda: reader.read(upright, regions))
    words, dropped = sane_words(read, upright.width, upright.height)
    return ReadingRun(
        words=tuple(words), dropped=tuple(dropped), provenance=_provenance(reader, seconds)
    )


def as_upright_rgb(image: Image.Image) -> Image.Image:
    """Turn an image as its EXIF orientation says and into RGB, transparency laid over white."""
    upright = ImageOps.exif_transpose(image)
    if upright.mode == "RGB":
        return upright
    if upright.mode.startswith("I;16"):  # Pillow would cut off at 255 instead of scaling
        return Image.fromarray((np.asarray(upright) >> 8).astype(np.uint8)).convert("RGB")
    if upright.has_transparency_data:
        rgba = upright.convert("RGBA")
        ground = rgba.copy()
        ground.paste((255, 255, 255, 255), (0, 0, *rgba.size))
        ground.alpha_composite(rgba)
        return ground.convert("RGB")
    return upright.convert("RGB")


def _clocked(call: Callable[[], T]) -> tuple[T, float]:
    started = time.perf_counter()
    result = call()
    return result, time.perf_counter() - started


def _asked(
    ask: Callable[[Sequence[AskedT]], list[AnswerT | BackendError]], asked: Sequence[AskedT]
) -> tuple[list[AnswerT | BackendError], float]:
    """Ask all at once; where that falls over, one by one, so that one alone bears the blame.

    Returns the answers, and the seconds that one of them took on average.
    """
    if not asked:
        return [], 0.0
    try:
        answers, seconds = _clocked(lambda: ask(asked))
    except Exception as fault:
        if len(asked) == 1:
            return [_fault(fault)], 0.0
        log.warning("A back end fell over a batch and is asked one by one", exc_info=True)
        answers, seconds = _clocked(lambda: [_asked(ask, [question])[0][0] for question in asked])
    if len(answers) != len(asked):
        numbers = {"answers": len(answers), "count": len(asked)}
        wrong = BackendError(Message("wrong_number_of_answers", **numbers))
        return [wrong] * len(asked), 0.0
    return answers, seconds / len(asked)


def _fault(fault: Exception) -> BackendError:
    if isinstance(fault, BackendError):
        return fault
    # Its message may hold anything, such as a path of the server: the log alone has it.
    log.error("A back end stopped unexpectedly", exc_info=fault)
    return BackendError(Message("backend_stopped", fault=type(fault).__name__))


def _provenance(
    backend: Detector | Captioner | Reader, seconds: float, trace: Trace | None = None
) -> Provenance:
    trace = trace or Trace()
    if trace.latency_seconds is not None:
        seconds = trace.latency_seconds
    return Provenance(
        backend=backend.name,
        version=backend.version,
        parameters=backend.parameters,
        latency_seconds=round(max(seconds, 0.0), 4),
        prompt=trace.prompt,
        raw=trace.raw,
        usage=trace.usage,
    )
