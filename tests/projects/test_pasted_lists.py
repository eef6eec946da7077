"""A pasted list of people: told row by row what it means, then invited as a whole or not at all."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings
from rest_framework.test import APIClient

from annotate.people.models import PlatformRecord, User
from annotate.projects.models import Invitation, Membership, NamedInvitation, Project
from tests.conftest import Cast, NewProject, client_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def mail_server(settings: Settings) -> None:
    settings.EMAIL_URL = "smtp://mail.example.org"


@pytest.fixture
def neighbour(people: Cast, new_project: NewProject) -> User:
    """Dora, who annotates in another project of Olga's."""
    dora = User.objects.create_user("dora", display_name="Dora Lind", email="dora@example.org")
    other = new_project(name="Elsewhere")
    Membership.objects.create(project=other, user=dora, role="annotator")
    return dora


def check(by: User | APIClient, project: Project, *entries: str) -> Any:
    url = f"/api/v1/projects/{project.pk}/invitees/check"
    client = client_of(by) if isinstance(by, User) else by
    return client.post(url, {"entries": list(entries)}, format="json")


def found(by: User, project: Project, *entries: str) -> list[str]:
    return [row["found"] for row in check(by, project, *entries).json()]


def invite(by: User, project: Project, *entries: str, role: str = "annotator") -> Any:
    url = f"/api/v1/projects/{project.pk}/invitees"
    return client_of(by).post(url, {"entries": list(entries), "role": role}, format="json")


def suggested(by: User, project: Project, typed: str = "") -> list[str]:
    url = f"/api/v1/projects/{project.pk}/suggested-people"
    return [person["username"] for person in client_of(by).get(url, {"q": typed}).json()]


def test_each_row_says_what_it_will_come_to(
    people: Cast, project: Project, neighbour: User
) -> None:
    pasted = ["Dora", "ADA", "eva@example.org", "DORA", "sam", "Ada Okafor", "eva@example"]
    rows = check(people.owner, project, *pasted).json()
    assert [row["found"] for row in rows] == [
        *("known", "member", "mail", "twice", "name", "wrong", "wrong")
    ]
    assert rows[0]["person"]["display_name"] == "Dora Lind"
    assert [rows[5]["problem"]["message_code"], rows[6]["problem"]["message_code"]] == [
        "not_an_invitee",
        "not_an_address",
    ]
    assert rows[5]["problem"]["remedy"]
    assert not NamedInvitation.objects.exists()
    assert not Invitation.objects.exists()


@pytest.mark.parametrize(
    "pasted",
    ["Eva Lind <Eva@example.org>", '"Lind, Eva" <eva@example.org>', " eva@example.org "],
)
def test_an_address_is_understood_as_mail_programs_write_it(
    people: Cast, project: Project, pasted: str
) -> None:
    [row] = check(people.owner, project, pasted).json()
    assert (row["found"], row["name"]) == ("mail", "eva@example.org")


def test_a_list_invites_everybody_and_makes_nobody_a_member(
    people: Cast, project: Project, neighbour: User
) -> None:
    made = invite(people.owner, project, "dora", "ada", "eva@example.org", role="reviewer")
    assert made.status_code == 201
    assert [row["username"] for row in made.json()["named"]] == ["dora"]
    assert [(row["email"], row["state"]) for row in made.json()["mailed"]] == [
        ("eva@example.org", "sending")
    ]
    assert not Membership.objects.filter(user=neighbour, project=project).exists()
    assert Membership.objects.get(user=people.ada, project=project).role == "annotator"
    assert NamedInvitation.objects.get().role == Invitation.objects.get().role == "reviewer"


def test_one_wrong_row_is_named_and_nobody_is_invited(people: Cast, project: Project) -> None:
    refused = invite(people.owner, project, "sam", "eva@example.org", "Ada Okafor")
    assert refused.status_code == 422
    [field] = refused.json()["error"]["fields"]
    assert (field["path"], field["message_code"]) == ("entries[2]", "not_an_invitee")
    assert not NamedInvitation.objects.exists()
    assert not Invitation.objects.exists()


def test_who_was_asked_before_is_said_to_be_asked_again(
    people: Cast, project: Project, neighbour: User
) -> None:
    invite(people.owner, project, "dora", "eva@example.org")
    rows = check(people.owner, project, "dora", "eva@example.org", "sam").json()
    assert [row["asked_before"] for row in rows] == [True, True, False]


