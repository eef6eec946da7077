"""The file from which a model behind HTTP is trained: examples of what may be seen, and no more."""

import base64
import io
import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from annotate.backends import Configured
from annotate.backends.openai import BACKEND
from annotate.backends.openai.settings import OpenAISettings
from annotate.backends.training.base import Point, Trained, TrainingJob
from tests.backends.training.scenes import UNSEEN, snapshot

BASE = Configured(settings=OpenAISettings(base_url="https://example.org/v1", model="m"))


def train(folder: Path, where: Path, **settings: Any) -> tuple[Trained, list[dict[str, Any]]]:
    assert BACKEND.make_trainer is not None
    trainer = BACKEND.make_trainer()
    out = where / "out"
    out.mkdir(exist_ok=True)

    def report(point: Point) -> None:
        """Nobody watches."""

    job = TrainingJob(
        snapshot=folder,
        base=BASE,
        out=out,
        work=where,
        settings=trainer.settings(**settings),
        seed=1,
    )
    trained = trainer.train(job, report)
    [file] = out.glob("*.jsonl")
    return trained, [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    frozen = tmp_path / "frozen"
    frozen.mkdir()
    return snapshot(frozen, 3, held_out=2)


def picture(line: dict[str, Any]) -> Image.Image:
    [_, part] = line["messages"][0]["content"]
    data = part["image_url"]["url"].removeprefix("data:image/jpeg;base64,")
    return Image.open(io.BytesIO(base64.b64decode(data, validate=True)))


def test_every_line_is_a_question_with_a_picture_and_its_answer(
    folder: Path, tmp_path: Path
) -> None:
    trained, lines = train(folder, tmp_path)
    assert trained.elsewhere
    assert trained.facts == {"examples": len(lines)}
    assert lines
    for line in lines:
        user, assistant = line["messages"]
        assert (user["role"], assistant["role"]) == ("user", "assistant")
        assert [part["type"] for part in user["content"]] == ["text", "image_url"]
        assert isinstance(assistant["content"], str)
        assert picture(line).format == "JPEG"


def test_nothing_that_is_held_out_is_in_it(folder: Path, tmp_path: Path) -> None:
    rows = (folder / "samples.jsonl").read_text(encoding="utf-8").splitlines()
    held_out = [row for row in map(json.loads, rows) if row["split"] == "held_out"]
    assert [row["sample"] for row in held_out] == [UNSEEN, UNSEEN + 1]
    _, lines = train(folder, tmp_path, tasks=["detailed_description"])
    answers = {line["messages"][1]["content"] for line in lines}
    assert len(lines) == 3
    assert not answers & {row["description"] for row in held_out}


def test_the_same_data_make_the_same_file(folder: Path, tmp_path: Path) -> None:
    assert train(folder, tmp_path)[1] == train(folder, tmp_path)[1]
