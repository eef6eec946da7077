"""The audit trail: filtered, searched, in pages and as a file; of a project, and of everything."""

import csv
import io
import json
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from django.db.utils import DatabaseError
from django.test.utils import CaptureQueriesContext

from annotate.people.models import User
from annotate.projects.models import AuditEvent, Project
from annotate.projects.services import audit
from tests.conftest import Cast, NewProject, client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def trail(project: Project, people: Cast) -> str:
    """Put six entries of four acts into the project; return its address."""
    AuditEvent.objects.all().delete()
    rows: list[tuple[User | None, str, str, dict[str, Any], int]] = [
        (people.owner, "project.changed", "", {"name": "Café scenes"}, 1),
        (people.lead, "member.added", "ada", {"role": "annotator"}, 2),
        (people.lead, "member.added", "ben", {"role": "reviewer"}, 3),
        (None, "import.finished", "p.zip", {"added": 11}, 4),
        (people.owner, "export.downloaded", "coco", {"export": 4}, 5),
        (people.owner, "export.downloaded", "=1+1", {"export": 5}, 6),
    ]
    for actor, verb, target, data, day in rows:
        AuditEvent.objects.create(
            project=project,
            actor=actor,
            verb=verb,
            target=target,
            data=data,
            at=datetime(2026, 3, day, 12, tzinfo=UTC),
        )
    return f"/api/v1/projects/{project.pk}/audit"


def found(user: User, path: str, query: str = "") -> list[str]:
    answer = client_of(user).get(f"{path}?{query}")
    assert answer.status_code == 200, answer.content
    return [f"{row['verb']} {row['target']}".strip() for row in answer.json()["results"]]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("verb=member.added", ["member.added ben", "member.added ada"]),
        ("verb=member", []),
        ("actor=LEO&target=ad", ["member.added ada"]),
        ("actor=olga&verb=project.changed", ["project.changed"]),
        ("since=2026-03-02&until=2026-03-03", ["member.added ben", "member.added ada"]),
        ("until=2026-03-01", ["project.changed"]),
        ("q=reviewer", ["member.added ben"]),
        ("q=leo+annotator", ["member.added ada"]),
        ("q=scenes+project.changed", ["project.changed"]),
        ("q=11", ["import.finished p.zip"]),
        ("q=%25", []),
        ("q=", None),
    ],
)
def test_entries_are_filtered_and_searched(
    trail: str, people: Cast, query: str, expected: list[str] | None
) -> None:
    rows = found(people.lead, trail, query)
    assert len(rows) == 6 if expected is None else rows == expected


@pytest.mark.parametrize("query", ["since=yesterday", "who=leo", "kind=csv", "q=" + "x" * 201])
def test_an_unknown_filter_is_refused(trail: str, people: Cast, query: str) -> None:
    assert client_of(people.lead).get(f"{trail}?{query}").status_code == 422


def test_pages_go_on_where_the_last_ended_although_entries_come(
    trail: str, people: Cast, project: Project
) -> None:
    client = client_of(people.lead)
    first = client.get(f"{trail}?page_size=2&actor=olga").json()
    audit(project=project, actor=people.owner, verb="export.started")
    second = client.get(f"{trail}?page_size=2&actor=olga&cursor={first['next']}").json()
    days = [row["at"][:10] for row in first["results"] + second["results"]]
    assert days == ["2026-03-06", "2026-03-05", "2026-03-01"]
    assert second["next"] is None


def test_the_kinds_of_acts_to_choose_from_are_those_there_are(trail: str, people: Cast) -> None:
    verbs = client_of(people.lead).get(f"{trail}/verbs").json()
    assert verbs == ["export.downloaded", "import.finished", "member.added", "project.changed"]


def taken(user: User, path: str) -> tuple[str, Any]:
    answer = client_of(user).get(path)
    assert answer.status_code == 200, answer
    text = b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]
    return text, answer


def test_a_table_holds_what_was_chosen_and_no_formula(trail: str, people: Cast) -> None:
    text, answer = taken(people.lead, f"{trail}/file?kind=csv&verb=export.downloaded")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["target"] for row in rows] == ["'=1+1", "coco"]
    assert [row["actor"] for row in rows] == ["olga", "olga"]
    assert json.loads(rows[1]["details"]) == {"export": 4}
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"].endswith('.csv"')


def test_lines_of_json_are_the_entries_of_the_api(trail: str, people: Cast) -> None:
    text, _ = taken(people.lead, f"{trail}/file?kind=jsonl&q=11")
    [line] = [json.loads(line) for line in text.splitlines()]
    [entry] = client_of(people.lead).get(f"{trail}?verb=import.finished").json()["results"]
    assert line == entry
    assert line["actor"] is None


def test_each_download_is_an_entry_of_its_own_and_not_in_the_file(
    trail: str, people: Cast, project: Project
) -> None:
    text, _ = taken(people.lead, f"{trail}/file?kind=jsonl&since=2026-01-01")
    assert len(text.splitlines()) == 6
    entry = AuditEvent.objects.get(verb="audit.downloaded")
    assert (entry.actor, entry.target, entry.project) == (people.lead, "jsonl", project)
    assert entry.data == {"filters": {"since": "2026-01-01"}}


def test_a_longer_trail_costs_no_more_queries(trail: str, people: Cast, project: Project) -> None:
    client = client_of(people.lead)
    with CaptureQueriesContext(connection) as before:
        client.get(trail)
    for _ in range(30):
        audit(project=project, actor=people.ben, verb="export.started")
    with CaptureQueriesContext(connection) as after:
        client.get(trail)
    assert len(after) <= len(before) <= 4


def test_admins_read_the_trail_of_everything(
    trail: str, people: Cast, new_project: NewProject
) -> None:
    other = new_project(name="Elsewhere")
    audit(project=None, actor=people.admin, verb="account.changed", target="ada")
    path = "/api/v1/admin/audit"
    answer = client_of(people.admin).get(path).json()["results"]
    assert [row["project"] and row["project"]["name"] for row in answer][:2] == [None, "Elsewhere"]
    assert len(found(people.admin, path, "verb=member.added")) == 2
    assert found(people.admin, path, f"project={other.pk}&verb=member.added") == []
    assert found(people.admin, path, "q=elsewhere+project.created") == ["project.created Elsewhere"]
    assert client_of(people.admin).get(f"{path}?project=99999999").status_code == 422
    assert "account.changed" in client_of(people.admin).get(f"{path}/verbs").json()


def test_the_download_of_everything_is_written_down_without_a_project(
    trail: str, people: Cast
) -> None:
    text, _ = taken(people.admin, "/api/v1/admin/audit/file?target=p.zip")
    [row] = csv.DictReader(io.StringIO(text))
    assert row["project"] == "Street scenes"
    assert AuditEvent.objects.get(verb="audit.downloaded").project is None


def test_leads_do_not_see_what_was_done_to_accounts(trail: str, people: Cast) -> None:
    audit(project=None, actor=people.admin, verb="account.changed", target="ada")
    assert "account.changed ada" not in found(people.lead, trail)
    for path in ("", "/verbs", "/file"):
        assert client_of(people.owner).get(f"/api/v1/admin/audit{path}").status_code == 403


def test_an_entry_is_never_changed_after_its_table_was_rebuilt(trail: str) -> None:
    """SQLite drops triggers with a rebuilt table; the migration puts this one back."""
    with connection.cursor() as cursor, pytest.raises(DatabaseError, match="append-only"):
        cursor.execute("UPDATE projects_auditevent SET verb = 'x'")
