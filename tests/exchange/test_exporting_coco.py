import contextlib
import json
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from pycocotools.coco import COCO

from annotate.exchange.exports import FORMATS
from annotate.exchange.exports.writing import write
from annotate.projects.models import Project
from tests.conftest import Cast, NewProject
from tests.exchange.files import UNFINISHED, Silent
from tests.exchange.finished import OBJECTS, ROUNDS, Finished, finished


@pytest.fixture
def project(new_project: NewProject) -> Project:
    return new_project(no_repeat="stage")


@pytest.fixture
def done(project: Project, people: Cast) -> Finished:
    return finished(project, people)


@pytest.fixture
def data(project: Project, done: Finished) -> dict[str, Any]:
    out = BytesIO()
    write(out, project=project, format_=FORMATS["coco"], watcher=Silent(), selection=UNFINISHED)
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def opened(path: Path, content: dict[str, Any]) -> Any:
    path.write_text(json.dumps(content))
    with contextlib.redirect_stdout(StringIO()):
        return COCO(str(path))


def test_pycocotools_reads_the_boxes(data: dict[str, Any], done: Finished, tmp_path: Path) -> None:
    coco = opened(tmp_path / "coco.json", data)
    assert coco.getImgIds() == [done.done.image_id, done.waiting.image_id]
    found = coco.loadAnns(coco.getAnnIds(imgIds=[done.done.image_id]))
    assert [each["bbox"] for each in found] == [list(each["box"].values()) for each in OBJECTS]
    names = [coco.loadCats([each["category_id"]])[0]["name"] for each in found]
    assert names == [each["label"] for each in OBJECTS]
    assert [each["area"] for each in found] == [400 * 299.75, pytest.approx(7.77 * 9.01)]
    assert {each["iscrowd"] for each in found} == {0}


def test_captions_make_a_caption_file(data: dict[str, Any], done: Finished, tmp_path: Path) -> None:
    captions = {"images": data["images"], "annotations": data["captions"]}
    coco = opened(tmp_path / "captions.json", captions)
    (found,) = coco.loadAnns(coco.getAnnIds())
    assert (found["image_id"], found["caption"]) == (done.done.image_id, ROUNDS[-1])


def test_descriptions_of_objects_are_kept(data: dict[str, Any]) -> None:
    assert [each["attributes"]["description"] for each in data["annotations"]] == [
        each["description"] for each in OBJECTS
    ]
    assert [each["attributes"]["rank"] for each in data["annotations"]] == [1, 2]


def test_categories_are_the_labels_in_order_of_the_alphabet(data: dict[str, Any]) -> None:
    names = [each["name"] for each in data["categories"]]
    assert names == sorted({each["label"] for each in OBJECTS})
    assert [each["id"] for each in data["categories"]] == [1, 2]


def test_ids_are_unique(data: dict[str, Any]) -> None:
    for key in ("images", "annotations", "captions", "categories"):
        ids = [each["id"] for each in data[key]]
        assert len(ids) == len(set(ids))
