"""Outages: an import that finds the disk full leaves nothing half written, and goes on."""

import errno
import os
import shutil
import tempfile
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import OperationalError
from pytest_django import Settings

from annotate.core import uploads
from annotate.core.jobs import services as jobs
from annotate.core.jobs.models import Job
from annotate.exchange.imports import running
from annotate.exchange.models import Import
from annotate.images.models import Image
from annotate.projects.models import Project
from annotate.workflow import services as workflow
from annotate.workflow.models import Sample
from tests.conftest import Cast, client_of
from tests.exchange.files import counts, jsonl, problems, start, zipped
from tests.images import pictures

pytestmark = pytest.mark.django_db

NUMBER = 5
WRITES = 3  # of each small picture: what people are shown, its thumbnail, the original


def full(*_: Any, **__: Any) -> Any:
    raise OSError(errno.ENOSPC, "No space left on device")


def full_after(calls: int, genuine: Callable[..., Any]) -> Callable[..., Any]:
    left = [calls]

    def write(*arguments: Any, **options: Any) -> Any:
        left[0] -= 1
        return full() if left[0] < 0 else genuine(*arguments, **options)

    return write


@pytest.fixture
def archive(monkeypatch: pytest.MonkeyPatch) -> bytes:
    """Pictures that nobody has, taken in two at a time."""
    monkeypatch.setattr(running, "CHUNK", 2)
    return zipped({f"{n}.jpg": pictures.jpeg(seed=11_700 + n) for n in range(NUMBER)})


def run(import_: Import) -> tuple[Import, Job]:
    assert import_.job is not None
    jobs.run(import_.job.pk)
    return Import.objects.get(pk=import_.pk), Job.objects.get(pk=import_.job.pk)


def files_below(folder: str) -> set[Path]:
    return {path for path in Path(folder).rglob("*") if path.is_file()}


@pytest.mark.parametrize("writes", [0, 1, WRITES, 2 * WRITES + 2, 4 * WRITES + 1])
def test_pictures_of_an_archive_are_in_once_when_there_is_room_again(
    project: Project,
    people: Cast,
    archive: bytes,
    monkeypatch: pytest.MonkeyPatch,
    settings: Settings,
    writes: int,
) -> None:
    import_ = start(project, people.lead, "p.zip", archive)
    for room in (writes, 0, 0, 0):  # more often than a job is tried
        with monkeypatch.context() as disk:
            disk.setattr(os, "fsync", full_after(room, os.fsync))
            stopped, job = run(import_)
        assert (job.state, (job.error or {})["code"]) == (Job.State.QUEUED, "storage_full")
        # No picture is blamed for it, and none is half there.
        assert problems(stopped) == []
        assert Image.objects.count() == Sample.objects.count() == stopped.added == stopped.position
        assert not [path for path in files_below(settings.MEDIA_ROOT) if path.name[0] == "."]
    done, job = run(import_)
    assert (job.state, job.error) == (Job.State.SUCCEEDED, None)
    assert counts(done) == (NUMBER, 0, 0)
    assert Image.objects.count() == Sample.objects.count() == NUMBER


def test_a_database_without_room_takes_back_its_chunk_and_the_import_goes_on(
    project: Project, people: Cast, archive: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(**_: Any) -> Any:
        raise OperationalError("database or disk is full")

    import_ = start(project, people.lead, "p.zip", archive)
    with monkeypatch.context() as disk:
        disk.setattr(workflow, "add_new", no_room)
        stopped, job = run(import_)
    assert (job.state, stopped.position) == (Job.State.QUEUED, 0)
    assert not Image.objects.exists()
    done, _ = run(import_)
    assert counts(done) == (NUMBER, 0, 0)


@pytest.mark.parametrize("at", ["arriving", "kept"])
def test_a_file_for_which_there_is_no_room_is_refused_clearly_and_leaves_nothing(
    people: Cast, project: Project, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    before = files_below(str(uploads.folder()))
    if at == "arriving":
        monkeypatch.setattr(tempfile, "NamedTemporaryFile", _without_room)
    else:
        monkeypatch.setattr(Path, "hardlink_to", full)
        monkeypatch.setattr(shutil, "copyfile", _half_copied)
    client = client_of(people.lead)
    client.raise_request_exception = False
    sent = SimpleUploadedFile("p.jsonl", jsonl({"file": "a.jpg"}))
    answer = client.post(
        f"/api/v1/projects/{project.pk}/imports", {"file": sent}, format="multipart"
    )
    assert answer.status_code == 507, answer.content
    error = answer.json()["error"]
    assert (error["code"], error["retry"]) == ("storage_full", True)
    assert not Import.objects.exists()
    assert files_below(str(uploads.folder())) == before


_genuine = tempfile.NamedTemporaryFile


def _without_room(**options: Any) -> Any:
    made = _genuine(**options)
    setattr(made, "write", full)  # noqa: B010 - a method, to mypy
    return made


def _half_copied(_: str, to: Path) -> None:
    to.write_bytes(b"{")
    full()


def test_the_command_says_so_in_words_and_goes_on_when_it_is_run_again(
    project: Project, archive: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "p.zip"
    source.write_bytes(archive)
    command = ("import_images", str(project.pk), str(source))
    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full_after(3 * WRITES, os.fsync))
        with pytest.raises(CommandError, match="no room left"):
            call_command(*command, stdout=StringIO(), stderr=StringIO())
    assert Image.objects.count() == 2
    call_command(*command, stdout=StringIO(), stderr=StringIO())
    assert Image.objects.count() == Sample.objects.count() == NUMBER
