"""Real photographs with what people said of them go out in each format, are opened by the tool that
the format is for, and come back with nothing lost; docs/reference/formats.md has the table."""

import contextlib
import io
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from jsonschema import validate  # type: ignore[import-untyped]

from annotate.images import services as images
from annotate.images.details import Details
from annotate.images.models import Image
from annotate.projects.models import Membership, Project, Role
from annotate.workflow import services
from tests.conftest import Cast, NewProject
from tests.exchange.files import counts, imported, zipped
from tests.exchange.label_studio import refused_by_label_studio
from tests.exchange.listed import seeds
from tests.exchange.tables import exported, read_table, unpacked
from tests.exchange.test_exporting_label_studio import TASKS
from tests.workflow.acts import describe, mark, thing

pytestmark = pytest.mark.django_db

PHOTOS = Path(__file__).parents[2] / "deploy/demo/photos"
HINTS = {"Photographer": "Nobody “X”, =SUM(A1)", "Licence": "CC0 1.0", "Title": "木 🌳"}
TEXT = "A photograph, “quoted”, with ünïcödé 木 🌳,\n\nin two paragraphs; and a \\ in it."
Fact = dict[str, Any]


@pytest.fixture
def source(new_project: NewProject, people: Cast) -> Project:
    """Two photographs, each described and with two objects."""
    project = new_project(no_repeat="stage")
    for name, split in (("coffee", "train"), ("chelsea", "val")):
        image = images.add_image(
            project=project,
            data=(PHOTOS / f"{name}.jpg").read_bytes(),
            name=f"set one/{name}.jpg",
            details=Details(external_id=f"photo:{name}", split=split, metadata=HINTS),
        )
        services.add_samples(project=project, image_ids=[image.pk])
        sample = image.sample
        services.open_samples(project=project, samples=[sample])
        first = {"x": 10.25, "y": 20.5, "width": 120.0, "height": 33.33}
        mark(
            project,
            people.ada,
            thing("a", label="Oak – “old”", box=first, description="=1+1\nbark"),
            thing("b", label="cup", box={"x": 0.0, "y": 0.0, "width": 3.07, "height": 9.01}),
        )
        describe(project, people.ben, f"{TEXT} {name}")
        describe(project, people.cleo, f"{TEXT} {name} again")
    return project


def box_of(value: Mapping[str, float]) -> list[float]:
    return [value[side] for side in ("x", "y", "width", "height")]


def by_lines(data: bytes, _: Path) -> dict[str, Fact]:
    return {
        line["image/key"]: {
            "name": line["image/name"],
            "split": line["image/split"],
            "metadata": line["image/metadata"],
            "text": line["IIW"],
            "objects": [(o["label"], o["description"], box_of(o["box"])) for o in line["objects"]],
        }
        for line in map(json.loads, data.splitlines())
    }


def by_pycocotools(data: bytes, folder: Path) -> dict[str, Fact]:
    from pycocotools.coco import COCO

    path = folder / "coco.json"
    path.write_bytes(data)
    with contextlib.redirect_stdout(io.StringIO()):
        coco = COCO(str(path))
    texts = {each["image_id"]: each["caption"] for each in coco.dataset["captions"]}
    return {
        image["external_id"]: {
            "name": image["file_name"],
            "split": image["split"],
            "metadata": image["metadata"],
            "text": texts[image["id"]],
            "objects": [
                (
                    coco.loadCats([each["category_id"]])[0]["name"],
                    each["attributes"]["description"],
                    each["bbox"],
                )
                for each in coco.loadAnns(coco.getAnnIds(imgIds=[image["id"]]))
            ],
        }
        for image in coco.loadImgs(coco.getImgIds())
    }


def _row(row: Mapping[str, Any]) -> Fact:
    return {
        "name": row["name"],
        "split": row["split"],
        "metadata": row["metadata"],
        "text": row["text"],
        "objects": [(o["label"], o["description"], list(o["box"])) for o in row["objects"]],
    }


def by_datasets(data: bytes, folder: Path) -> dict[str, Fact]:
    import datasets

    unpacked(data, folder / "set")
    parts = datasets.load_dataset(str(folder / "set"), cache_dir=str(folder / "cache"))
    rows = [row for split in parts.values() for row in split]
    assert all(row["image"].size == (row["width"], row["height"]) for row in rows)
    return {
        row["external_id"]: _row({**row, "metadata": json.loads(row["metadata"])}) for row in rows
    }


def by_pandas(data: bytes, folder: Path) -> dict[str, Fact]:
    unpacked(data, folder)
    objects = read_table(folder / "objects.csv")
    sides = ("x", "y", "width", "height")
    found = {}
    for row in read_table(folder / "samples.csv"):
        assert (folder / row["file"]).is_file()
        mine = [
            {**each, "box": [float(each[side]) for side in sides]}
            for each in objects
            if each["external_id"] == row["external_id"]
        ]
        found[row["external_id"]] = _row(
            {**row, "metadata": json.loads(row["metadata"]), "objects": mine}
        )
    return found


