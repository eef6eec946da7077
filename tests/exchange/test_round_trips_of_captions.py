"""Captions of real photographs go out in the layouts of two releases and come back whole."""

import contextlib
import io
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from annotate.exchange.imports.options import ImageOptions
from annotate.images import services as images
from annotate.images.details import Details
from annotate.projects.models import Project
from annotate.workflow import services
from tests.conftest import Cast, NewProject
from tests.exchange.captions import caption, caption_project
from tests.exchange.files import counts, imported, zipped
from tests.exchange.tables import exported

pytestmark = pytest.mark.django_db

PHOTOS = Path(__file__).parents[2] / "deploy/demo/photos"
NAMES = ("coffee.jpg", "chelsea.jpg")
ANSWERS = ImageOptions(given_as="answers")
Captions = dict[str, list[tuple[Any, ...]]]


@pytest.fixture
def source(new_project: NewProject, people: Cast) -> Project:
    project = caption_project(new_project())
    for name in NAMES:
        image = images.add_image(
            project=project,
            data=(PHOTOS / name).read_bytes(),
            name=name,
            details=Details(external_id=name, split="val"),
        )
        (sample,) = services.add_samples(project=project, image_ids=[image.pk])
        told = {"text_detected": name == "coffee.jpg"}
        caption(sample, f"A “{name}” photograph, 木 🌳.", by=people.ada, answer=told)
        caption(sample, f"Another one: {name}.", index=2, by=people.ben, answer=told)
    return project


def by_pycocotools(data: bytes, folder: Path) -> Captions:
    from pycocotools.coco import COCO

    (folder / "captions.json").write_bytes(data)
    with contextlib.redirect_stdout(io.StringIO()):
        coco = COCO(str(folder / "captions.json"))
    return {
        image["file_name"]: [
            (each["caption"], each["is_rejected"], each["is_precanned"], each["text_detected"])
            for each in coco.loadAnns(coco.getAnnIds(imgIds=[image["id"]]))
        ]
        for image in coco.loadImgs(coco.getImgIds())
    }


def by_entries(data: bytes, _: Path) -> Captions:
    found: Captions = {}
    for each in json.loads(data)["data"]:
        found.setdefault(each["image_id"], []).append(
            (each["caption_str"], each["set_name"], tuple(each["caption_tokens"]))
        )
    return found


TOOLS: Mapping[str, Callable[[bytes, Path], Captions]] = {
    "vizwiz-captions": by_pycocotools,
    "textcaps": by_entries,
}


@pytest.mark.parametrize("name", TOOLS)
def test_captions_are_found_by_the_tool_and_come_back_with_nothing_lost(
    source: Project, new_project: NewProject, people: Cast, name: str, tmp_path: Path
) -> None:
    data, _ = exported(source, name)
    told = TOOLS[name](data, tmp_path)
    assert [len(captions) for captions in told.values()] == [2, 2]
    assert "A “coffee.jpg” photograph, 木 🌳." in str(told)
    target = caption_project(new_project(name="Again"))
    photos = {file: (PHOTOS / file).read_bytes() for file in NAMES}
    packed = zipped({"captions.json": data, **photos})
    import_ = imported(target, people.owner, "set.zip", packed, options=ANSWERS)
    assert (counts(import_), import_.unused_count) == ((2, 0, 0), 0)
    back, _ = exported(target, name)
    assert TOOLS[name](back, tmp_path) == told
