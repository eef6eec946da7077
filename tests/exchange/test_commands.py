import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotate.exchange.imports import running
from annotate.exchange.models import Import
from annotate.images.models import Image
from annotate.projects.models import Project
from annotate.workflow.models import Sample
from tests.conftest import add_samples
from tests.exchange.files import jsonl, zipped
from tests.images import pictures


def run(*arguments: Any, **options: Any) -> tuple[str, str]:
    """Run a command; return what it wrote to standard output and standard error."""
    out, err = StringIO(), StringIO()
    call_command(*(str(each) for each in arguments), stdout=out, stderr=err, **options)
    return out.getvalue(), err.getvalue()


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    folder = tmp_path / "photos"
    (folder / "trip").mkdir(parents=True)
    (folder / "a.jpg").write_bytes(pictures.jpeg(seed=1))
    (folder / "trip" / "b.png").write_bytes(pictures.png(seed=2))
    (folder / "notes.txt").write_text("taken in May")
    (folder / ".hidden.jpg").write_bytes(b"")
    return folder


def test_a_folder_is_imported_and_again_adds_nothing(project: Project, photos: Path) -> None:
    out, err = run("import_images", project.name, photos, split="train")
    assert "2 added, 0 there already, 0 refused. Files not used: 2." in out
    assert [line.split(" not used")[0] for line in err.splitlines()] == ["notes.txt", ".hidden.jpg"]
    found = Image.objects.order_by("sample__id").values_list("external_id", "split")
    assert list(found) == [("a.jpg", "train"), ("trip/b.png", "train")]
    assert Sample.objects.count() == 2
    assert "0 added, 2 there already" in run("import_images", project.pk, photos)[0]


def test_a_killed_command_is_made_good_by_the_next(
    project: Project, photos: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        """The process ends here."""

    monkeypatch.setattr(running, "CHUNK", 1)
    genuine = running._Writer.take

    def take_one(self: running._Writer, chunk: Any) -> None:
        genuine(self, chunk)
        raise Killed

    monkeypatch.setattr(running._Writer, "take", take_one)
    with pytest.raises(Killed):
        run("import_images", project.pk, photos)
    monkeypatch.setattr(running._Writer, "take", genuine)
    assert "1 added, 1 there already" in run("import_images", project.pk, photos)[0]
    assert [each.state for each in Import.objects.all()] == ["succeeded"]


def test_planner_statistics_follow_a_large_import(
    project: Project, photos: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "ANALYZE_FROM", 2)
    with CaptureQueriesContext(connection) as seen:
        run("import_images", project.pk, photos)
    assert len([each for each in seen if each["sql"].startswith("ANALYZE")]) == 2


def test_a_dry_run_changes_nothing(project: Project, photos: Path) -> None:
    out, _ = run("import_images", project.pk, photos, dry_run=True)
    assert "2 would be added" in out
    assert not Image.objects.exists()


def test_a_manifest_in_the_folder_decides(project: Project, photos: Path) -> None:
    (photos / "manifest.jsonl").write_bytes(
        jsonl({"file": "trip/b.png", "external_id": "b", "metadata": {"Place": "Lake"}})
    )
    assert "1 added" in run("import_images", project.pk, photos)[0]
    image = Image.objects.get()
    assert (image.external_id, image.metadata) == ("b", {"Place": "Lake"})


def test_refused_pictures_are_named_and_the_command_fails(project: Project, photos: Path) -> None:
    (photos / "broken.jpg").write_bytes(pictures.jpeg()[:300])
    (photos / "copy.jpg").write_bytes(pictures.jpeg(seed=1))
    out, err = StringIO(), StringIO()
    with pytest.raises(CommandError, match="refused"):
        call_command("import_images", str(project.pk), str(photos), stdout=out, stderr=err)
    assert "2 added, 0 there already, 2 refused." in out.getvalue()
    first, second, *unused = err.getvalue().splitlines()
    assert all("not used" in line for line in unused)
    assert first.startswith("row 2, broken.jpg, file: The picture is damaged")
    assert second.startswith("row 3, copy.jpg, file: The project already has this picture")


def test_an_archive_a_manifest_and_a_single_picture_are_imported(
    project: Project, photos: Path, tmp_path: Path
) -> None:
    archive = tmp_path / "p.zip"
    archive.write_bytes(zipped({"z.png": pictures.png(seed=9)}))
    assert "1 added" in run("import_images", project.pk, archive)[0]
    manifest = photos / "list.jsonl"
    manifest.write_bytes(jsonl({"file": "a.jpg"}))
    assert "1 added" in run("import_images", project.pk, manifest)[0]
    assert "1 added" in run("import_images", project.pk, photos / "trip" / "b.png")[0]


def test_a_manifest_reads_nothing_outside_its_folder_unless_told(
    project: Project, photos: Path, tmp_path: Path
) -> None:
    lists = tmp_path / "lists"
    lists.mkdir()
    (lists / "link.jpg").symlink_to(photos / "a.jpg")
    rows = [{"file": "../photos/a.jpg"}, {"file": str(photos / "trip/b.png")}, {"file": "link.jpg"}]
    (lists / "all.jsonl").write_bytes(jsonl(*rows[:2]))
    (lists / "link.jsonl").write_bytes(jsonl(rows[2]))
    for name in ("all.jsonl", "link.jsonl"):
        with pytest.raises(CommandError):
            run("import_images", project.pk, lists / name)
    assert not Image.objects.exists()
    assert "2 added" in run("import_images", project.pk, lists / "all.jsonl", root=tmp_path)[0]


@pytest.mark.parametrize("name", ["", "\x00", "nothing.jpg", "trip", "a.jpg/b.jpg"])
def test_a_file_that_is_not_there_is_said(project: Project, photos: Path, name: str) -> None:
    (photos / "manifest.jsonl").write_bytes(jsonl({"file": name, "external_id": "x"}))
    with pytest.raises(CommandError, match="refused"):
        run("import_images", project.pk, photos)
    assert not Image.objects.exists()


@pytest.mark.parametrize("source", ["nowhere", "nowhere.zip"])
def test_a_source_that_is_not_there_is_said(project: Project, source: str) -> None:
    with pytest.raises(CommandError, match="no file or folder"):
        run("import_images", project.pk, source)


def test_an_unknown_project_is_said(project: Project, photos: Path) -> None:
    with pytest.raises(CommandError):
        run("import_images", "No such project", photos)
    with pytest.raises(CommandError):
        run("export", "No such project", format="coco", output="x.json")


def test_an_export_is_written_and_its_digest_printed(project: Project, tmp_path: Path) -> None:
    add_samples(project, 3)
    path = tmp_path / "out.jsonl"
    out, _ = run("export", project.name, format="iiw-jsonl", output=str(path), with_unfinished=True)
    assert len(path.read_text().splitlines()) == 3
    assert out.startswith("3 samples, ")
    assert "sha256" in out
    path = tmp_path / "done.json"
    out, _ = run("export", project.pk, format="coco", output=str(path))
    assert json.loads(path.read_text())["images"] == []
    assert "3 samples left out: unfinished" in out


def test_an_export_to_where_nothing_can_be_written_is_said(
    project: Project, tmp_path: Path
) -> None:
    with pytest.raises(CommandError, match="cannot be written"):
        run("export", project.pk, format="coco", output=str(tmp_path / "no" / "out.json"))


@pytest.mark.parametrize("command", ["import_images", "export"])
def test_help_explains_with_examples(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        call_command(command, "--help")
    assert end.value.code == 0
    shown = capsys.readouterr().out
    assert "examples:" in shown
    assert f"manage.py {command}" in shown
