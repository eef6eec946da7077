"""Accounts that admins make, and what an admin is and is not."""

from functools import partial
from typing import Any

import pytest

from annotate.core import errors
from annotate.people import services
from annotate.people.models import User
from annotate.projects.models import AuditEvent, Project
from tests.conftest import PASSWORD, Cast, client_of
from tests.together import together

pytestmark = pytest.mark.django_db


def create(by: User, **changes: Any) -> Any:
    body = {"username": "dora", "password": PASSWORD, **changes}
    return client_of(by).post("/api/v1/users", body, format="json")


def test_an_admin_makes_an_account(people: Cast) -> None:
    answer = create(people.admin, display_name="Dora D.", email="dora@example.org")
    assert answer.status_code == 201
    assert answer.json()["is_admin"] is False
    assert PASSWORD not in str(answer.json())
    assert User.objects.get(username="dora").check_password(PASSWORD)


@pytest.mark.parametrize("username", ["ada", "ADA", "Ada"])
def test_a_username_is_taken_whatever_its_case(people: Cast, username: str) -> None:
    answer = create(people.admin, username=username)
    assert answer.status_code == 422
    assert answer.json()["error"]["fields"][0]["code"] == "taken"


@pytest.mark.parametrize("username", ["", "a", "two words", "a/b", "x" * 151, "<b>"])
def test_a_strange_username_is_refused(people: Cast, username: str) -> None:
    answer = create(people.admin, username=username)
    assert answer.status_code == 422
    assert answer.json()["error"]["fields"][0]["path"] == "username"


def test_a_password_like_the_name_is_refused(people: Cast) -> None:
    with pytest.raises(errors.Invalid, match="too easy"):
        services.create_user(username="dorothea-d", password="dorothea-d1")


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_of_two_who_ask_for_one_name_at_once_one_is_told_that_it_is_taken() -> None:
    for number in range(8):
        make = partial(services.create_user, username=f"dora{number}", password=PASSWORD)
        results = together(make, make)
        [refused] = [each for each in results if isinstance(each, errors.Invalid)]
        assert refused.fields[0].code == "taken"


def test_an_admin_is_no_superuser_and_a_superuser_no_admin(people: Cast) -> None:
    create(people.admin, is_admin=True)
    made = User.objects.get(username="dora")
    assert (made.is_admin, made.is_superuser) == (True, False)
    root = User.objects.create(username="root", is_superuser=True)
    assert not root.is_admin


def test_an_admin_sees_every_project_as_a_lead(people: Cast, project: Project) -> None:
    client = client_of(people.admin)
    assert [each["id"] for each in client.get("/api/v1/projects").json()] == [project.pk]
    assert client.get(f"/api/v1/projects/{project.pk}").json()["role"] == "lead"


def test_an_admin_who_is_no_member_is_given_no_work(people: Cast, project: Project) -> None:
    answer = client_of(people.admin).post(f"/api/v1/projects/{project.pk}/claim", {}, format="json")
    assert answer.status_code == 403


def test_a_closed_admin_is_none(people: Cast) -> None:
    people.admin.is_active = False
    assert not people.admin.is_admin


@pytest.mark.parametrize("change", [{"is_admin": False}, {"is_active": False}])
def test_admins_cannot_take_their_own_rights_away(people: Cast, change: dict[str, bool]) -> None:
    url = f"/api/v1/users/{people.admin.pk}"
    assert client_of(people.admin).patch(url, change, format="json").status_code == 409
    people.admin.refresh_from_db()
    assert people.admin.is_admin


def test_an_admin_gives_a_new_password_which_ends_the_sessions(people: Cast) -> None:
    theirs = client_of(people.ada)
    url = f"/api/v1/users/{people.ada.pk}"
    answer = client_of(people.admin).patch(url, {"password": "given-by-an-admin"}, format="json")
    assert answer.status_code == 200
    assert theirs.get("/api/v1/work").status_code == 401


def test_a_new_password_by_an_admin_ends_tokens_which_is_written_down(people: Cast) -> None:
    services.create_token(user=people.ada, name="script", expires_in_days=5)
    url = f"/api/v1/users/{people.ada.pk}"
    admin = client_of(people.admin)
    assert admin.patch(url, {"may_create_projects": True}, format="json").status_code == 200
    assert people.ada.tokens.count() == 1
    assert admin.patch(url, {"password": "given-by-an-admin"}, format="json").status_code == 200
    assert people.ada.tokens.count() == 0
    event = AuditEvent.objects.filter(verb="account.changed").latest("pk")
    assert (event.data["password"], event.data["tokens_ended"]) == (True, 1)


def test_an_unknown_account_is_not_found(people: Cast) -> None:
    answer = client_of(people.admin).patch("/api/v1/users/999999", {}, format="json")
    assert answer.status_code == 404


def test_the_list_of_people_comes_in_pages(people: Cast) -> None:
    client = client_of(people.admin)
    first = client.get("/api/v1/users?page_size=4").json()
    second = client.get(f"/api/v1/users?page_size=4&cursor={first['next']}").json()
    names = [user["username"] for user in first["results"] + second["results"]]
    assert len(names) == len(set(names)) == 8
    assert first["previous"] is None


def test_an_account_without_a_password_cannot_be_signed_in_to() -> None:
    make = partial(services.create_user_without_password, display_name="Nobody (simulated)")
    user = make(username="nobody")
    assert not user.has_usable_password()
    assert not user.check_password("")
    with pytest.raises(services.UsernameTaken):
        make(username="Nobody")