def test_a_lead_learns_nothing_of_names_and_addresses_of_strangers(
    people: Cast, project: Project
) -> None:
    """Neither by the answer nor by the statements it takes, which is what the time goes into."""
    User.objects.filter(pk=people.stranger.pk).update(email="sam@example.org")
    client, told = client_of(people.owner), []
    for name, address in (("sam", "sam@example.org"), ("xyz", "xyz@example.org")):
        with CaptureQueriesContext(connection) as queries:
            rows = check(client, project, name, address).json()
        plain = [{**row, "entry": "", "name": ""} for row in rows]
        assert not any(name in each["sql"] for each in queries)
        told.append((plain, [each["sql"] for each in queries if "session" not in each["sql"]]))
    assert told[0] == told[1]


def test_an_admin_is_told_that_nobody_has_a_name(people: Cast, project: Project) -> None:
    rows = check(people.admin, project, "SAM", "nobody").json()
    assert [row["found"] for row in rows] == ["known", "wrong"]
    assert rows[1]["problem"]["message"] == "Nobody has the username “nobody”."


def test_without_mail_an_address_says_what_to_do(
    people: Cast, project: Project, settings: Settings
) -> None:
    settings.EMAIL_URL = ""
    [row] = check(people.owner, project, "eva@example.org").json()
    assert row["found"] == "wrong"
    assert "invitation link" in row["problem"]["remedy"]


def test_a_user_name_that_looks_like_an_address_is_the_persons(
    people: Cast, project: Project, neighbour: User
) -> None:
    User.objects.filter(pk=neighbour.pk).update(username="dora@example.org")
    assert found(people.owner, project, "Dora@example.org") == ["known"]


def test_people_are_suggested_to_whom_they_share_a_project_with(
    people: Cast, project: Project, neighbour: User
) -> None:
    assert suggested(people.owner, project) == ["dora"]
    assert suggested(people.owner, project, "lind") == ["dora"]
    assert suggested(people.owner, project, "zz") == []
    # Sam shares no project with anybody; Leo leads this project and no other with Dora.
    Membership.objects.filter(user=people.lead).exclude(project=project).delete()
    assert suggested(people.lead, project) == []
    assert suggested(people.admin, project) == ["dora", "ines", "sam"]


@pytest.mark.parametrize("change", ["annotator", "blocked"])
def test_who_may_not_list_the_members_of_a_project_is_suggested_none_of_them(
    people: Cast, project: Project, neighbour: User, change: str
) -> None:
    elsewhere = Membership.objects.filter(user=people.lead).exclude(project=project)
    if change == "blocked":
        elsewhere.update(is_blocked=True)
    else:
        elsewhere.update(role="annotator")
    assert suggested(people.lead, project) == []
    assert found(people.lead, project, "dora") == ["name"]


def test_a_visitor_of_a_crowd_and_a_closed_account_are_nobody_to_suggest(
    people: Cast, project: Project, neighbour: User
) -> None:
    PlatformRecord.objects.create(user=neighbour, platform="link:1", external_id="7")
    assert suggested(people.owner, project) == []
    PlatformRecord.objects.all().delete()
    User.objects.filter(pk=neighbour.pk).update(is_active=False)
    assert suggested(people.owner, project) == []


def test_a_long_list_takes_as_many_statements_as_a_short_one(
    people: Cast, project: Project, neighbour: User
) -> None:
    client, counts = client_of(people.owner), []
    for names in (["dora"], ["dora", *(f"name-{n}" for n in range(150))]):
        with CaptureQueriesContext(connection) as queries:
            assert check(client, project, *names).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 9


@pytest.mark.parametrize(
    "body",
    [
        {"entries": [], "role": "annotator"},
        {"entries": ["x" * 255], "role": "annotator"},
        {"entries": ["ada"] * 201, "role": "annotator"},
        {"entries": ["ada"], "role": "owner"},
        {"entries": ["ada"]},
    ],
)
def test_what_is_no_list_is_refused(people: Cast, project: Project, body: Any) -> None:
    url = f"/api/v1/projects/{project.pk}/invitees"
    assert client_of(people.owner).post(url, body, format="json").status_code == 422
