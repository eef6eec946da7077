"""What back ends say about one image, as answers of the project's stages."""

import uuid
from dataclasses import dataclass
from typing import Any

from PIL import Image as Pixels

from annotate.projects.recipes import Recipe
from annotate.seeding.backends import Captioner, Detector, Hint, LabelledBox, Reader, runs
from annotate.seeding.backends.sanity import Dropped

Made = tuple[dict[str, Any], list[dict[str, Any]]]


@dataclass(frozen=True)
class Seed:
    """The answer a stage starts from, and which back ends made it."""

    stage_key: str
    value: dict[str, Any]
    producer: str
    provenance: list[dict[str, Any]]


@dataclass(frozen=True)
class Seeds:
    seeds: list[Seed]
    dropped: list[dict[str, Any]]


def make_seeds(
    pixels: Pixels.Image,
    *,
    recipe: Recipe,
    detector: Detector,
    captioner: Captioner,
    reader: Reader | None = None,
    hints: dict[str, str],
) -> Seeds:
    """Detect objects, describe each crop, then the whole image, and read the text (IIW §3.3, TC).

    Only stages that the recipe seeds get one, and only back ends that one of them needs are asked.

    Raises:
        BackendError: a back end failed on this image.
    """
    wanted = [stage for stage in recipe.stages if stage.seeded]
    asked = {stage.kind for stage in wanted}
    by_kind: dict[str, Made] = {}
    dropped: list[dict[str, Any]] = []
    if asked & _SEEDED:
        found = runs.detect(detector, pixels)
        dropped += map(_dropped, found.dropped)
        if asked & {"objects.v1", "description.v1"}:
            by_kind |= _described(pixels, found, captioner, hints)
        if "ocr.v1" in asked and reader is not None:
            boxes = [each.box for each in found.detections]
            read = runs.read(reader, pixels, boxes)
            dropped += map(_dropped, read.dropped)
            by_kind["ocr.v1"] = _tokens(read), [_signed(found), _signed(read)]
    made = [
        Seed(stage.key, value, _producer(provenance), provenance)
        for stage in wanted
        if stage.kind in by_kind
        for value, provenance in [by_kind[stage.kind]]
    ]
    return Seeds(made, dropped)


_SEEDED = frozenset({"objects.v1", "description.v1", "ocr.v1"})


def _described(
    pixels: Pixels.Image, found: runs.DetectionRun, captioner: Captioner, hints: dict[str, str]
) -> dict[str, Made]:
    boxes = [LabelledBox(label=each.label, box=each.box) for each in found.detections]
    crops = runs.caption_crops(captioner, pixels, boxes)
    lines = [Hint(label=key, value=value) for key, value in hints.items()]
    whole = runs.caption_image(captioner, pixels, boxes, lines)
    objects = [
        {
            "id": _id(),
            "label": item.label,
            "box": item.box.model_dump(),
            "description": crop.caption.text,
            "derived_from": [],
        }
        for item, crop in zip(boxes, crops, strict=True)
    ]
    return {
        "objects.v1": ({"objects": objects}, [_signed(found), *_last(crops)]),
        "description.v1": ({"text": whole.caption.text}, _last([whole])),
    }


def _tokens(read: runs.ReadingRun) -> dict[str, Any]:
    return {
        "tokens": [
            {
                "id": _id(),
                "text": word.text,
                "box": word.box.model_dump(),
                "derived_from": [],
                "legible": True,
            }
            for word in read.words
        ]
    }


def _id() -> str:
    # As random as the ids a browser makes: an id must not tell who made the object.
    return uuid.uuid4().hex[:12]


def _dropped(drop: Dropped) -> dict[str, Any]:
    # Not the box: a broken back end may have put a number there that no database stores.
    return {"reason": drop.reason, "label": drop.detection.label[:200]}


def _signed(run: runs.DetectionRun | runs.ReadingRun) -> dict[str, Any]:
    return run.provenance.model_dump(mode="json")


def _last(captions: list[runs.CaptionRun]) -> list[dict[str, Any]]:
    return [captions[-1].provenance.model_dump(mode="json")] if captions else []


def _producer(provenance: list[dict[str, Any]]) -> str:
    named = [f"{each['backend']} {each['version']}" for each in provenance]
    return " + ".join(dict.fromkeys(named))
