"""The seven fine-tuning tasks as files, line by line against what was written by hand."""

import base64
import json
import os
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image as Pixels
from pytest_django import Settings

from annotate.backends.training.finetuning import TASKS
from annotate.projects.models import Project
from tests.exchange.finetuning import EXPECTED, exported, files_of, lines, small

__all__ = ["small"]
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def models(settings: Settings, tmp_path: Path) -> None:
    settings.MODELS_DIR = tmp_path / "models"


def test_every_line_of_the_seven_files_is_the_one_written_by_hand(small: Project) -> None:
    files = files_of(small)
    assert set(files) == {f"{task}.jsonl" for task in TASKS} | {"README.md"}
    splits = {"images/park.jpg": ("park", "train"), "images/sky.jpg": ("sky", "val")}
    for task in TASKS:
        name = f"{task}.jsonl"
        expected = [
            {**row, "task": task, "key": key, "split": split, "rests_on_rejected": False}
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
        assert set(columns) == {
            *("image", "key", "prompt", "split", "target", "task", "rests_on_rejected"),
        }
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