def by_webdataset(data: bytes, folder: Path) -> dict[str, Fact]:
    from webdataset import WebDataset

    shards = sorted(map(str, unpacked(data, folder).glob("*.tar")))
    found = {}
    for item in WebDataset(shards, shardshuffle=False).decode("pil"):
        row = item["json"]
        assert item["jpg"].size == (row["width"], row["height"])
        assert item["txt"] == row["text"] + "\n"
        found[row["external_id"]] = _row(row)
    return found


def by_label_studio(data: bytes, folder: Path) -> dict[str, Fact]:
    """As its documentation has it: percent of the picture, one id for a box and its text."""
    tasks = json.loads((unpacked(data, folder) / "tasks.json").read_text())
    validate(tasks, TASKS)
    assert refused_by_label_studio(folder) == []
    found = {}
    for task in tasks:
        told = task["data"]
        assert (folder / told["image"].partition("?d=")[2]).is_file()
        last = {each["stage"]: each["result"] for each in task["annotations"]}
        described: dict[str, list[str]] = {}
        boxes = {}
        for each in last["objects"]:
            assert {"id", "from_name", "to_name", "type", "value"} <= each.keys()
            value = each["value"]
            if each["type"] == "textarea":
                described[each["id"]] = value["text"]
                continue
            width, height = each["original_width"], each["original_height"]
            sides = zip(box_of(value), (width, height) * 2, strict=True)
            box = [round(side * whole / 100, 2) for side, whole in sides]
            boxes[each["id"]] = (value["rectanglelabels"][0], box)
        (text,) = (each["value"]["text"] for each in last["description"])
        found[told["external_id"]] = {
            "name": told["name"],
            "split": told["split"],
            "metadata": told["metadata"],
            "text": "\n".join(text),
            "objects": [
                (label, "\n".join(described.get(key, [])), box)
                for key, (label, box) in boxes.items()
            ],
        }
    return found


Opened = Callable[[bytes, Path], dict[str, Fact]]
TOOLS: dict[str, Opened] = {
    "iiw-jsonl": by_lines,
    "coco": by_pycocotools,
    "parquet": by_datasets,
    "csv": by_pandas,
    "webdataset": by_webdataset,
    "label-studio": by_label_studio,
}
WITH_PICTURES = {"parquet", "csv", "webdataset", "label-studio"}


def truth(project: Project) -> dict[str, Fact]:
    """What is in the database of each picture, whether people said it or it came in as seeds."""
    found = {}
    for image in Image.objects.filter(project=project):
        last = {}
        for row in image.sample.annotations.order_by("stage_key", "index", "pk"):
            last[row.stage_key] = row.value
        found[image.external_id] = {
            "name": image.name,
            "split": image.split,
            "metadata": image.metadata,
            "text": last["description"]["text"],
            "objects": [
                (each["label"], each["description"], box_of(each["box"]))
                for each in last["objects"]["objects"]
            ],
        }
    return found


@pytest.mark.parametrize("name", TOOLS)
def test_the_tool_that_a_format_is_for_finds_everything(
    source: Project, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_DATASETS_OFFLINE", "1")
    data, _ = exported(source, name, with_pictures=name in WITH_PICTURES)
    assert TOOLS[name](data, tmp_path) == truth(source)


@pytest.mark.parametrize("name", TOOLS)
def test_it_comes_back_with_nothing_lost(
    source: Project, new_project: NewProject, people: Cast, name: str
) -> None:
    data, _ = exported(source, name, with_pictures=name in WITH_PICTURES)
    target = new_project(name="Again")
    import_ = imported(target, people.owner, f"export.{name}", data)
    assert counts(import_) == (2, 0, 0)
    assert truth(target) == truth(source)
    digests = [
        set(Image.objects.filter(project=each).values_list("sha256", flat=True))
        for each in (source, target)
    ]
    assert digests[0] == digests[1]
    again = imported(target, people.owner, f"export.{name}", data)
    assert counts(again) == (0, 2, 0)


@pytest.mark.parametrize("name", TOOLS)
def test_it_comes_back_where_nothing_is_stored_with_the_pictures_it_has(
    source: Project, new_project: NewProject, people: Cast, name: str
) -> None:
    """The formats without pictures are packed with those that they name."""
    data, _ = exported(source, name, with_pictures=name in WITH_PICTURES)
    if name not in WITH_PICTURES:
        photos = {
            image.name: (PHOTOS / Path(image.name).name).read_bytes()
            for image in Image.objects.filter(project=source)
        }
        keys = {f"{image.external_id}": image.name for image in Image.objects.all()}
        for key, photo in keys.items():
            if name == "iiw-jsonl":  # whose key is what a picture is called
                data = data.replace(key.encode(), photo.encode())
        ending = "jsonl" if name == "iiw-jsonl" else "json"
        data = zipped({f"list.{ending}": data, **photos})
    target = new_project(name="Elsewhere")
    Membership.objects.create(project=target, user=people.stranger, role=Role.LEAD)
    import_ = imported(target, people.stranger, "export.zip", data)
    assert counts(import_) == (2, 0, 0)
    expected, found = truth(source), truth(target)
    if name == "iiw-jsonl":
        expected = {each["name"]: each for each in expected.values()}
    assert found == expected
    assert len(seeds(target, "description")) == 2
