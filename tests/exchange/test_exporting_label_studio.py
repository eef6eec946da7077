"""Tasks that Label Studio takes, with a configuration in which every name and label is known."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import validate  # type: ignore[import-untyped]

from annotate.exchange.exports.label_studio import percent
from annotate.exchange.exports.pseudonyms import Pseudonyms
from annotate.exchange.exports.reading import Scope, Selection
from annotate.projects.models import Project
from tests.conftest import Cast, NewProject
from tests.exchange.captions import OCR, caption, caption_project, picture
from tests.exchange.finished import OBJECTS, ROUNDS, Finished, finished
from tests.exchange.label_studio import refused_by_label_studio
from tests.exchange.tables import exported, unpacked
from tests.workflow.acts import seed

# What labelstud.io/guide/task_format asks for, and what its import looks at.
RESULT = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["id", "from_name", "to_name", "type", "value"],
        "properties": {
            "type": {"enum": ["rectanglelabels", "textarea"]},
            "to_name": {"const": "image"},
            "original_width": {"type": "integer"},
            "value": {
                "properties": {
                    **{side: {"minimum": 0, "maximum": 100.01} for side in ("x", "y")},
                    "text": {"type": "array", "items": {"type": "string"}},
                    "rectanglelabels": {"type": "array", "minItems": 1},
                }
            },
        },
    },
}
TASKS = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["data", "annotations", "predictions"],
        "not": {"required": ["id"]},
        "properties": {
            "data": {"type": "object", "required": ["image"]},
            "annotations": {
                "type": "array",
                "items": {
                    "required": ["result", "lead_time", "ground_truth", "was_cancelled"],
                    # An account of the installation it is brought into, or else it is refused.
                    "not": {"required": ["completed_by"]},
                    "properties": {"result": RESULT},
                },
            },
            "predictions": {
                "type": "array",
                "items": {
                    "required": ["result", "model_version"],
                    "properties": {"result": RESULT},
                },
            },
        },
    },
}
pytestmark = pytest.mark.django_db


@pytest.fixture
def project(new_project: NewProject) -> Project:
    return new_project(no_repeat="stage")


@pytest.fixture
def cast_done(project: Project, people: Cast) -> Finished:
    return finished(project, people)


def opened(
    project: Project, folder: Path, **wanted: Any
) -> tuple[list[dict[str, Any]], ET.Element]:
    unpacked(exported(project, "label-studio", **wanted)[0], folder)
    tasks = json.loads((folder / "tasks.json").read_text())
    validate(tasks, TASKS)
    assert refused_by_label_studio(folder) == []
    return tasks, ET.fromstring((folder / "label-config.xml").read_text())  # noqa: S314 (ours)


def test_label_studio_refuses_what_its_configuration_does_not_know(
    project: Project, cast_done: Finished, tmp_path: Path
) -> None:
    """Guards what `opened` asks of it."""
    opened(project, tmp_path)
    config = tmp_path / "label-config.xml"
    config.write_text(config.read_text().replace('value="kite"', 'value="bird"'))
    (refused, *_) = refused_by_label_studio(tmp_path)
    assert "Invalid value for control 'objects'" in refused


def results(task: dict[str, Any]) -> list[dict[str, Any]]:
    whole = [*task["annotations"], *task["predictions"]]
    return [item for each in whole for item in each["result"]]


def test_rounds_of_people_are_annotations_and_seeds_are_predictions(
    project: Project, cast_done: Finished, people: Cast, tmp_path: Path
) -> None:
    (done, waiting), _ = opened(project, tmp_path)
    assert [each["stage"] for each in done["annotations"]] == ["objects", *["description"] * 3]
    last = done["annotations"][-1]
    assert last["result"][0]["value"] == {"text": [ROUNDS[-1]]}
    pseudonym = Pseudonyms(Scope.of(project, Selection())).of(people.cleo.pk)
    assert last["annotator"] == pseudonym
    assert last["created_at"].endswith("Z")
    assert (waiting["annotations"], len(waiting["predictions"])) == ([], 1)
    assert done["data"]["external_id"] == "key-0"


def test_boxes_are_in_percent_and_have_their_texts(
    project: Project, cast_done: Finished, tmp_path: Path
) -> None:
    (done, _), _ = opened(project, tmp_path)
    marked = done["annotations"][0]["result"]
    boxes = [item for item in marked if item["type"] == "rectanglelabels"]
    texts = {item["id"]: item["value"]["text"] for item in marked if item["type"] == "textarea"}
    for item, expected in zip(boxes, OBJECTS, strict=True):
        value, box = item["value"], expected["box"]
        assert value["rectanglelabels"] == [expected["label"]]
        assert value["x"] / 100 * item["original_width"] == pytest.approx(box["x"], abs=0.005)
        assert value["height"] / 100 * item["original_height"] == pytest.approx(box["height"])
        assert texts[item["id"]] == [expected["description"]]


def test_every_name_and_label_is_in_the_configuration(
    project: Project, cast_done: Finished, tmp_path: Path
) -> None:
    tasks, view = opened(project, tmp_path)
    controls = {each.get("name"): each.tag.lower() for each in view if each.get("toName")}
    labels = {each.get("value") for each in view.iter("Label")}
    for item in (item for task in tasks for item in results(task)):
        assert controls[item["from_name"]] == item["type"]
        assert set(item["value"].get("rectanglelabels", [])) <= labels
    assert {"Oak – “old”", "kite", "red region"} <= labels
    image = view.find("Image")
    assert image is not None
    assert (image.get("name"), image.get("value")) == ("image", "$image")


def test_seeds_of_one_model_are_one_prediction_until_a_newer_one_comes(
    project: Project, cast_done: Finished, tmp_path: Path
) -> None:
    seed(cast_done.waiting, "Another model.", "florence 2")
    seed(cast_done.waiting, "A newer try.", "classical 1")
    (_, waiting), _ = opened(project, tmp_path)
    found = [
        (each["model_version"], len({item["from_name"] for item in each["result"]}))
        for each in waiting["predictions"]
    ]
    # Objects, their texts and the first description; another model; the newer description.
    assert found == [("classical 1", 3), ("florence 2", 1), ("classical 1", 1)]


def test_captions_and_words_in_images_are_shown_too(
    project: Project, people: Cast, tmp_path: Path
) -> None:
    sample = picture(caption_project(project, OCR), "a & b.jpg")
    caption(sample, 'A "lamp" & <more>.', by=people.ada)
    box = {"x": 40, "y": 30, "width": 80, "height": 60}
    tokens = [
        {"id": "a", "text": "STOP", "box": box, "derived_from": [], "legible": True},
        {"id": "b", "text": "", "box": box, "derived_from": [], "legible": False},
    ]
    caption(sample, "", value={"tokens": tokens}, kind="ocr.v1", stage_key="ocr", author=people.ben)
    (task,), view = opened(project, tmp_path)
    words, written = task["annotations"]
    assert [item["value"].get("rectanglelabels") for item in words["result"]] == [
        ["word"],
        None,
        ["illegible"],
    ]
    assert words["result"][1]["value"]["text"] == ["STOP"]
    assert written["result"][0]["value"]["text"] == ['A "lamp" & <more>.']
    assert {each.get("value") for each in view.iter("Label")} == {"word", "illegible"}


def test_pictures_are_named_as_label_studio_serves_files_of_its_machine(
    project: Project, cast_done: Finished, tmp_path: Path
) -> None:
    (done, _), _ = opened(project, tmp_path, with_pictures=True)
    name = f"images/{cast_done.done.image.sha256}.jpg"
    assert done["data"]["image"] == f"/data/local-files/?d={name}"
    assert (tmp_path / name).is_file()
    assert (tmp_path / "licences.csv").is_file()


def test_an_empty_project_is_an_empty_list(project: Project, tmp_path: Path) -> None:
    assert opened(project, tmp_path)[0] == []


sides = st.integers(1, 20_000)


@given(width=sides, height=sides, shares=st.tuples(*(st.floats(0, 1),) * 4))
def test_percent_leads_back_to_the_hundredth_of_a_pixel(
    width: int, height: int, shares: tuple[float, float, float, float]
) -> None:
    lengths = (width, height, width, height)
    names = ("x", "y", "width", "height")
    box = {
        name: round(share * length, 2)
        for name, share, length in zip(names, shares, lengths, strict=True)
    }
    found = percent(box, width, height)
    back = {
        name: round(found[name] / 100 * length, 2)
        for name, length in zip(names, lengths, strict=True)
    }
    assert back == box
