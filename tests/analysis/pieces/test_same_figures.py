"""Tables in pieces have the figures of one file in one process, to the last digit."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from annotate.analysis.commands import main
from tests.analysis.pieces.conftest import Told
from tests.analysis.pieces.made import read, table

COCO = "captions/coco_fakecap_first500.json.gz"
VIZWIZ = "vizwiz/fake_caption_val.json.gz"
ON_DASK = ("--piece-rows", "125", "--engine", "dask")
ENGINES = {
    "one piece": (),
    "two pieces": ("--piece-rows", "250"),
    "four pieces": ("--piece-rows", "125"),
    "two processes": ("--piece-rows", "125", "--workers", "2"),
    "two workers of Dask": (*ON_DASK, "--scheduler", "{scheduler}"),
}
every_engine = pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES, indirect=True)


def on_all(report: dict[str, Any]) -> dict[str, Any]:
    """The figures of all items, without METEOR, which one file may have."""
    return {name: value for name, value in report.items() if name not in ("per_item", "undefined")}


# --- captions ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def coco(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The same 500 items as JSON and as a table of 125 rows in each group."""
    folder = tmp_path_factory.mktemp("coco")
    items = [
        {"candidate": each["candidate"], "references": each["references"][:5]}
        for each in read(COCO)["items"]
    ]
    plain = folder / "coco.json"
    plain.write_text(json.dumps(items))
    columns = {name: [item[name] for item in items] for name in ("candidate", "references")}
    return plain, table(folder / "coco.parquet", columns, group=125)


@every_engine
def test_captions(
    told: Told, told_of_files: Told, coco: tuple[Path, Path], engine: tuple[str, ...]
) -> None:
    without = ("--without", "meteor", "--without", "spice")
    plain, parquet = coco
    expected = on_all(told_of_files("captions", plain, *without))
    assert expected["intervals"]["cider"]["n"] == 500
    assert on_all(told("captions", parquet, *without, *engine)) == expected


def test_captions_on_workers_of_dask_that_the_command_starts_itself(
    told: Told, told_of_files: Told, coco: tuple[Path, Path]
) -> None:
    without = ("--without", "meteor", "--without", "spice")
    expected = on_all(told_of_files("captions", coco[0], *without))
    assert on_all(told("captions", coco[1], *without, *ON_DASK, "--workers", "2")) == expected


@pytest.mark.parametrize("rows", [500, 130])
def test_captions_of_people(
    told: Told, told_of_files: Told, coco: tuple[Path, Path], rows: int
) -> None:
    without = ("--human", "--without", "meteor", "--without", "spice")
    plain, parquet = coco
    expected = told_of_files("captions", plain, *without)
    assert len(expected["per_run"]) == 5
    assert told("captions", parquet, *without, "--piece-rows", rows) == expected


def test_scores_of_programs_are_undefined_and_say_why(told: Told, coco: tuple[Path, Path]) -> None:
    report = told("captions", coco[1], "--no-intervals")
    assert report["meteor"] is None
    assert set(report["undefined"]) == {"meteor", "spice"}
    assert report["intervals"] == {}


