"""Exports of Label Studio: predictions and annotations of its tasks."""

import json
from typing import Any

import pytest

from annotate.exchange.imports.options import ImageOptions
from annotate.images.models import Image
from annotate.projects.models import Project
from annotate.projects.services import create_project
from annotate.workflow.models import Annotation
from tests.conftest import Cast
from tests.exchange.files import counts, imported, problems, zipped
from tests.exchange.listed import A, B, boxes, seeds, told

pytestmark = pytest.mark.django_db


def rectangle(label: str, x: float, y: float, key: str = "r1", **others: Any) -> dict[str, Any]:
    value = {"x": x, "y": y, "width": 25, "height": 50, "rotation": 0, **others}
    return {"id": key, "type": "rectanglelabels", "value": {**value, "rectanglelabels": [label]}}


def words(text: str, key: str = "t1", **at: Any) -> dict[str, Any]:
    return {"id": key, "type": "textarea", "value": {**at, "text": [text]}}


def task(file: str, **parts: list[list[dict[str, Any]]]) -> dict[str, Any]:
    made = {name: [{"result": result} for result in results] for name, results in parts.items()}
    return {"id": 1, "data": {"image": file, "place": "Oslo"}, **made}


def archive(*tasks: dict[str, Any]) -> bytes:
    return zipped({"a.jpg": A, "b.jpg": B, "export.json": json.dumps(tasks).encode()})


def test_predictions_become_seeds_and_without_one_the_newest_annotation(
    project: Project, people: Cast
) -> None:
    at_box = words("A black dog.", key="r1", x=25, y=50, width=25, height=50)
    first = task(
        "/data/upload/3/0a1b2c3d-a.jpg",
        predictions=[[rectangle("dog", 25, 50), at_box, words("A dog sleeps.")]],
        annotations=[[rectangle("cat", 0, 0)]],
    )
    first["predictions"][0]["model_version"] = "detector 3"
    second = task("/data/local-files/?d=b.jpg", annotations=[[words("One.")], [words("Two.")]])
    import_ = imported(project, people.lead, "p.zip", archive(first, second))
    assert (counts(import_), import_.unused_count) == ((2, 0, 0), 0)
    objects = seeds(project, "objects")["a.jpg"]
    assert boxes(objects) == [("dog", (24, 32, 24, 32))]
    assert objects["objects"][0]["description"] == "A black dog."
    assert seeds(project, "description") == {
        "a.jpg": {"text": "A dog sleeps."},
        "b.jpg": {"text": "Two."},
    }
    assert set(Annotation.objects.values_list("producer", flat=True)) == {
        "detector 3",
        "label-studio",
    }
    assert {str(image.metadata) for image in Image.objects.all()} == {"{'place': 'Oslo'}"}
    assert told(import_)[1] == {"left_other_results": 2}


def test_annotations_become_answers_and_what_is_no_box_is_counted(people: Cast) -> None:
    project = create_project(
        name="V", description="", recipe_name="vizwiz-captions", changes={}, creator=people.owner
    )
    odd = [
        {"id": "p", "type": "polygonlabels", "value": {"points": [[1, 1]]}},
        rectangle("dog", 0, 0, rotation=30),
        {"id": "n", "type": "rectanglelabels", "value": {"x": 1, "y": 1, "width": 1, "height": 1}},
        {"id": "x"},
    ]
    given = task("a.jpg", annotations=[[words("One."), *odd], [words("Two.")]], predictions=[[]])
    given["annotations"].append({"was_cancelled": True, "result": [words("Three.")]})
    options = ImageOptions(given_as="answers")
    import_ = imported(project, people.owner, "p.zip", archive(given), options=options)
    texts = Annotation.objects.filter(origin="import").order_by("index")
    assert [row.value["text"] for row in texts] == ["One.", "Two."]
    assert told(import_)[1] == {
        "left_no_box": 1,
        "left_turned": 1,
        "left_no_label": 1,
        "left_broken": 1,
        "left_cancelled": 1,
        "left_predictions": 1,
    }


def test_tasks_without_a_picture_are_rows_with_problems(project: Project, people: Cast) -> None:
    bad: list[dict[str, Any]] = [{"id": 2, "data": {"text": "only"}}, {"id": 3, "data": 7}]
    import_ = imported(project, people.lead, "p.zip", archive(task("a.jpg"), *bad))
    assert counts(import_) == (1, 0, 2)
    assert [(row, field) for row, field, _ in problems(import_)] == [(2, "data"), (3, "")]
