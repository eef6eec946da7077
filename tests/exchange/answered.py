"""A file of objects and texts, brought in as what people finished elsewhere."""

from typing import Any

from annotate.exchange.imports.options import ImageOptions
from annotate.exchange.models import Import
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.workflow.models import Annotation
from tests.exchange.files import imported, jsonl, zipped
from tests.exchange.listed import A, B

DOG = {"label": "dog", "box": {"x": 4, "y": 8, "width": 40, "height": 20}, "description": "A dog."}
BOTH = {"file": "a.jpg", "objects": [DOG], "text": "A dog sleeps.", "producer": "study 2019"}
OBJECTS = {"file": "a.jpg", "objects": [DOG]}
TEXT = {"file": "a.jpg", "text": "A dog sleeps."}


def answered(
    project: Project, user: User, *rows: Any, objects_stage: str = "", **options: Any
) -> Import:
    """Bring rows about a.jpg and b.jpg in as finished answers."""
    packed = zipped({"a.jpg": A, "b.jpg": B, "manifest.jsonl": jsonl(*rows)})
    chosen = ImageOptions(given_as="answers", objects_stage=objects_stage)
    return imported(project, user, "boxes.zip", packed, options=chosen, **options)


def brought(project: Project) -> list[tuple[str, int, str]]:
    """(stage, number, producer) of each answer from elsewhere."""
    rows = Annotation.objects.filter(project=project, origin="import").order_by("pk")
    return list(rows.values_list("stage_key", "index", "producer"))
