"""A folder that `datasets.load_dataset` reads, with typed columns and nothing lost."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from annotate.analysis import commands
from annotate.exchange.exports import parquet, parquet_tables
from annotate.images.models import Image
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


@pytest.fixture(autouse=True)
def offline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_DATASETS_OFFLINE", "1")


def loaded(project: Project, tmp_path: Path, **wanted: Any) -> Any:
    import datasets

    folder = unpacked(exported(project, "parquet", **wanted)[0], tmp_path / "folder")
    return datasets.load_dataset(str(folder), cache_dir=str(tmp_path / "cache"))


def test_load_dataset_gives_texts_and_objects(
    project: Project, cast_done: Finished, tmp_path: Path
) -> None:
    data = loaded(project, tmp_path)
    assert list(data) == ["train"]
    done, waiting = data["train"]
    assert (done["external_id"], done["text"], done["split"]) == ("key-0", ROUNDS[-1], "train")
    assert [(each["label"], each["description"]) for each in done["objects"]] == [
        (each["label"], each["description"]) for each in OBJECTS
    ]
    assert done["objects"][0]["box"] == list(OBJECTS[0]["box"].values())
    assert (waiting["text"], waiting["objects"]) == (None, [])
    assert "image" not in data["train"].column_names


def test_every_round_is_there_with_its_types(
    project: Project, cast_done: Finished, tmp_path: Path
) -> None:
    done, _ = loaded(project, tmp_path)["train"]
    rounds = done["rounds"]
    assert [json.loads(each["answer"]) for each in rounds if each["origin"] == "person"] == [
        {"objects": OBJECTS},
        *({"text": text} for text in ROUNDS),
    ]
    last = rounds[-1]
    assert (last["from_scratch"], last["scratch_reason"]) == (True, "poor text")
    assert (last["number"], last["started_from"]) == (3, 4)
    assert isinstance(last["created_at"], datetime)
    assert last["created_at"].astimezone(UTC).year >= 2024
    assert 0 <= last["similarity"] <= 1
    assert (rounds[0]["producer"], rounds[0]["annotator"]) == ("classical 1", None)


def test_pictures_are_put_in_where_they_are_wanted(
    project: Project, cast_done: Finished, tmp_path: Path
) -> None:
    data = loaded(project, tmp_path, with_pictures=True)["train"]
    assert data[0]["image"].size == (data[0]["width"], data[0]["height"]) == (400, 300)
    assert data.column_names[0] == "image"
    licences = (tmp_path / "folder" / "licences.csv").read_text().splitlines()
    assert len(licences) == 3


def test_every_split_has_files_of_its_own(project: Project, people: Cast, tmp_path: Path) -> None:
    caption_project(project)
    for split in ("train", "test", "val", "", "train"):
        sample = picture(project, f"{split}{Image.objects.count()}.jpg", split=split)
        caption(sample, f"Of {split}.", by=people.ada)
    data = loaded(project, tmp_path)
    assert {name: len(rows) for name, rows in data.items()} == {
        "train": 2,
        "validation": 1,
        "test": 1,
        "unsplit": 1,
    }
    assert data["validation"][0]["captions"] == ["Of val."]
    assert data["unsplit"][0]["split"] is None


def test_a_project_without_splits_is_all_for_training(
    project: Project, people: Cast, tmp_path: Path
) -> None:
    caption(picture(caption_project(project), "a.jpg"), "A lamp.", by=people.ada)
    assert {name: len(rows) for name, rows in loaded(project, tmp_path).items()} == {"train": 1}


def test_an_empty_project_is_a_table_without_rows(project: Project, tmp_path: Path) -> None:
    import pandas

    folder = unpacked(exported(project, "parquet")[0], tmp_path)
    rows = pandas.read_parquet(folder / "data" / "train-00000-of-00001.parquet")
    assert len(rows) == 0
    assert list(rows) == list(parquet_tables.SAMPLE)


def test_many_samples_go_into_several_files_and_groups(
    project: Project, people: Cast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pyarrow.parquet import ParquetFile

    monkeypatch.setattr(parquet, "ROWS_PER_GROUP", 2)
    monkeypatch.setattr(parquet, "BYTES_PER_FILE", 1)
    caption_project(project)
    for number in range(5):
        caption(picture(project, f"{number}.jpg"), f"Number {number}.", by=people.ada)
    data = loaded(project, tmp_path)["train"]
    assert [row["captions"] for row in data] == [[f"Number {number}."] for number in range(5)]
    files = sorted((tmp_path / "folder" / "data").iterdir())
    assert [file.name for file in files] == [
        f"train-0000{number}-of-00003.parquet" for number in range(3)
    ]
    assert [ParquetFile(file).metadata.num_rows for file in files] == [2, 2, 1]


def test_pandas_reads_a_file_on_its_own(
    project: Project, cast_done: Finished, tmp_path: Path
) -> None:
    import pandas

    folder = unpacked(exported(project, "parquet")[0], tmp_path)
    rows = pandas.read_parquet(folder / "data" / "train-00000-of-00001.parquet")
    assert list(rows["external_id"]) == ["key-0", "key-1"]
    assert next(iter(rows["text"])) == ROUNDS[-1]
    assert dict(rows["objects"][0][1])["label"] == "kite"


def test_the_analysis_reads_the_archive_in_pieces(
    project: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the figures of the same texts as JSON."""
    caption_project(project)
    told = []
    for at in range(3):
        texts = [f"A {color} kite {at} over a field." for color in ("red", "blue", "large")]
        sample = picture(project, f"kite-{at}")
        for index, text in enumerate(texts, start=1):
            caption(sample, text, index=index)
        told.append({"image_id": f"kite-{at}", "references": texts})
    archive, plain = tmp_path / "release.zip", tmp_path / "plain.json"
    archive.write_bytes(exported(project, "parquet")[0])
    plain.write_text(json.dumps(told))
    without = ("--human", "--without", "meteor", "--without", "spice", "--json")
    reports = []
    for source in ((plain,), (archive, "--references-field", "captions")):
        assert commands.main(["captions", *map(str, source), *without]) == 0
        reports.append(json.loads(capsys.readouterr().out))
    assert reports[0]["items"] == 3
    assert reports[0] == reports[1]
