"""Outages: a database out of reach and a full disk are said for what they are."""

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import InterfaceError, OperationalError, ProgrammingError, connection
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings
from rest_framework.test import APIClient

from annotate.core.jobs import registry, sending
from annotate.core.jobs import services as jobs
from annotate.core.jobs.models import Job
from annotate.core.outages import outage
from annotate.images.models import Image
from annotate.projects.models import Project
from tests.conftest import Cast, Clock, add_samples, client_of
from tests.images import pictures

pytestmark = pytest.mark.django_db

LOST = OperationalError("unable to open database file")


@contextmanager
def database_gone(after: int = 0) -> Iterator[None]:
    """Let the driver lose the database after so many statements."""
    left = [after]

    def lose(execute: Callable[..., Any], *statement: Any) -> Any:
        if left[0] <= 0:
            raise LOST
        left[0] -= 1
        return execute(*statement)

    with connection.execute_wrapper(lose):
        yield


def asking(client: APIClient, path: str) -> Any:
    client.raise_request_exception = False
    return client.get(path)


@pytest.mark.parametrize("after", [0, 1, 2, 3])
def test_without_the_database_a_request_is_told_to_come_again(
    people: Cast, project: Project, after: int
) -> None:
    """Wherever it is lost: in the session, in the sign-in, in the handler."""
    client = APIClient()
    client.force_login(people.lead, backend="django.contrib.auth.backends.ModelBackend")
    with database_gone(after):
        answer = asking(client, f"/api/v1/projects/{project.pk}")
    assert answer.status_code == 503, answer.content
    error = answer.json()["error"]
    assert (error["code"], error["retry"]) == ("unavailable", True)
    assert "Nothing you typed is lost" in error["remedy"]
    assert int(answer.headers["Retry-After"]) > 0


@pytest.mark.parametrize(
    ("fault", "status"),
    [
        (OperationalError("database is locked"), 503),
        (OperationalError("disk I/O error"), 503),
        (InterfaceError("connection already closed"), 503),
        (OperationalError("database or disk is full"), 507),
        (OSError(errno.ENOSPC, "No space left on device"), 507),
        (OSError(errno.EDQUOT, "Disk quota exceeded"), 507),
    ],
    ids=str,
)
def test_what_lies_outside_the_program_is_told_apart(fault: Exception, status: int) -> None:
    known = outage(fault)
    assert known is not None
    assert (known.status, known.retry) == (status, True)


@pytest.mark.parametrize(
    "fault",
    [
        OperationalError("no such table: workflow_task"),
        ProgrammingError("syntax error"),
        OSError(errno.ENOENT, "No such file"),
        ValueError("ours"),
    ],
    ids=str,
)
def test_our_own_mistakes_are_still_ours(fault: Exception) -> None:
    assert outage(fault) is None


def test_what_an_outage_caused_is_one_too() -> None:
    try:
        try:
            raise OSError(errno.ENOSPC, "No space left on device")
        except OSError as full:
            raise RuntimeError("while writing") from full
    except RuntimeError as fault:
        known = outage(fault)
    assert known is not None
    assert known.code == "storage_full"


def full_disk(*_: object) -> Any:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_an_upload_to_a_full_disk_is_refused_clearly_and_leaves_nothing(
    people: Cast, project: Project, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    before = files_below(settings.MEDIA_ROOT)
    monkeypatch.setattr(os, "fsync", full_disk)
    client = client_of(people.lead)
    client.raise_request_exception = False
    photo = SimpleUploadedFile("photo.jpg", pictures.jpeg(seed=11_507))
    answer = client.post(
        f"/api/v1/projects/{project.pk}/uploads", {"files": [photo]}, format="multipart"
    )
    assert answer.status_code == 507, answer.content
    assert "no room left" in answer.json()["error"]["message"]
    assert not Image.objects.exists()
    assert files_below(settings.MEDIA_ROOT) == before


def files_below(folder: str) -> set[Path]:
    return {path for path in Path(folder).rglob("*") if path.is_file()}


def test_a_job_that_finds_the_disk_full_says_so_and_goes_on_when_there_is_room(
    project: Project,
    monkeypatch: pytest.MonkeyPatch,
    time: Clock,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    """However often it finds no room: that uses up none of its attempts."""
    sent: list[int] = []
    broker = SimpleNamespace(send_task=lambda name, args, **_: sent.extend(args))
    monkeypatch.setattr(sending, "current_app", broker)
    monkeypatch.setattr(registry, "_HANDLERS", dict(registry._HANDLERS))
    act: list[Callable[..., Any]] = [full_disk]
    registry.handler("test.full_disk", title="Write")(lambda *_: act[0]())
    job = jobs.start(name="test.full_disk", scope=project.scope, payload={}, max_attempts=1)
    for _ in range(4):
        with django_capture_on_commit_callbacks(execute=True):
            jobs.run(job.pk)
        job.refresh_from_db()
        assert (job.state, (job.error or {})["code"]) == (Job.State.QUEUED, "storage_full")
        assert "goes on by itself" in (job.error or {})["remedy"]
        assert sent == [], "not at once: the disk is still full"
    act[0] = lambda: {"ok": True}
    time.forward(seconds=31)
    with django_capture_on_commit_callbacks(execute=True):
        jobs.requeue_stale()
    assert sent == [job.pk]
    jobs.run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.error, job.attempts) == (Job.State.SUCCEEDED, None, 1)


def test_an_export_that_found_the_disk_full_is_whole_when_there_is_room_again(
    people: Cast, project: Project, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    add_samples(project, 2)
    answer = client_of(people.lead).post(
        f"/api/v1/projects/{project.pk}/exports",
        {"format": "iiw-jsonl", "with_unfinished": True},
        format="json",
    )
    job = answer.json()["job"]["id"]
    before = files_below(settings.MEDIA_ROOT)
    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full_disk)
        jobs.run(job)
    assert Job.objects.get(pk=job).state == Job.State.QUEUED
    assert files_below(settings.MEDIA_ROOT) == before
    jobs.run(job)
    assert Job.objects.get(pk=job).state == Job.State.SUCCEEDED
    [export] = client_of(people.lead).get(f"/api/v1/projects/{project.pk}/exports").json()
    assert export["job"]["error"] is None
