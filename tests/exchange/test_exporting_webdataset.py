"""Tar shards whose members belong together by name, in the order of the samples."""

import io
import json
import tarfile
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from PIL import Image as Pixels

from annotate.exchange.exports import webdataset
from annotate.projects.models import Project
from tests.conftest import Cast, NewProject
from tests.exchange.captions import caption, caption_project, picture
from tests.exchange.finished import OBJECTS, ROUNDS, Finished, finished
from tests.exchange.tables import exported, unpacked

pytestmark = pytest.mark.django_db


@pytest.fixture
def project(new_project: NewProject) -> Project:
    return new_project(no_repeat="stage")


@pytest.fixture
def cast_done(project: Project, people: Cast) -> Finished:
    return finished(project, people)


def shards(project: Project, folder: Path, **wanted: Any) -> dict[str, dict[str, dict[str, bytes]]]:
    """By the name of each shard: the content of each member, by key and ending."""
    unpacked(exported(project, "webdataset", **wanted)[0], folder)
    found: dict[str, dict[str, dict[str, bytes]]] = {}
    for path in sorted(folder.glob("*.tar")):
        samples: defaultdict[str, dict[str, bytes]] = defaultdict(dict)
        with tarfile.open(path) as shard:
            for member in shard:
                file = shard.extractfile(member)
                assert file is not None
                key, ending = member.name.split(".")
                samples[key][ending] = file.read()
        found[path.name] = dict(samples)
    return found


def test_a_sample_is_its_text_and_its_facts(
    project: Project, cast_done: Finished, tmp_path: Path
) -> None:
    found = shards(project, tmp_path)
    assert list(found) == ["train-000000.tar"]
    done, waiting = found["train-000000.tar"].values()
    assert done["txt"].decode() == ROUNDS[-1] + "\n"
    facts = json.loads(done["json"])
    assert (facts["external_id"], facts["width"], facts["height"]) == ("key-0", 400, 300)
    assert [each["description"] for each in facts["objects"]] == [
        each["description"] for each in OBJECTS
    ]
    assert facts["objects"][0]["box"] == list(OBJECTS[0]["box"].values())
    assert facts["metadata"] == {"Title": "No. 0"}
    assert list(facts) == sorted(facts)
    assert waiting["txt"] == b"\n"


def test_pictures_are_members_where_they_are_wanted(
    project: Project, cast_done: Finished, tmp_path: Path
) -> None:
    found = shards(project, tmp_path, with_pictures=True)
    done, _ = found["train-000000.tar"].values()
    with Pixels.open(io.BytesIO(done["jpg"])) as pixels:
        assert (pixels.format, pixels.size) == ("JPEG", (400, 300))
    assert len((tmp_path / "licences.csv").read_text().splitlines()) == 3


def test_members_say_nothing_of_when_and_by_whom_they_were_written(
    project: Project, cast_done: Finished, tmp_path: Path
) -> None:
    shards(project, tmp_path)
    with tarfile.open(tmp_path / "train-000000.tar") as shard:
        members = shard.getmembers()
    assert {(each.mtime, each.uid, each.gid, each.uname, each.gname) for each in members} == {
        (0, 0, 0, "", "")
    }


def test_shards_are_bounded_and_samples_stay_in_order(
    project: Project, people: Cast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webdataset, "SAMPLES_PER_SHARD", 2)
    caption_project(project)
    for number in range(5):
        sample = picture(project, f"{number}.jpg", split="val" if number == 4 else "train")
        caption(sample, f"Number {number}.", by=people.ada)
        caption(sample, f"Again {number}.", index=2, by=people.ben)
    found = shards(project, tmp_path)
    assert {name: list(samples) for name, samples in found.items()} == {
        "train-000000.tar": ["000000000", "000000001"],
        "train-000001.tar": ["000000002", "000000003"],
        "validation-000000.tar": ["000000004"],
    }
    last = found["validation-000000.tar"]["000000004"]
    assert last["txt"].decode() == "Number 4.\nAgain 4.\n"


def test_a_shard_is_closed_when_it_is_large(
    project: Project, cast_done: Finished, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webdataset, "BYTES_PER_SHARD", 1)
    assert list(shards(project, tmp_path)) == ["train-000000.tar", "train-000001.tar"]


def test_datasets_reads_the_shards(
    project: Project, cast_done: Finished, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_DATASETS_OFFLINE", "1")
    import datasets

    shards(project, tmp_path / "folder", with_pictures=True)
    files = {"train": str(tmp_path / "folder" / "train-*.tar")}
    data = datasets.load_dataset(
        "webdataset", data_files=files, cache_dir=str(tmp_path / "cache"), split="train"
    )
    assert data[0]["txt"] == ROUNDS[-1] + "\n"
    assert data[0]["json"]["external_id"] == "key-0"
    assert data[0]["jpg"].size == (400, 300)
