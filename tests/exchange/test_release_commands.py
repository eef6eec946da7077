import json
from io import StringIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.core.management import CommandError, call_command

from annotate.exchange.models import Release
from annotate.projects.models import AuditEvent, Project
from tests.conftest import Cast, NewProject
from tests.exchange.finished import Finished, finished
from tests.exchange.released import begun, digest_of, files, released

pytestmark = pytest.mark.django_db


@pytest.fixture
def project(new_project: NewProject) -> Project:
    return new_project(no_repeat="stage")


@pytest.fixture
def work(project: Project, people: Cast) -> Finished:
    return finished(project, people)


def said(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_a_command_freezes_and_says_the_digest(project: Project, work: Finished) -> None:
    told = said("release", str(project.pk), "--name", "streets", "--version", "1.0.0")
    release = Release.objects.get()
    assert f"streets 1.0.0: 1 samples, {release.frozen.size_bytes:,} bytes" in told
    assert digest_of(release) in told
    assert "1 samples left out: unfinished" in told


def test_the_same_as_json(project: Project, work: Finished) -> None:
    chosen = ("--only-approved", "--format", "coco", "--licence", "CC0 1.0", "--json")
    told = json.loads(said("release", project.name, "--name", "s", "--version", "1.0.0", *chosen))
    assert (told["samples"], told["left_out"]["unapproved_samples"]) == (0, 1)
    assert (told["licence"], told["formats"]) == ("CC0 1.0", ["coco", "iiw-jsonl"])
    assert told["digest"] == digest_of(Release.objects.get())


def test_a_version_that_is_not_higher_is_refused_in_words(project: Project) -> None:
    said("release", str(project.pk), "--name", "streets", "--version", "1.0.0")
    with pytest.raises(CommandError, match=r"1\.0\.0 is not higher than 1\.0\.0"):
        said("release", str(project.pk), "--name", "streets", "--version", "1.0.0")


def test_a_release_is_written_as_archive_and_as_folder(
    project: Project, people: Cast, work: Finished, tmp_path: Path
) -> None:
    release = released(project, people.lead)
    archive, folder = tmp_path / "out.zip", tmp_path / "out"
    said("export", "--release", "Street scenes@1.0.0", "--output", str(archive))
    said("export", str(project.pk), "--release", str(release.pk), "--output", str(folder))
    found = files(release)
    with ZipFile(archive) as packed:
        for path, data in found.items():
            assert packed.read(f"street-scenes-1.0.0/{path}") == data
            assert (folder / path).read_bytes() == data
    assert {path.name for path in folder.iterdir()} == {*found, "tombstones.json"}
    assert {path.name for path in tmp_path.iterdir()} == {"out.zip", "out"}
    taken = AuditEvent.objects.filter(verb="release.downloaded")
    assert sorted(event.data["path"] for event in taken) == ["out", "out.zip"]


def test_a_folder_with_something_in_it_is_left_alone(
    project: Project, people: Cast, work: Finished, tmp_path: Path
) -> None:
    release = released(project, people.lead)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("mine")
    with pytest.raises(CommandError, match="cannot be written"):
        said("export", "--release", str(release.pk), "--output", str(tmp_path / "full"))
    assert (tmp_path / "full" / "mine.txt").read_text() == "mine"


@pytest.mark.parametrize("reference", ["Street scenes@9.9.9", "Street scenes", "0", "9" * 30])
def test_a_release_that_is_not_there_is_said(
    project: Project, people: Cast, tmp_path: Path, reference: str
) -> None:
    with pytest.raises(CommandError, match="There is no release"):
        said("export", "--release", reference, "--output", str(tmp_path / "out.zip"))
    assert list(tmp_path.iterdir()) == []


def test_a_release_that_is_not_frozen_cannot_be_written(
    project: Project, people: Cast, tmp_path: Path
) -> None:
    release = begun(project, people.lead)
    with pytest.raises(CommandError, match="not frozen"):
        said("export", "--release", str(release.pk), "--output", str(tmp_path / "out.zip"))
    assert list(tmp_path.iterdir()) == []


def test_an_export_needs_a_project() -> None:
    with pytest.raises(CommandError, match="Name the project"):
        said("export", "--format", "coco", "--output", "out.json")
