"""Lists of pictures in formats of others, made by code."""

import json
from typing import Any

from annotate.exchange.models import Import
from annotate.projects.models import Project
from annotate.workflow.models import Annotation
from tests.images import pictures

# Pictures of tests are of this size.
WIDTH, HEIGHT = 96, 64
A, B, C = (pictures.jpeg(seed=seed) for seed in (1, 2, 3))


def coco(images: list[dict[str, Any]], annotations: list[dict[str, Any]], **others: Any) -> bytes:
    categories = [{"id": 1, "name": "dog"}, {"id": 2, "name": "hat", "supercategory": "clothes"}]
    document = {"images": images, "annotations": annotations, "categories": categories, **others}
    return json.dumps(document).encode()


def dog(image_id: int, bbox: list[float], **others: Any) -> dict[str, Any]:
    return {"id": 1, "image_id": image_id, "category_id": 1, "bbox": bbox, **others}


def seeds(project: Project, stage: str) -> dict[str, Any]:
    """The newest seed of each picture that has one, by its external id."""
    rows = Annotation.objects.filter(project=project, stage_key=stage, index=0).order_by("pk")
    return {row.sample.image.external_id: row.value for row in rows.select_related("sample__image")}


def boxes(value: dict[str, Any]) -> list[tuple[str, tuple[float, ...]]]:
    """(label, (x, y, width, height)) of each object of a value."""
    sides = ("x", "y", "width", "height")
    return [(o["label"], tuple(o["box"][side] for side in sides)) for o in value["objects"]]


def told(import_: Import) -> tuple[dict[str, int], dict[str, int]]:
    """The counts of what was understood, and what was left out."""
    return import_.understood["counts"], import_.understood["left"]
