"""What tests of notifications do again and again."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core import mail as django_mail

from annotate.core.jobs import services as jobs
from annotate.core.jobs.models import Job
from annotate.notifications.services import mailing
from annotate.people.models import User
from annotate.projects.models import Project
from tests.conftest import client_of
from tests.projects.receiving import Idle

URL = "/api/v1/me/notifications"


def list_of(user: User, query: str = "") -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = client_of(user).get(URL + query).json()["results"]
    return rows


def said_to(user: User) -> list[str]:
    """The sentences that somebody has not read, the newest first."""
    return [row["message"] for row in list_of(user, "?unread=true")]


def end_job(
    project: Project, by: User | None, *, name: str = "exchange.export", failed: bool = False
) -> Job:
    """A job that somebody started ends, as a worker ends it."""
    job = jobs.start(name=name, scope=project.scope, payload={}, by=by.pk if by else None)
    Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING)
    job.refresh_from_db()
    jobs._finish(job, state=Job.State.FAILED if failed else Job.State.SUCCEEDED)
    return job


def send() -> list[Any]:
    """Have what is due mailed; return the mails that were sent by it."""
    before = len(django_mail.outbox)
    mailing.send_due({}, Idle())
    return django_mail.outbox[before:]


@contextmanager
def mail_server_down(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """No server answers; yields the addresses that were tried."""
    tried: list[str] = []

    def refuse(self: Any, fail_silently: bool = False) -> int:
        tried.extend(self.to)
        raise ConnectionRefusedError

    with monkeypatch.context() as patch:
        patch.setattr(django_mail.EmailMessage, "send", refuse)
        yield tried
