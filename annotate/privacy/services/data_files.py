"""Write down everything that is held of a person, for them to take away."""

import json
import tempfile
import zipfile
from collections.abc import Iterator
from typing import IO, Any

from django.core.files import File
from django.core.files.storage import default_storage
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction

from annotate.core import clock, errors, jobs
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.crowd.models import Payment
from annotate.messages import Message
from annotate.people.models import User
from annotate.privacy.holdings import Holding, holdings, shown_fields
from annotate.privacy.models import DataFile
from annotate.privacy.selectors.data_files import KEPT
from annotate.projects.services import audit

JOB = "privacy.write_data_file"
SCOPE = "data-files"
_AT_ONCE = 1000
_ACCOUNT = (
    "id",
    "username",
    "display_name",
    "email",
    "unconfirmed_email",
    "locale",
    "date_joined",
    "last_login",
    "is_active",
    "is_staff",
    "may_create_projects",
    "is_blocked",
    "preferences",
)


def ask(*, user: User, actor: User) -> DataFile:
    """Have the file of a person's data written, by themselves or an admin.

    Raises:
        Conflict: one is being written, or their account has been deleted.
    """
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        if user.deletions.exclude(state="asked").exists():
            raise errors.Conflict(Message("deletion_done"))
        unfinished = DataFile.objects.filter(user=user, finished_at=None)
        if unfinished.filter(job__state__in=Job.UNFINISHED).exists():
            raise errors.Conflict(Message("data_file_being_written"))
        row = DataFile.objects.create(user=user, asked_by=actor, created_at=clock.now())
        row.job = job_services.start(name=JOB, scope=SCOPE, payload={"file": row.pk}, by=actor.pk)
        row.save(update_fields=["job"])
        if actor != user:
            audit(project=None, actor=actor, verb="data_file.asked", target=user.username)
    return row


def note_taken(*, file: DataFile, actor: User) -> None:
    """Write down that an admin took somebody's data away."""
    if actor.pk != file.user_id:
        audit(project=None, actor=actor, verb="data_file.downloaded", target=file.user.username)


def forget_old() -> int:
    """Delete files that were not fetched in a week; return how many."""
    old = DataFile.objects.filter(created_at__lt=clock.now() - KEPT)
    gone = 0
    for row in old[:_AT_ONCE]:
        if row.file:
            default_storage.delete(row.file)
        row.delete()
        gone += 1
    return gone


@jobs.handler(JOB)
def write(payload: dict[str, Any], progress: jobs.Progress) -> dict[str, Any]:
    """Write the file; a run that was killed is begun anew."""
    row = DataFile.objects.select_related("user").filter(pk=payload["file"]).first()
    if row is None or row.finished_at is not None:
        return {}
    with tempfile.TemporaryFile() as spool:
        row.rows = _fill(spool, row.user, progress)
        row.size_bytes = spool.tell()
        spool.seek(0)
        name = f"data-files/{row.pk}.zip"
        if default_storage.exists(name):
            default_storage.delete(name)
        row.file = default_storage.save(name, File(spool))
    row.finished_at = clock.now()
    row.save(update_fields=["rows", "size_bytes", "file", "finished_at"])
    return {"rows": row.rows, "size_bytes": row.size_bytes}


def _fill(file: IO[bytes], user: User, progress: jobs.Progress) -> int:
    """One file of JSON lines for each table; return how many rows there are."""
    total = 0
    every = list(holdings())
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("account.json", _json({name: getattr(user, name) for name in _ACCOUNT}))
        for number, holding in enumerate(every):
            progress.report(number, len(every), Message("data_file_writing"))
            total += _add(packed, _name(holding), _rows(holding, user))
        total += _add(packed, "payments/crowd.Payment.jsonl", _payments(user))
        progress.report(len(every), len(every))
    return total


def _name(holding: Holding) -> str:
    return f"{holding.topic}/{holding.model}.{holding.column}.jsonl"


def _add(packed: zipfile.ZipFile, name: str, rows: Iterator[dict[str, Any]]) -> int:
    """A table without rows has no file."""
    first = next(rows, None)
    if first is None:
        return 0
    count = 1
    with packed.open(name, "w") as out:
        out.write(_json(first) + b"\n")
        for row in rows:
            out.write(_json(row) + b"\n")
            count += 1
    return count


def _rows(holding: Holding, user: User) -> Iterator[dict[str, Any]]:
    names = [field.attname for field in shown_fields(holding)]
    rows = holding.of(user).order_by("pk").values(*names)
    yield from rows.iterator(chunk_size=_AT_ONCE)


def _payments(user: User) -> Iterator[dict[str, Any]]:
    mine = Payment.objects.filter(delivery__participation__user=user).order_by("pk")
    columns = ("id", "project_id", "base", "bonus", "currency", "state", "created_at")
    yield from mine.values(*columns).iterator(chunk_size=_AT_ONCE)


def _json(value: Any) -> bytes:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False).encode()
