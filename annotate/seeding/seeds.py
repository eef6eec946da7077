"""What back ends say about one image, as answers of the project's stages."""

import uuid
from dataclasses import dataclass
from typing import Any

from PIL import Image as Pixels

from annotate.projects.recipes import Recipe
from annotate.seeding.backends import Captioner, Detector, Hint, LabelledBox, runs


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
    hints: dict[str, str],
) -> Seeds:
    """Detect objects, describe each crop, then describe the whole image (IIW §3.3).

    Only stages that the recipe seeds get one.

    Raises:
        BackendError: a back end failed on this image.
    """
    found = runs.detect(detector, pixels)
    boxes = [LabelledBox(label=each.label, box=each.box) for each in found.detections]
    crops = runs.caption_crops(captioner, pixels, boxes)
    lines = [Hint(label=key, value=value) for key, value in hints.items()]
    whole = runs.caption_image(captioner, pixels, boxes, lines)
    seen = found.provenance.model_dump(mode="json")
    objects = [
        {
            # As random as the ids a browser makes: an id must not tell who made the object.
            "id": uuid.uuid4().hex[:12],
            "label": item.label,
            "box": item.box.model_dump(),
            "description": crop.caption.text,
            "derived_from": [],
        }
        for item, crop in zip(boxes, crops, strict=True)
    ]
    by_kind: dict[str, tuple[dict[str, Any], list[dict[str, Any]]]] = {
        "objects.v1": ({"objects": objects}, [seen, *_last(crops)]),
        "description.v1": ({"text": whole.caption.text}, _last([whole])),
    }
    made = [
        Seed(stage.key, value, _producer(provenance), provenance)
        for stage in recipe.stages
        if stage.seeded and stage.kind in by_kind
        for value, provenance in [by_kind[stage.kind]]
    ]
    dropped = [
        # Not the box: a broken back end may have put a number there that no database stores.
        {"reason": drop.reason, "label": drop.detection.label[:200]}
        for drop in found.dropped
    ]
    return Seeds(made, dropped)


def _last(captions: list[runs.CaptionRun]) -> list[dict[str, Any]]:
    return [captions[-1].provenance.model_dump(mode="json")] if captions else []


def _producer(provenance: list[dict[str, Any]]) -> str:
    named = [f"{each['backend']} {each['version']}" for each in provenance]
    return " + ".join(dict.fromkeys(named))
