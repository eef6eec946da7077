"""The layout of the VizWiz-Captions release: its keys, its ids, its marks."""

import json
from pathlib import Path
from typing import Any

import pytest

from annotate.projects.models import Project
from annotate.workflow.models import Sample
from tests.conftest import Cast
from tests.exchange.captions import caption, caption_project, picture
from tests.exchange.test_what_is_exported import exported

pytestmark = pytest.mark.django_db
SAMPLE = Path(__file__).parents[1] / "analysis/data/vizwiz/vizwiz_captions_sample.json"
RELEASED = json.loads(SAMPLE.read_text())


def data_of(project: Project, **wanted: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(exported(project, "vizwiz-captions", **wanted)[0])
    return found


def released(project: Project) -> list[Sample]:
    """Put the images and captions of the released sample into a project."""
    texts: dict[int, list[dict[str, Any]]] = {}
    for row in RELEASED["annotations"]:
        texts.setdefault(row["image_id"], []).append(row)
    samples = []
    for image in RELEASED["images"]:
        sample = picture(project, image["file_name"], split="train")
        for index, row in enumerate(texts[image["id"]], start=1):
            canned = {"canned": row["is_precanned"]}
            caption(sample, row["caption"], index=index, answer=canned)
        samples.append(sample)
    return samples


def test_the_released_sample_comes_out_as_it_was_released(project: Project) -> None:
    """What the sample does not know (null) is not compared; the order of keys means nothing."""
    released(caption_project(project))
    data = data_of(project)
    assert data.keys() == RELEASED.keys()
    assert data["info"].keys() == RELEASED["info"].keys()
    for part in ("images", "annotations"):
        assert len(data[part]) == len(RELEASED[part])
        for found, expected in zip(data[part], RELEASED[part], strict=True):
            assert found.keys() == expected.keys()
            known = {key: value for key, value in expected.items() if value is not None}
            assert {key: found[key] for key in known} == known


def test_captions_are_numbered_five_times_the_image_and_on(project: Project) -> None:
    sample = picture(caption_project(project), "VizWiz_val_00000012.jpg")
    for index in (2, 1, 3):
        caption(sample, f"No. {index}", index=index)
    rows = data_of(project)["annotations"]
    assert [(row["id"], row["caption"]) for row in rows] == [
        (60, "No. 1"),
        (61, "No. 2"),
        (62, "No. 3"),
    ]


def test_more_than_five_captions_of_an_image_make_room_for_all(project: Project) -> None:
    samples = [picture(caption_project(project), f"VizWiz_val_0000001{n}.jpg") for n in (1, 2)]
    for sample in samples:
        for index in range(1, 8):
            caption(sample, f"No. {index}", index=index)
    rows = data_of(project)["annotations"]
    assert [row["id"] for row in rows] == [*range(77, 84), *range(84, 91)]


@pytest.mark.parametrize(
    "names",
    [
        ("photo.jpg", "VizWiz_val_00000012.jpg"),
        ("VizWiz_train_00000012.jpg", "VizWiz_val_00000012.jpg"),
        ("VizWiz_val_100000000.jpg", "VizWiz_val_00000012.jpg"),
    ],
    ids=["other name", "same number", "huge number"],
)
def test_names_that_cannot_number_all_images_number_none(
    project: Project, names: tuple[str, str]
) -> None:
    samples = [picture(caption_project(project), name) for name in names]
    caption(samples[1], "A caption")
    data = data_of(project)
    assert [image["id"] for image in data["images"]] == [sample.image_id for sample in samples]
    assert data["annotations"][0]["image_id"] == samples[1].image_id
    assert data["annotations"][0]["id"] == 5 * samples[1].image_id


def test_one_split_of_images_with_the_same_numbers_keeps_them(project: Project) -> None:
    for split in ("train", "val"):
        picture(caption_project(project), f"VizWiz_{split}_00000012.jpg", split=split)
    assert [image["id"] for image in data_of(project, split="val")["images"]] == [12]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ([True, True, True, False, False], True),
        ([True, True, False, False], False),
        ([True, None, None], True),
        ([None, None], None),
        ([], None),
    ],
)
def test_an_image_has_text_where_most_of_those_who_answered_saw_some(
    project: Project, said: list[bool | None], expected: bool | None
) -> None:
    sample = picture(caption_project(project), "VizWiz_val_00000012.jpg")
    for index, detected in enumerate(said, start=1):
        caption(sample, "A caption", index=index, answer={"text_detected": detected})
    data = data_of(project)
    assert data["images"][0]["text_detected"] is expected
    assert [row["text_detected"] for row in data["annotations"]] == said


def test_what_a_machine_wrote_is_no_caption_and_what_was_imported_is(
    project: Project, people: Cast
) -> None:
    sample = picture(caption_project(project), "VizWiz_val_00000012.jpg")
    caption(sample, "Machine", index=0, origin="model")
    caption(sample, "Imported", index=1, origin="import")
    caption(sample, "Person", index=2, by=people.ada)
    assert [row["caption"] for row in data_of(project)["annotations"]] == ["Imported", "Person"]


def test_other_images_have_no_address_at_vizwiz(project: Project) -> None:
    picture(caption_project(project), "folder/photo.jpg")
    (image,) = data_of(project)["images"]
    assert (image["file_name"], image["vizwiz_url"]) == ("photo.jpg", None)
