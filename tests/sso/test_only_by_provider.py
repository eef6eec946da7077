"""Where people sign in by a provider alone, neither passwords nor links let anybody in."""

from typing import Any

import pytest
from pytest_django import Settings
from rest_framework.test import APIClient

from annotate.people.services import How, OnlyByProvider, create_token, refuse_way
from annotate.projects.models import Role
from annotate.projects.services import invite
from tests.conftest import PASSWORD, Cast, NewProject
from tests.sso.conftest import NewProvider
from tests.sso.visitor import Visitor

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def only(settings: Settings) -> None:
    settings.SIGN_IN_ONLY_BY_PROVIDER = True
    settings.SIGN_IN_WITH_PASSWORD = ["Ines"]


def sign_in(username: str) -> Any:
    return APIClient().post(
        "/api/v1/session", {"username": username, "password": PASSWORD}, format="json"
    )


def test_a_password_lets_nobody_in_and_the_words_say_what_does(people: Cast) -> None:
    answer = sign_in("ada")
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "only_by_provider"
    assert "button" in answer.json()["error"]["remedy"]


def test_whoever_is_named_gets_in_with_a_password_when_no_provider_answers(people: Cast) -> None:
    assert sign_in("ines").status_code == 200
    answer = APIClient().post(
        "/api/v1/session", {"username": "ines", "password": "wrong"}, format="json"
    )
    assert answer.status_code == 401


def test_a_provider_lets_people_in(set_up: NewProvider, visitor: Visitor) -> None:
    set_up()
    visitor.sign_in("only-1", preferred_username="eva")
    assert visitor.who() == "eva"


def test_the_sign_in_page_knows(set_up: NewProvider) -> None:
    set_up()
    assert APIClient().get("/api/v1/sign-in").json() == {
        "password": False,
        "providers": [{"key": "campus", "name": "Example University"}],
    }


def test_forgotten_passwords_are_not_set_anew(people: Cast, settings: Settings) -> None:
    settings.EMAIL_URL = "consolemail://"
    client = APIClient()
    assert client.get("/api/v1/password-resets").json() == {"available": False}
    answer = client.post("/api/v1/password-resets", {"account": "ada"}, format="json")
    assert answer.status_code == 403
    used = {"token": "x", "new_password": "long-enough-and-new"}
    assert client.post("/api/v1/password-resets/use", used, format="json").status_code == 403


def test_an_invitation_makes_no_account(people: Cast, new_project: NewProject) -> None:
    _, secret = invite(
        project=new_project(), actor=people.owner, role=Role.ANNOTATOR, expires_in_days=1, uses=1
    )
    body = {"username": "new", "password": "long-enough-and-new"}
    answer = APIClient().post(f"/api/v1/invitations/{secret}/accept", body, format="json")
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "only_by_provider"


def test_tokens_of_scripts_go_on_working(people: Cast) -> None:
    _, secret = create_token(user=people.ada, name="script", expires_in_days=9)
    answer = APIClient().get("/api/v1/projects", HTTP_AUTHORIZATION=f"Token {secret}")
    assert answer.status_code == 200


def test_people_whom_a_crowd_platform_sends_come_as_before() -> None:
    refuse_way(How.CROWD, "worker")
    with pytest.raises(OnlyByProvider):
        refuse_way(How.LINK, "Ines")
