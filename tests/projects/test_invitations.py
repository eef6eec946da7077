"""Links that let people join: for a while, a number of times, with one role."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from annotate.people.models import User
from annotate.projects.models import Invitation, Membership, Project
from tests.conftest import PASSWORD, Cast, Clock, client_of

pytestmark = pytest.mark.django_db


def invite(project: Project, by: User, **changes: Any) -> str:
    """Make an invitation and return the secret of its link."""
    body = {"role": "annotator", "expires_in_days": 7, "uses": 1, **changes}
    answer = client_of(by).post(f"/api/v1/projects/{project.pk}/invitations", body, format="json")
    assert answer.status_code == 201, answer.content
    return str(answer.json()["url"]).removeprefix("/invite/")


def accept(secret: str, user: User | None = None, /, **body: Any) -> Any:
    url = f"/api/v1/invitations/{secret}/accept"
    return client_of(user).post(url, body, format="json")


def new_person(name: str = "dora") -> dict[str, str]:
    return {"username": name, "display_name": "Dora", "password": PASSWORD}


def role_of(project: Project, user: User) -> str | None:
    found = Membership.objects.filter(project=project, user=user).first()
    return found.role if found else None


def test_the_link_says_what_it_leads_to(people: Cast, project: Project) -> None:
    answer = APIClient().get(f"/api/v1/invitations/{invite(project, people.owner)}")
    assert answer.json()["project"] == {"id": project.pk, "name": project.name}
    assert answer.json()["role"] == "annotator"


def test_somebody_new_joins_and_is_signed_in(people: Cast, project: Project) -> None:
    client = APIClient()
    url = f"/api/v1/invitations/{invite(project, people.owner)}/accept"
    answer = client.post(url, new_person(), format="json")
    assert answer.status_code == 200
    assert answer.json()["project_id"] == project.pk
    assert client.get("/api/v1/session").json()["user"]["username"] == "dora"
    assert role_of(project, User.objects.get(username="dora")) == "annotator"


def test_who_has_an_account_joins_with_it(people: Cast, project: Project) -> None:
    secret = invite(project, people.owner, role="reviewer")
    assert accept(secret, people.stranger).status_code == 200
    assert role_of(project, people.stranger) == "reviewer"


def test_somebody_new_gets_no_rights_beyond_the_project(people: Cast, project: Project) -> None:
    secret = invite(project, people.owner)
    greedy = accept(secret, **new_person(), is_admin=True, may_create_projects=True, role="lead")
    assert {field["code"] for field in greedy.json()["error"]["fields"]} == {"unknown_field"}
    accept(secret, **new_person())
    dora = User.objects.get(username="dora")
    assert (dora.is_admin, dora.is_maker, role_of(project, dora)) == (False, False, "annotator")


def test_a_link_works_as_often_as_it_says(people: Cast, project: Project) -> None:
    secret = invite(project, people.owner, uses=2)
    statuses = [accept(secret, **new_person(f"new{n}")).status_code for n in range(3)]
    assert statuses == [200, 200, 404]
    assert User.objects.filter(username__startswith="new").count() == 2


def test_a_link_ends_on_its_day(people: Cast, project: Project, time: Clock) -> None:
    secret = invite(project, people.owner, expires_in_days=7)
    time.forward(days=7)
    assert APIClient().get(f"/api/v1/invitations/{secret}").status_code == 404
    assert accept(secret, people.stranger).status_code == 404


def test_a_withdrawn_link_ends_at_once(people: Cast, project: Project) -> None:
    secret = invite(project, people.owner)
    url = f"/api/v1/projects/{project.pk}/invitations/{Invitation.objects.get().pk}"
    assert client_of(people.owner).delete(url).status_code == 204
    assert accept(secret, people.stranger).status_code == 404


def test_who_is_in_already_uses_nothing_up_and_keeps_their_role(
    people: Cast, project: Project
) -> None:
    secret = invite(project, people.owner, role="lead")
    assert accept(secret, people.ada).status_code == 200
    assert role_of(project, people.ada) == "annotator"
    assert Invitation.objects.get().uses_left == 1


def test_a_link_does_not_unblock(people: Cast, project: Project) -> None:
    accept(invite(project, people.owner), people.blocked)
    assert Membership.objects.get(project=project, user=people.blocked).is_blocked


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"username": None}, "username"),
        ({"password": None}, "password"),
        ({"username": "ada"}, "username"),
        ({"password": "short"}, "password"),
    ],
)
def test_a_bad_start_uses_nothing_up(
    people: Cast, project: Project, changes: dict[str, str | None], path: str
) -> None:
    secret = invite(project, people.owner)
    body = {k: v for k, v in {**new_person(), **changes}.items() if v is not None}
    answer = accept(secret, **body)
    assert answer.status_code == 422
    assert path in [field["path"] for field in answer.json()["error"]["fields"]]
    assert Invitation.objects.get().uses_left == 1
    assert not User.objects.filter(username="dora").exists()


def test_joining_needs_the_token_of_the_page(people: Cast, project: Project) -> None:
    secret = invite(project, people.owner)
    client = APIClient(enforce_csrf_checks=True)
    answer = client.post(f"/api/v1/invitations/{secret}/accept", new_person(), format="json")
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "csrf")


def test_the_database_does_not_know_the_secret(people: Cast, project: Project) -> None:
    secret = invite(project, people.owner)
    assert secret not in str(Invitation.objects.values().get())


def test_the_list_shows_links_that_work_without_their_secrets(
    people: Cast, project: Project
) -> None:
    used, kept = invite(project, people.owner), invite(project, people.owner, role="reviewer")
    accept(used, people.stranger)
    listed = client_of(people.owner).get(f"/api/v1/projects/{project.pk}/invitations").json()
    assert [each["role"] for each in listed] == ["reviewer"]
    assert kept not in str(listed)
