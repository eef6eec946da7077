"""The seven fine-tuning tasks as files, line by line against what was written by hand."""

import base64
import json
import os
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image as Pixels

from annotate.backends.training.finetuning import TASKS
from annotate.backends.training.snapshots import SnapshotSample
from annotate.exchange.exports import FORMATS
from annotate.exchange.exports.reading import Selection
from annotate.exchange.exports.writing import write
from annotate.images import services as images
from annotate.images.details import Details
from annotate.projects.models import Project
from annotate.workflow import services as workflow
from annotate.workflow.models import Annotation, Sample
from tests.backends.training.finetuning.small import PARK, SKY
from tests.conftest import Cast
from tests.exchange.files import Silent
from tests.images.pictures import png

pytestmark = pytest.mark.django_db
EXPECTED = Path(__file__).parents[1] / "backends" / "training" / "finetuning" / "expected"


@pytest.fixture(autouse=True)
def models(settings: Any, tmp_path: Path) -> None:
    settings.MODELS_DIR = tmp_path / "models"


def add(project: Project, people: Cast, like: SnapshotSample, split: str) -> Sample:
    """Bring a sample of the small project into the database, as people would have left it."""
    image = images.add_image(
        project=project,
        data=png(like.width, like.height, seed=like.sample),
        name=like.image,
        details=Details(external_id=Path(like.image).stem, split=split, metadata={}),
    )
    (sample,) = workflow.add_samples(project=project, image_ids=[image.pk])
    objects = [
        {
            "id": f"o{number}",
            "label": each.label,
            "box": each.box.model_dump(),
            "description": each.description,
            "derived_from": [],
        }
        for number, each in enumerate(like.objects)
    ]
    texts = [*like.earlier, like.description]
    rows: list[tuple[str, int, dict[str, Any]]] = [("objects", 1, {"objects": objects})]
    rows += [("description", index, {"text": text}) for index, text in enumerate(texts, 1)]
    for stage, index, value in rows:
        Annotation.objects.create(
            project=project,
            sample=sample,
            stage_key=stage,
            kind=f"{stage}.v1",
            index=index,
            origin=Annotation.Origin.PERSON,
            author=people.ada,
            value=value,
        )
    Annotation.objects.create(
        project=project,
        sample=sample,
        stage_key="description",
        kind="description.v1",
        index=0,
        origin=Annotation.Origin.MODEL,
        value={"text": "A machine wrote this."},
    )
    Sample.objects.filter(pk=sample.pk).update(state=Sample.State.DONE)
    return sample


@pytest.fixture
def small(project: Project, people: Cast) -> Project:
    add(project, people, PARK, "train")
    add(project, people, SKY, "val")
    return project


def exported(project: Project, name: str, **wanted: Any) -> bytes:
    out = BytesIO()
    write(
        out,
        project=project,
        format_=FORMATS[name],
        selection=Selection(**wanted),
        watcher=Silent(),
    )
    return out.getvalue()


def files_of(project: Project, **wanted: Any) -> dict[str, bytes]:
    with zipfile.ZipFile(BytesIO(exported(project, "finetuning", **wanted))) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def lines(content: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in content.decode().splitlines()]


def test_every_line_of_the_seven_files_is_the_one_written_by_hand(small: Project) -> None:
    files = files_of(small)
    assert set(files) == {f"{task}.jsonl" for task in TASKS} | {"README.md"}
    splits = {"images/park.jpg": ("park", "train"), "images/sky.jpg": ("sky", "val")}
    for task in TASKS:
        name = f"{task}.jsonl"
        expected = [
            {**row, "task": task, "key": key, "split": split}
            for row in lines((EXPECTED / name).read_bytes())
            for key, split in [splits[row["image"]]]
        ]
        assert lines(files[name]) == expected, task


def test_the_files_load_with_datasets(small: Project, tmp_path: Path) -> None:
    """In a process of its own that may not ask the network."""
    with zipfile.ZipFile(BytesIO(exported(small, "finetuning"))) as archive:
        archive.extractall(tmp_path / "tasks")
    code = (
        "import json, sys\n"
        "from datasets import load_dataset\n"
        "found = {}\n"
        "for task in sys.argv[1:]:\n"
        "    data = load_dataset('json', data_files=f'{task}.jsonl', split='train')\n"
        "    found[task] = [data.column_names, data.to_list()]\n"
        "print(json.dumps(found))\n"
    )
    offline = {"HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1", "HF_HOME": str(tmp_path / "hf")}
    done = subprocess.run(
        [sys.executable, "-c", code, *TASKS],
        cwd=tmp_path / "tasks",
        env={**os.environ, **offline},
        capture_output=True,
        check=True,
    )
    for task, (columns, rows) in json.loads(done.stdout.splitlines()[-1]).items():
        assert set(columns) == {"image", "key", "prompt", "split", "target", "task"}
        assert rows == lines((tmp_path / "tasks" / f"{task}.jsonl").read_bytes())


def test_pictures_are_put_in_where_they_are_wanted(small: Project) -> None:
    files = files_of(small, with_pictures=True)
    rows = lines(files["detailed_description.jsonl"])
    assert [row["key"] for row in rows] == ["park", "sky"]
    for row, size in zip(rows, ((500, 250), (100, 100)), strict=True):
        with Pixels.open(BytesIO(files[row["image"]])) as picture:
            assert (picture.format, picture.mode, picture.size) == ("JPEG", "RGB", size)
    assert "1,024 pixels" in files["README.md"].decode()


def test_the_same_project_gives_the_same_bytes(small: Project) -> None:
    for name in ("finetuning", "finetuning-chat"):
        assert exported(small, name) == exported(small, name)


def test_a_chat_asks_about_a_picture_and_answers(small: Project) -> None:
    rows = lines(exported(small, "finetuning-chat", split="val"))
    assert rows == [
        {
            "messages": [
                {
                    "role": "user",
                    "content": [
                        {"type": "text", "text": "Generate a detailed image description."},
                        {"type": "image_url", "image_url": {"url": "images/sky.jpg"}},
                    ],
                },
                {"role": "assistant", "content": "Grey clouds without an edge."},
            ]
        }
    ]


def test_a_chat_can_hold_its_pictures(small: Project) -> None:
    (row,) = lines(exported(small, "finetuning-chat", split="val", with_pictures=True))
    url = row["messages"][0]["content"][1]["image_url"]["url"]
    kind, _, content = url.partition(",")
    assert kind == "data:image/jpeg;base64"
    with Pixels.open(BytesIO(base64.b64decode(content))) as picture:
        assert picture.size == (100, 100)


def test_nothing_a_model_said_is_in_it(small: Project) -> None:
    everything = b"".join(files_of(small).values()) + exported(small, "finetuning-chat")
    assert b"machine wrote" not in everything


def test_an_empty_project_has_seven_empty_files(project: Project) -> None:
    files = files_of(project)
    assert {files[f"{task}.jsonl"] for task in TASKS} == {b""}
