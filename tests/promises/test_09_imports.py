"""Imports name every file that they did not use, why, and what to do."""

from pathlib import Path

import pytest
from django.core.management import call_command

from annotate.exchange import selectors, services
from annotate.exchange.models import Import
from annotate.projects.models import Project
from tests.conftest import Cast, client_of
from tests.exchange.files import Silent, imported, jsonl, zipped
from tests.images import pictures

pytestmark = pytest.mark.django_db

A, B = pictures.jpeg(seed=1), pictures.png(seed=2)


def unused(import_: Import) -> dict[str, str]:
    [told] = selectors.describe_imports([import_], with_errors=True)
    assert told.unused_count == len(told.unused)
    return {file.name: file.message_code or "" for file in told.unused}


def test_coco_annotations_and_tables_beside_pictures_are_named_with_what_to_do(
    project: Project, people: Cast
) -> None:
    entries = {
        "images/a.jpg": A,
        "annotations/instances.json": b"{}",
        "annotations/captions_val2017.json": b"{}",
        "train/_annotations.coco.json": b"{}",
        "train/metadata.csv": b"file_name,text",
        "train/metadata.jsonl": b"{}",
        "README.txt": b"These are photos.",
        "__MACOSX/._a.jpg": b"resource fork",
    }
    import_ = imported(project, people.lead, "p.zip", zipped(entries))
    assert (import_.added, import_.failed) == (1, 0)
    assert unused(import_) == {
        "annotations/instances.json": "unused_coco",
        "annotations/captions_val2017.json": "unused_coco",
        "train/_annotations.coco.json": "unused_coco",
        "train/metadata.csv": "unused_table",
        "train/metadata.jsonl": "unused_table",
        "README.txt": "unused_note",
        "__MACOSX/._a.jpg": "unused_system_file",
    }
    path = f"/api/v1/projects/{project.pk}/imports"
    told = client_of(people.lead).get(f"{path}/{import_.pk}").json()
    assert all(file["remedy"] for file in told["unused"])
    [listed] = client_of(people.lead).get(path).json()
    assert (listed["unused_count"], listed["unused"]) == (7, [])


def test_with_a_manifest_what_it_does_not_name_is_told(project: Project, people: Cast) -> None:
    entries = {
        "set/sub/1.jpg": A,
        "set/2.png": B,
        "set/notes.txt": b"",
        "set/manifest.jsonl": jsonl({"file": "./sub/1.jpg"}, b"no json", {"sha256": "0" * 64}),
    }
    import_ = imported(project, people.lead, "p.zip", zipped(entries))
    assert unused(import_) == {"set/2.png": "unused_unnamed", "set/notes.txt": "unused_note"}


def test_every_file_is_a_row_or_named(project: Project, people: Cast) -> None:
    entries = {"a.jpg": A, "b.pdf": b"%PDF", "c.csv": b"", ".d": b"", "e/f.tar": b"x"}
    import_ = imported(project, people.lead, "p.zip", zipped(entries))
    rows = import_.added + import_.failed + import_.skipped
    assert rows + import_.unused_count == len(entries)


def test_a_check_names_them_too_and_a_repetition_names_them_once(
    project: Project, people: Cast
) -> None:
    archive = zipped({"a.jpg": A, "b.txt": b""})
    check = imported(project, people.lead, "p.zip", archive, dry_run=True)
    assert unused(check) == {"b.txt": "unused_note"}
    again = imported(project, people.lead, "p.zip", archive)
    assert unused(again) == {"b.txt": "unused_note"}


def test_the_command_says_them(
    project: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.jpg").write_bytes(A)
    (tmp_path / "metadata.csv").write_text("file_name,text")
    call_command("import_images", str(project.pk), str(tmp_path))
    out, err = capsys.readouterr()
    assert "metadata.csv" in err
    assert "Give it a column file_name" in err
    assert "Files not used: 1." in out


def test_a_folder_and_a_lone_manifest(project: Project, tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(A)
    (tmp_path / ".hidden").write_bytes(b"")
    folder = services.import_path(project=project, path=tmp_path, watcher=Silent())
    assert unused(folder) == {".hidden": "unused_system_file"}
    (tmp_path / "rows.jsonl").write_bytes(jsonl({"file": "a.jpg"}))
    lone = services.import_path(project=project, path=tmp_path / "rows.jsonl", watcher=Silent())
    assert unused(lone) == {}