# --- near-duplicates ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def vizwiz(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The first 2,000 captions of VizWiz, a third of them in a row with the two after it."""
    folder = tmp_path_factory.mktemp("vizwiz")
    captions = [each["caption"] for each in read(VIZWIZ)[:2000]]
    images = [str(at // 3) for at in range(len(captions))]
    plain = folder / "vizwiz.json"
    rows = zip(images, captions, strict=True)
    plain.write_text(json.dumps([{"image_id": own, "caption": text} for own, text in rows]))
    listed = [captions[at : at + 3] for at in range(0, len(captions), 3)]
    columns: dict[str, list[Any]] = {
        "image_id": [str(at) for at in range(len(listed))],
        "captions": listed,
    }
    return plain, table(folder / "vizwiz.parquet", columns, group=100)


@every_engine
def test_near_duplicates(
    told: Told, told_of_files: Told, vizwiz: tuple[Path, Path], engine: tuple[str, ...]
) -> None:
    plain, parquet = vizwiz
    expected = told_of_files("duplicates", plain)
    assert len(expected["groups"]) > 10
    assert any(group["similarity"] < 1 for group in expected["groups"])
    found = told("duplicates", parquet, "--text-field", "captions", *engine)
    assert {**found, "pasted": expected["pasted"]} == expected


def test_near_duplicates_with_the_canned_text_and_large_groups_alone(
    told: Told, told_of_files: Told, vizwiz: tuple[Path, Path]
) -> None:
    plain, parquet = vizwiz
    chosen = ("--canned", "", "--least", "5", "--similarity", "0.7")
    expected = told_of_files("duplicates", plain, *chosen)
    found = told("duplicates", parquet, "--text-field", "captions", *chosen)
    assert found["groups"] == expected["groups"]
    assert found["groups"][0]["size"] > 100


# --- harms -------------------------------------------------------------------------------------


@every_engine
@pytest.mark.parametrize("part", ["graphs", "demeaning"])
def test_harms(
    told: Told,
    told_of_files: Told,
    vizwiz: tuple[Path, Path],
    part: str,
    engine: tuple[str, ...],
) -> None:
    plain, parquet = vizwiz
    reader = ("--parser", "patterns")
    expected = told_of_files("harms", part, plain, *reader)
    assert expected["texts"] == 2000
    field = ("--text-field", "captions")
    assert told("harms", part, parquet, *field, *reader, *engine) == expected


# --- how a table lies there --------------------------------------------------------------------


def test_a_folder_and_an_archive_are_read_as_one_file(told: Told, tmp_path: Path) -> None:
    captions = [each["caption"] for each in read(VIZWIZ)[:300]]
    whole = table(tmp_path / "whole.parquet", {"text": captions})
    parts = [
        table(tmp_path / "folder" / f"train-{at}.parquet", {"text": captions[at * 100 :][:100]})
        for at in range(3)
    ]
    archive = tmp_path / "release.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as file:
        file.writestr("README.md", "A card.")
        for part in parts:
            file.write(part, f"data/{part.name}")
    expected = told("harms", "graphs", whole, "--parser", "patterns")
    for place in (tmp_path / "folder", archive):
        assert told("harms", "graphs", place, "--parser", "patterns") == expected


@pytest.mark.parametrize(
    ("columns", "arguments", "wrong"),
    [
        ({"text": ["A dog."]}, ("harms", "graphs", "--text-field", "caption"), "no column caption"),
        ({"text": [1]}, ("harms", "graphs"), "row 0: text must be a text or a list of texts"),
        ({"candidate": ["A"], "references": [[]]}, ("captions",), "references must be a list"),
        (
            {"references": [["a", "b"], ["a"]]},
            ("captions", "--human"),
            "every image needs as many as the first",
        ),
        ({"text": ["A dog."]}, ("duplicates", "--scheduler", "tls://h:1"), "give --engine dask"),
        (
            {"text": ["A dog."]},
            ("duplicates", "--engine", "dask", "--scheduler", "tcp://10.0.0.1:8786"),
            "needs tls:// and certificates",
        ),
        (
            {"text": ["A dog."]},
            ("duplicates", "--engine", "dask", "--scheduler", "tls://10.0.0.1:8786"),
            "needs --tls-ca",
        ),
    ],
)
def test_what_cannot_be_read_is_said(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    columns: dict[str, list[object]],
    arguments: tuple[str, ...],
    wrong: str,
) -> None:
    assert main([*arguments, str(table(tmp_path / "a.parquet", columns))]) == 2
    assert wrong in capsys.readouterr().err


def test_what_is_no_table_and_who_cannot_share_it_is_said(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "a.parquet").write_text("no table")
    assert main(["harms", "graphs", str(tmp_path / "a.parquet")]) == 2
    (tmp_path / "a.json").write_text("[]")
    assert main(["captions", str(tmp_path / "a.json"), "--workers", "2"]) == 2
    assert "only tables" in capsys.readouterr().err
