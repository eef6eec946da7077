"""A person takes away everything that is held of them, and nobody else's."""

import io
import json
import zipfile
from typing import Any

import pytest

from annotate.core.jobs import services as job_services
from annotate.people.models import User
from annotate.privacy.models import DataFile
from annotate.privacy.services import data_files
from annotate.projects.models import AuditEvent
from tests.conftest import Cast, Clock, client_of
from tests.privacy.conftest import EMAIL, USERNAME, Known, deleted

pytestmark = pytest.mark.django_db
FILES = "/api/v1/me/data/files"


def written(user: User, actor: User | None = None) -> DataFile:
    row = data_files.ask(user=user, actor=actor or user)
    assert row.job is not None
    job_services.run(row.job.pk)
    row.refresh_from_db()
    return row


def unpacked(answer: Any) -> dict[str, list[Any]]:
    """Every table of an archive, by name."""
    with zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content))) as packed:
        return {
            name: [json.loads(line) for line in packed.read(name).decode().splitlines()]
            for name in packed.namelist()
        }


def test_a_person_asks_for_their_data_and_downloads_it(known: Known) -> None:
    person = client_of(known.user)
    asked = person.post(FILES)
    assert (asked.status_code, asked.json()["state"]) == (201, "queued")
    assert person.post(FILES).status_code == 409
    row = DataFile.objects.get()
    assert row.job is not None
    job_services.run(row.job.pk)
    [shown] = person.get("/api/v1/me/data").json()["files"]
    assert shown["state"] == "succeeded"
    tables = unpacked(person.get(f"{FILES}/{row.pk}"))
    assert tables["account.json"][0]["email"] == EMAIL
    assert tables["account.json"][0]["username"] == USERNAME
    [answer] = tables["answers/workflow.Annotation.author.jsonl"]
    assert answer["value"]["objects"][0]["label"] == "tree"
    held = tables["assignments/workflow.Assignment.annotator.jsonl"]
    assert sorted(str(each["draft"]) for each in held) == ["None", "{'objects': []}"]
    bodies = [row["body"] for row in tables["comments/workflow.Comment.author.jsonl"]]
    assert bodies == ["I would call it a tree.", "@olga of course"]
    for topic in ("sign_ins", "tokens", "memberships"):
        assert any(name.startswith(f"{topic}/") for name in tables), topic
    assert shown["rows"] == sum(len(rows) for name, rows in tables.items() if "jsonl" in name)


def test_no_secret_and_nothing_that_is_kept_from_them_is_in_it(known: Known) -> None:
    row = written(known.user)
    tables = unpacked(client_of(known.user).get(f"{FILES}/{row.pk}"))
    columns = {column for rows in tables.values() for each in rows for column in each}
    assert columns.isdisjoint(
        {"password", "digest", "session_id", "purpose", "expected", "origin", "base_id", "index"}
    )


def test_nobody_gets_the_file_of_somebody_else(known: Known, people: Cast) -> None:
    row = written(known.user)
    assert client_of(people.ada).get(f"{FILES}/{row.pk}").status_code == 404
    assert (
        client_of(people.owner).get(f"/api/v1/users/{known.user.pk}/data-files").status_code == 403
    )


def test_an_admin_does_it_too_and_it_is_written_down(known: Known, people: Cast) -> None:
    admin, base = client_of(people.admin), f"/api/v1/users/{known.user.pk}/data-files"
    assert admin.post(base).status_code == 201
    row = DataFile.objects.get()
    assert row.job is not None
    job_services.run(row.job.pk)
    assert admin.get(f"{base}/{row.pk}").status_code == 200
    verbs = set(AuditEvent.objects.filter(actor=people.admin).values_list("verb", flat=True))
    assert {"data_file.asked", "data_file.downloaded"} <= verbs


def test_files_are_gone_after_a_week_and_with_a_deletion(
    known: Known, people: Cast, time: Clock
) -> None:
    old = written(known.user)
    time.forward(days=8)
    assert client_of(known.user).get("/api/v1/me/data").json()["files"] == []
    assert data_files.forget_old() == 1
    assert client_of(known.user).get(f"{FILES}/{old.pk}").status_code == 404
    written(known.user)
    deleted(known, by=people.admin)
    assert not DataFile.objects.exists()
