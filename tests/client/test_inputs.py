"""Images and seeds may be given as they come to hand."""

import io
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from PIL import Image

from annotate_client import Box, Misused, Object, Picture, Seed
from annotate_client.pictures import pictures_of
from annotate_client.sending import _by_picture
from annotate_client.shapes import read
from annotate_client.values import Recipe
from tests.e2e.installation import PHOTOS


def stage(key: str, kind: str) -> dict[str, Any]:
    said = {"title": key, "mode": "sequential", "rounds": 1, "seeded": True, "about": None}
    return {"key": key, "kind": kind, "settings": {}, **said}


IIW = read(
    Recipe,
    {
        "name": "iiw",
        "title": "IIW",
        "description": "",
        "stages": [stage("objects", "objects.v1"), stage("description", "description.v1")],
    },
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two pictures, one of them further down, and what is no picture."""
    (tmp_path / "b").mkdir()
    for name in ("a.png", "b/c.JPG", ".hidden.png"):
        Image.new("RGB", (4, 3)).save(tmp_path / name, format="PNG")
    (tmp_path / "notes.txt").write_text("no picture")
    return tmp_path


def names(given: Any, **more: Any) -> list[str]:
    return [each.external_id for each in pictures_of(given, **more)]


def test_a_folder_gives_its_pictures_by_their_path(folder: Path) -> None:
    assert names(folder) == names(str(folder)) == ["a.png", "b/c.JPG"]


def test_a_folder_with_a_manifest_gives_what_that_names() -> None:
    pictures = pictures_of(PHOTOS)
    assert all(each.external_id.startswith("demo-") for each in pictures)
    assert {each.split for each in pictures} >= {"train"}


def test_files_addresses_and_pictures_in_memory_may_be_mixed(folder: Path) -> None:
    in_memory = Image.open(folder / "a.png")
    given = [folder / "b/c.JPG", "https://pictures.test/some%20where/d.jpg?size=9", in_memory]
    assert names(given) == ["c.JPG", "d.jpg", "a.png"]
    assert names(given, ids=["1", "2", "3"]) == ["1", "2", "3"]
    assert names({"x": in_memory, "y": folder / "a.png"}) == ["x", "y"]


def test_a_picture_in_memory_keeps_every_pixel() -> None:
    drawn = Image.effect_noise((9, 7), 50)
    [picture] = pictures_of({"noise": drawn})
    assert Image.open(io.BytesIO(picture.data())).tobytes() == drawn.tobytes()


def test_a_data_frame_says_everything_at_once(folder: Path) -> None:
    frame = pd.DataFrame(
        {
            "path": [str(folder / "a.png"), str(folder / "b/c.JPG")],
            "external_id": ["one", "two"],
            "split": ["train", None],
            "text": ["A cat.", None],
        }
    )
    first, second = pictures_of(frame, split="val")
    assert (first.external_id, first.split, first.seed) == ("one", "train", {"text": "A cat."})
    assert (second.external_id, second.split, second.seed) == ("two", "val", None)


def test_two_images_of_one_name_are_refused_before_anything_is_sent(folder: Path) -> None:
    with pytest.raises(Misused, match=r"Two images are called a\.png"):
        pictures_of([folder / "a.png", folder / "a.png"])
    with pytest.raises(Misused, match="has no name"):
        pictures_of([Image.new("RGB", (2, 2))])
    with pytest.raises(Misused, match="There is no file"):
        pictures_of(folder / "lost.png")


def test_a_manifest_may_bring_seeds(folder: Path) -> None:
    rows = ['{"file": "a.png", "text": "A.", "objects": []}', '{"file": "b/c.JPG"}']
    (folder / "manifest.jsonl").write_text("\n".join(rows))
    assert [each.seed for each in pictures_of(folder)] == [{"text": "A.", "objects": []}, None]


def test_what_holds_images_is_brought_in_as_a_whole(folder: Path) -> None:
    (folder / "photos.zip").write_bytes(b"PK")
    with pytest.raises(Misused, match=r"import_file\('photos\.zip'\)"):
        pictures_of(folder / "photos.zip")


def test_a_text_and_boxes_find_their_stages() -> None:
    given = {"text": "A cup.", "objects": [{"label": "cup", "box": [1, 2, 30.004, 40]}]}
    answers = Seed.of(given).answers(IIW)
    assert answers["description"] == {"text": "A cup."}
    assert answers["objects"]["objects"] == [
        {
            "id": "o1",
            "label": "cup",
            "box": {"x": 1, "y": 2, "width": 30.0, "height": 40},
            "description": "",
            "derived_from": [],
        }
    ]


def test_a_whole_answer_goes_to_the_stage_it_names() -> None:
    whole = {"description": {"text": "A cup."}, "objects": {"objects": []}}
    assert Seed.of(whole).answers(IIW) == whole


def test_a_seed_for_which_there_is_no_stage_is_refused() -> None:
    captions = {"name": "c", "title": "C", "description": "", "stages": [stage("v", "vote.v1")]}
    with pytest.raises(Misused, match="no stage that takes a text; its stages are v"):
        Seed.of("A cup.").answers(read(Recipe, captions))
    with pytest.raises(Misused, match="An object needs a label and a box"):
        Object.of({"label": "cup"})


def test_boxes_of_other_tools_are_turned_into_this_one() -> None:
    assert Box.from_corners(1, 2, 31, 42) == Box.of([1, 2, 30, 40])
    grid = Box.from_grid(0, 0, 999, 500, width=1998, height=300)
    assert (grid.x, grid.y, grid.width, grid.height) == (0, 0, 1000, 300)


def test_seeds_are_found_by_name_by_order_or_by_asking() -> None:
    pictures = [Picture("a", b""), Picture("b", b"")]
    for given in ({"a": "A", "b": "B"}, ["A", "B"], lambda picture: picture.external_id.upper()):
        assert [_by_picture(pictures, given)(each) for each in pictures] == ["A", "B"]
    with pytest.raises(Misused, match="There are seeds for c, and no such image"):
        _by_picture(pictures, {"c": "C"})
    with pytest.raises(Misused, match="2 images and 1 seeds"):
        _by_picture(pictures, ["A"])
