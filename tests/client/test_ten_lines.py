"""What an engineer does in ten lines, against a real server."""

import hashlib
import json
from pathlib import Path

import pytest

from annotate_client import Client, Forbidden, Invalid, NotFound, Project
from tests.client.house import SEEDS, House
from tests.e2e.installation import PHOTOS


@pytest.fixture
def project(finished: Project) -> Project:
    return finished


def test_every_photo_of_the_folder_is_in_with_what_its_manifest_says(project: Project) -> None:
    rows = [json.loads(line) for line in (PHOTOS / "manifest.jsonl").read_text().splitlines()]
    images = {image.external_id: image for image in project.images()}
    assert images.keys() == {row["external_id"] for row in rows}
    for row in rows:
        image = images[row["external_id"]]
        assert image.sha256 == hashlib.sha256((PHOTOS / row["file"]).read_bytes()).hexdigest()
        assert (image.split, image.metadata) == (row["split"], row["metadata"])


def test_the_same_images_are_not_brought_in_twice(project: Project) -> None:
    again = project.add_images(PHOTOS, seeds=SEEDS, producer="by hand 1.0", progress=False)
    assert (again.images, again.seeded, again.errors) == (0, 0, ())
    assert again.skipped == project.facts.counts.samples


def test_people_start_from_the_seeds_and_the_table_has_both(project: Project) -> None:
    frame = project.to_pandas(progress=False).set_index("external_id")
    assert len(frame) == project.facts.counts.samples == project.facts.counts.done
    cat = frame.loc["demo-chelsea"]
    assert cat["seed"] == SEEDS["demo-chelsea"]
    assert cat["text"] == f"{SEEDS['demo-chelsea']} The light comes from the left."
    assert cat["people"] == 2


def test_boxes_come_back_as_they_were_sent(project: Project) -> None:
    objects = project.to_pandas("objects", progress=False)
    [cup] = objects[objects.external_id == "demo-coffee"].to_dict("records")
    assert (cup["label"], cup["rank"]) == ("cup", 1)
    assert [cup[side] for side in ("x", "y", "width", "height")] == [176.25, 20.66, 247.5, 184.04]


def test_each_round_says_who_and_from_what(project: Project) -> None:
    rounds = project.to_pandas("rounds", progress=False)
    cat = rounds[(rounds.external_id == "demo-chelsea") & (rounds.stage == "description")]
    assert list(cat["origin"]) == ["model", "person"]
    assert cat["producer"].iloc[0] == "by hand 1.0"
    assert 0 < cat["similarity"].iloc[1] < 1


def test_the_library_datasets_gets_the_same_rows(project: Project) -> None:
    dataset = project.to_datasets(progress=False)
    assert dataset.num_rows == project.facts.counts.samples
    [cup] = [row for row in dataset if row["external_id"] == "demo-coffee"]
    assert cup["objects"][0]["box"] == [176.25, 20.66, 247.5, 184.04]


def test_a_data_set_has_its_pictures_where_they_are_wanted(project: Project) -> None:
    dataset = project.to_datasets(with_pictures=True, progress=False)
    [coffee] = [row for row in dataset if row["external_id"] == "demo-coffee"]
    assert coffee["image"].size == (coffee["width"], coffee["height"])
    assert coffee["objects"][0]["box"] == [176.25, 20.66, 247.5, 184.04]


def test_an_export_is_a_file_with_the_digest_that_the_server_says(
    project: Project, tmp_path: Path
) -> None:
    made = project.export("coco", tmp_path / "coco.json", split="train", progress=False)
    content = made.path.read_bytes()
    assert hashlib.sha256(content).hexdigest() == made.sha256
    assert len(content) == made.size_bytes
    assert len(json.loads(content)["images"]) == made.samples > 0
    assert [each.name for each in tmp_path.iterdir()] == ["coco.json"]


def test_what_the_server_refuses_is_said_in_its_words(house: House, lead: Client) -> None:
    with pytest.raises(Invalid) as wrong:
        lead.create_project("", recipe="iiw")
    assert wrong.value.fields[0].path == "name"
    assert "What to do:" in str(wrong.value)
    with pytest.raises(NotFound):
        lead.project(987_654)
    stranger = house.others["cleo"].client
    with pytest.raises(Forbidden):
        stranger.create_project("Not mine to make")
