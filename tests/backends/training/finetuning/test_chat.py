"""The training file of a snapshot in chat format."""

import base64
from io import BytesIO
from pathlib import Path

from PIL import Image

from annotate.backends.training.finetuning import chat
from annotate.backends.training.snapshots import read
from tests.backends.training.finetuning.small import PARK, SMALL
from tests.backends.training.frozen import freeze


def picture_in(url: str) -> Image.Image:
    return Image.open(BytesIO(base64.b64decode(url.removeprefix("data:image/jpeg;base64,"))))


def test_what_is_held_out_is_not_in_the_training_file(tmp_path: Path) -> None:
    frozen = read(freeze(tmp_path / "s", SMALL))
    rows = list(chat.lines(frozen, seed=7, tasks=["detailed_description"], pictures="name"))
    assert [row["messages"][1]["content"] for row in rows] == [PARK.description]
    assert rows[0]["messages"][0]["content"][1] == {
        "type": "image_url",
        "image_url": {"url": "images/park.jpg"},
    }


def test_all_tasks_of_all_samples(tmp_path: Path) -> None:
    """3 groundings, 4 labels, 3 objects, 2 lists, 2 elaborations, 2 descriptions."""
    frozen = read(freeze(tmp_path / "s", SMALL))
    assert len(list(chat.lines(frozen, seed=7, split=None, pictures="name", crops=False))) == 16


def test_a_crop_is_put_in(tmp_path: Path) -> None:
    """The red kite: 50 x 25 pixels."""
    frozen = read(freeze(tmp_path / "s", SMALL))
    rows = list(chat.lines(frozen, seed=7, tasks=["label_prediction"], pictures="name"))
    url = rows[1]["messages"][0]["content"][1]["image_url"]["url"]
    assert picture_in(url).size == (50, 25)
    assert rows[1]["messages"][1]["content"] == "kite"
