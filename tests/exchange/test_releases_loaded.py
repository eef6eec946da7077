"""A release opened by the tools it is for."""

import json
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import mlcroissant  # type: ignore[import-untyped]
import pytest
from datasets import load_dataset

from tests.conftest import Cast, NewProject, client_of
from tests.exchange.finished import ROUNDS, finished
from tests.exchange.released import released
from tests.exchange.test_releases_compared import finish

pytestmark = pytest.mark.django_db


@pytest.fixture
def unpacked(new_project: NewProject, people: Cast, tmp_path: Path) -> Path:
    """The archive of a release, as somebody has it who took it away."""
    project = new_project(no_repeat="stage")
    work = finished(project, people)
    finish(project, people, work.waiting)
    release = released(project, people.lead, licence="CC BY 4.0", citation="Olga (2026).")
    address = f"/api/v1/projects/{project.pk}/releases/{release.pk}/archive"
    answer: Any = client_of(people.lead).get(address)
    with ZipFile(BytesIO(b"".join(answer.streaming_content))) as archive:
        archive.extractall(tmp_path)
    return tmp_path / "street-scenes-1.0.0"


def test_croissant_validates_and_its_records_load(unpacked: Path) -> None:
    dataset = mlcroissant.Dataset(jsonld=unpacked / "croissant.json")
    assert list(dataset.metadata.ctx.issues.errors) == []
    samples = list(dataset.records("samples"))
    assert [sample["samples/key"] for sample in samples] == [b"key-0", b"key-1"]
    assert samples[0]["samples/description"].decode() == ROUNDS[-1]
    assert samples[0]["samples/width"] == 400
    assert [each["samples/objects/label"].decode() for each in samples[0]["samples/objects"]] == [
        "Oak – “old”",
        "kite",
    ]
    rounds = samples[0]["samples/rounds"]
    texts = [each["samples/rounds/text"] for each in rounds if each["samples/rounds/annotator"]]
    assert texts == [None, *(text.encode() for text in ROUNDS)]
    assert rounds[-1]["samples/rounds/similarity"] >= 0
    (first, _) = dataset.records("digests")
    lines = [json.loads(line) for line in (unpacked / "samples.jsonl").read_bytes().splitlines()]
    assert first["digests/sha256"].decode() == lines[0]["sha256"]


def test_croissant_names_every_file_with_its_digest(unpacked: Path) -> None:
    manifest = json.loads((unpacked / "manifest.json").read_bytes())
    listed = {each["path"]: each["sha256"] for each in manifest["files"]}
    told = json.loads((unpacked / "croissant.json").read_bytes())["distribution"]
    # The card is read by the Hub beside the metadata, and neither can name itself.
    assert {each["@id"]: each["sha256"] for each in told} == {
        path: sha256 for path, sha256 in listed.items() if path != "croissant.json"
    }


def test_the_hugging_face_library_loads_the_folder_by_its_card(
    unpacked: Path, tmp_path: Path
) -> None:
    loaded = load_dataset(str(unpacked), split="train", cache_dir=str(tmp_path / "cache"))
    assert [row["image/key"] for row in loaded] == ["key-0", "key-1"]
    assert loaded[0]["IIW"] == ROUNDS[-1]
    assert len(loaded[0]["rounds"]) == 6
