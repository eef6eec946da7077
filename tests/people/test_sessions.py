"""Where people are signed in: written down at a sign-in, seen now and then, ended at will."""

from collections import OrderedDict
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from annotate.people import services
from annotate.people.models import SignIn, User
from annotate.people.services import sessions
from annotate.projects.models import AuditEvent
from tests.conftest import PASSWORD, Cast, Clock, client_of

pytestmark = pytest.mark.django_db
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1"
)


def browser(user: User, agent: str = FIREFOX) -> APIClient:
    client = APIClient(headers={"user-agent": agent})
    who = {"username": user.username, "password": PASSWORD}
    assert client.post("/api/v1/session", who, format="json").status_code == 200
    return client


def listed(client: APIClient) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = client.get("/api/v1/me/sessions").json()
    return rows


def is_in(client: APIClient) -> bool:
    return bool(client.get("/api/v1/session").json()["user"])


def test_a_person_sees_where_they_are_signed_in(people: Cast) -> None:
    here = browser(people.ada)
    browser(people.ada, PHONE)
    browser(people.ben)
    rows = {row["system"]: row for row in listed(here)}
    assert rows["Linux"]["browser"] == "Firefox"
    assert rows["iPhone"]["browser"] == "Safari"
    assert [name for name, row in rows.items() if row["is_this_one"]] == ["Linux"]


def test_an_ended_session_is_signed_out_at_once(people: Cast) -> None:
    here, there = browser(people.ada), browser(people.ada, PHONE)
    [other] = [row for row in listed(here) if not row["is_this_one"]]
    assert here.delete(f"/api/v1/me/sessions/{other['id']}").status_code == 204
    assert (is_in(here), is_in(there)) == (True, False)
    assert len(listed(here)) == 1


def test_all_other_sessions_end_and_this_one_stays(people: Cast) -> None:
    here = browser(people.ada)
    others = [browser(people.ada, PHONE), browser(people.ada)]
    bens = browser(people.ben)
    assert here.delete("/api/v1/me/sessions").status_code == 204
    assert [is_in(each) for each in (here, *others, bens)] == [True, False, False, True]


def test_nobody_ends_the_session_of_another(people: Cast) -> None:
    here = browser(people.ada)
    number = SignIn.objects.get().pk
    for other in (people.ben, people.admin):
        assert client_of(other).delete(f"/api/v1/me/sessions/{number}").status_code == 404
    assert is_in(here)


def test_signing_out_leaves_no_row(people: Cast) -> None:
    here = browser(people.ada)
    here.delete("/api/v1/session")
    assert not SignIn.objects.exists()


def test_a_session_whose_time_is_over_is_not_listed(people: Cast) -> None:
    here = browser(people.ada)
    browser(people.ada, PHONE)
    old = SignIn.objects.get(user_agent=PHONE)
    Session.objects.filter(pk=old.session_id).update(expire_date="2020-01-01T00:00:00Z")
    assert len(listed(here)) == 1


def test_a_new_password_ends_the_other_sessions(people: Cast) -> None:
    here, there = browser(people.ada), browser(people.ada, PHONE)
    body = {"current_password": PASSWORD, "new_password": "another-long-password"}
    assert here.post("/api/v1/me/password", body, format="json").status_code == 204
    assert (is_in(here), is_in(there)) == (True, False)
    [row] = listed(here)
    assert row["is_this_one"]


def test_use_is_noted_every_few_minutes_and_not_at_each_request(people: Cast, time: Clock) -> None:
    here = browser(people.ada)
    began = SignIn.objects.get().seen_at
    time.forward(minutes=4)
    assert len(listed(here)) == 1
    assert SignIn.objects.get().seen_at == began
    at = time.forward(minutes=2)
    with CaptureQueriesContext(connection) as first:
        listed(here)
    with CaptureQueriesContext(connection) as second:
        listed(here)
    assert SignIn.objects.get().seen_at == at
    assert (_updates(first), _updates(second)) == (1, 0)


def _updates(captured: CaptureQueriesContext) -> int:
    return sum(query["sql"].startswith("UPDATE") for query in captured.captured_queries)


def test_what_a_process_remembers_of_sessions_is_bounded(
    people: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "_MOST_REMEMBERED", 3)
    monkeypatch.setattr(sessions, "_noted", OrderedDict())
    for _ in range(5):
        browser(people.ada)
    assert len(sessions._noted) <= 3


def test_a_long_name_of_a_browser_is_cut(people: Cast) -> None:
    browser(people.ada, "x" * 5000)
    assert len(SignIn.objects.get().user_agent) == 300


def test_an_admin_sees_and_ends_sessions_and_that_is_written_down(people: Cast) -> None:
    first, second, third = (browser(people.ada) for _ in range(3))
    admin = client_of(people.admin)
    path = f"/api/v1/users/{people.ada.pk}"
    told = admin.get(path).json()["sessions"]
    assert [row["is_this_one"] for row in told] == [False] * 3
    assert admin.delete(f"{path}/sessions/{told[0]['id']}").status_code == 204
    assert sum(map(is_in, (first, second, third))) == 2
    assert admin.delete(f"{path}/sessions").status_code == 204
    assert sum(map(is_in, (first, second, third))) == 0
    rows = AuditEvent.objects.filter(project=None).order_by("pk")
    assert [(row.verb, row.target, row.actor) for row in rows] == [
        ("session.ended", "ada", people.admin),
        ("sessions.ended", "ada", people.admin),
    ]
    assert rows[1].data == {"sessions": 2}


def test_an_admin_ends_a_token_of_somebody(people: Cast) -> None:
    token, secret = services.create_token(user=people.ada, name="script", expires_in_days=9)
    admin = client_of(people.admin)
    path = f"/api/v1/users/{people.ada.pk}"
    [told] = admin.get(path).json()["tokens"]
    assert told["name"] == "script"
    assert secret not in str(told)
    elsewhere = f"/api/v1/users/{people.ben.pk}/tokens/{token.pk}"
    assert admin.delete(elsewhere).status_code == 404
    assert admin.delete(f"{path}/tokens/{token.pk}").status_code == 204
    headers = {"authorization": f"Token {secret}"}
    assert APIClient().get("/api/v1/work", headers=headers).status_code == 401
    assert AuditEvent.objects.get(verb="token.ended").target == "ada"


def test_a_closed_account_is_signed_out_everywhere(people: Cast) -> None:
    here = browser(people.ada)
    path = f"/api/v1/users/{people.ada.pk}"
    client_of(people.admin).patch(path, {"is_active": False}, format="json")
    assert not is_in(here)
    assert not SignIn.objects.exists()
    changed = AuditEvent.objects.get(verb="account.changed")
    assert changed.data == {"is_active": False, "password": False}


def test_sessions_from_before_they_were_listed_are_listed_and_can_be_ended(people: Cast) -> None:
    before, here = client_of(people.ada), browser(people.ada)
    assert len(here.get("/api/v1/me/sessions").json()) == 1
    migration = import_module("annotate.people.migrations.0005_list_older_sign_ins")
    migration.list_sessions(apps, None)
    rows = here.get("/api/v1/me/sessions").json()
    assert [row["is_this_one"] for row in rows].count(True) == 1
    (older,) = [row for row in rows if not row["is_this_one"]]
    assert (older["browser"], older["how"]) == ("", "")
    assert before.get("/api/v1/work").status_code == 200
    assert here.delete(f"/api/v1/me/sessions/{older['id']}").status_code == 204
    assert before.get("/api/v1/work").status_code == 401
