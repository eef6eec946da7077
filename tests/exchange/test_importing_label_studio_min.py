"""JSON-MIN of Label Studio: an object for each annotation, flat."""

from typing import Any

import pytest

from annotate.exchange.imports.options import ImageOptions
from annotate.images.models import Image
from annotate.projects.models import Project
from annotate.projects.services import create_project
from annotate.workflow.models import Annotation
from tests.conftest import Cast
from tests.exchange.files import counts, imported, problems
from tests.exchange.listed import boxes, seeds, told
from tests.exchange.test_importing_label_studio import archive, rectangle

pytestmark = pytest.mark.django_db


# As Label Studio 1.x writes them: the data of the task, its id, then the controls by their names.
def record(file: str, annotation: int, **answers: Any) -> dict[str, Any]:
    return {
        "image": file,
        "place": "Oslo",
        "id": 7,
        **answers,
        "annotator": 1,
        "annotation_id": annotation,
        "created_at": "2026-05-04T10:00:00.000000Z",
        "updated_at": f"2026-05-04T10:00:0{annotation}.000000Z",
        "lead_time": 3.5,
    }


def region(label: str, x: float, y: float, **others: Any) -> dict[str, Any]:
    return {**rectangle(label, x, y)["value"], "original_width": 96, "original_height": 64} | others


def test_the_newest_annotation_of_json_min_becomes_seeds(project: Project, people: Cast) -> None:
    at_box = {"x": 25, "y": 50, "width": 25, "height": 50, "text": ["A black dog.", "It sleeps."]}
    newest = record(
        "/data/upload/3/0a1b2c3d-a.jpg",
        2,
        box=[region("dog", 25, 50), region("hat", 0, 0, rotation=9), {"points": [[1, 2]]}],
        about=[at_box],
        caption="A dog sleeps.",
        weather="Sunny",
    )
    other = record("/data/upload/3/0a1b2c3d-a.jpg", 1, caption="A cat.")
    alone = record("/data/local-files/?d=b.jpg", 3, caption=["One.", "Two."]) | {"id": 8}
    import_ = imported(project, people.lead, "p.zip", archive(newest, other, alone))
    assert (counts(import_), import_.unused_count) == ((2, 0, 0), 0)
    objects = seeds(project, "objects")["a.jpg"]
    assert boxes(objects) == [("dog", (24, 32, 24, 32))]
    assert objects["objects"][0]["description"] == "A black dog.\nIt sleeps."
    assert seeds(project, "description") == {
        "a.jpg": {"text": "A dog sleeps."},
        "b.jpg": {"text": "One."},
    }
    assert Image.objects.get(external_id="a.jpg").metadata == {"place": "Oslo", "weather": "Sunny"}
    assert told(import_)[1] == {
        "left_other_results": 1,
        "left_turned": 1,
        "left_no_box": 1,
        "left_more_texts": 1,
    }


def test_annotations_of_json_min_become_finished_captions(people: Cast) -> None:
    captions = create_project(
        name="Captions",
        description="",
        recipe_name="vizwiz-captions",
        changes={},
        creator=people.owner,
        seed=7,
        guidelines_required=False,
    )
    records = [
        record("a.jpg", 1, caption="A dog sleeps on a mat in the sun."),
        record("a.jpg", 2, caption="A black dog lies on a mat outside."),
        {**record("", 3), "image": 5, "id": 9},
    ]
    import_ = imported(
        captions,
        people.owner,
        "p.zip",
        archive(*records),
        options=ImageOptions(given_as="answers"),
    )
    assert (counts(import_), problems(import_)) == (
        (1, 0, 1),
        [(2, "data", "task_without_picture")],
    )
    texts = Annotation.objects.filter(project=captions).values_list("value__text", flat=True)
    assert set(texts) == {each["caption"] for each in records[:2]}
