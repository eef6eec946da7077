"""Signing in and out, and what ends a session."""

from typing import Any

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.contrib.sessions.models import Session
from pytest_django import Settings
from rest_framework.test import APIClient

from annotate.people.models import User
from tests.conftest import PASSWORD, Cast, client_of

pytestmark = pytest.mark.django_db
URL = "/api/v1/session"


def sign_in(client: APIClient, username: str = "ada", password: str = PASSWORD, **more: Any) -> Any:
    return client.post(URL, {"username": username, "password": password}, format="json", **more)


def who(client: APIClient) -> str | None:
    user = client.get(URL).json()["user"]
    return user["username"] if user else None


def test_who_signs_in_is_known_until_they_sign_out(people: Cast) -> None:
    client = APIClient()
    assert who(client) is None
    answer = sign_in(client)
    assert answer.status_code == 200
    assert answer.json()["user"]["display_name"] == "Ada"
    assert who(client) == "ada"
    left = client.delete(URL)
    assert (left.status_code, left.json()) == (200, {"address": None})
    assert who(client) is None
    assert not Session.objects.exists()


def test_signing_out_twice_is_no_error(people: Cast) -> None:
    assert APIClient().delete(URL).status_code == 200


@pytest.mark.parametrize(
    ("username", "password"),
    [("ada", "wrong"), ("nobody", PASSWORD), ("ada", PASSWORD.upper()), ("ada", PASSWORD + " ")],
)
def test_a_wrong_name_and_a_wrong_password_are_not_told_apart(
    people: Cast, username: str, password: str
) -> None:
    answer = sign_in(APIClient(), username, password)
    assert answer.status_code == 401
    assert answer.json()["error"]["message"] == "The username or the password is wrong."


def test_a_wrong_password_is_hashed_once(people: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many back ends there are: hashing takes a tenth of a second on purpose."""
    hashed: list[str] = []
    original = MD5PasswordHasher.encode

    def encode(hasher: MD5PasswordHasher, password: str, salt: str) -> str:
        hashed.append(password)
        return original(hasher, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", encode)
    assert sign_in(APIClient(), "ada", "wrong").status_code == 401
    assert hashed == ["wrong"]


def test_who_signed_in_before_an_update_stays_signed_in(people: Cast) -> None:
    client = APIClient()
    client.force_login(people.ada, backend="django.contrib.auth.backends.ModelBackend")
    assert who(client) == "ada"
    User.objects.filter(pk=people.ada.pk).update(is_active=False)
    assert who(client) is None


def test_a_closed_account_cannot_sign_in(people: Cast) -> None:
    User.objects.filter(pk=people.ada.pk).update(is_active=False)
    assert sign_in(APIClient()).status_code == 401


def test_closing_an_account_ends_its_sessions(people: Cast) -> None:
    client = client_of(people.ada)
    User.objects.filter(pk=people.ada.pk).update(is_active=False)
    assert client.get("/api/v1/work").status_code == 401


def test_signing_in_needs_the_token_of_the_page(people: Cast) -> None:
    """Or another site could sign a victim in under an account of its own."""
    client = APIClient(enforce_csrf_checks=True)
    answer = sign_in(client)
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "csrf")
    client.get(URL)
    token = client.cookies["csrftoken"].value
    assert sign_in(client, headers={"x-csrftoken": token}).status_code == 200


def test_every_change_needs_the_token_of_the_page(people: Cast) -> None:
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(people.ada, backend="django.contrib.auth.backends.ModelBackend")
    assert client.patch("/api/v1/me", {}, format="json").status_code == 403
    client.get(URL)
    token = client.cookies["csrftoken"].value
    answer = client.patch("/api/v1/me", {}, format="json", headers={"x-csrftoken": token})
    assert answer.status_code == 200


def test_a_session_gets_a_new_key_at_sign_in(people: Cast) -> None:
    """Or a key that was planted before would be signed in as well."""
    client = APIClient()
    session = client.session
    session["planted"] = 1
    session.save()
    client.cookies["sessionid"] = str(session.session_key)
    sign_in(client)
    assert client.cookies["sessionid"].value != session.session_key


def test_the_cookies_are_out_of_reach_of_scripts_and_other_sites(people: Cast) -> None:
    client = APIClient()
    sign_in(client)
    cookie = client.cookies["sessionid"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"


def test_after_eight_wrong_passwords_the_right_one_has_to_wait(people: Cast) -> None:
    statuses = [sign_in(APIClient(), password="wrong").status_code for _ in range(8)]
    assert statuses[:7] == [401] * 7
    assert statuses[7] == 429
    assert sign_in(APIClient()).status_code == 429


def test_one_account_locked_leaves_the_others_alone(people: Cast) -> None:
    for _ in range(9):
        sign_in(APIClient(), password="wrong")
    assert sign_in(APIClient(), "ben").status_code == 200


def test_another_address_is_not_locked_out(people: Cast) -> None:
    """Or anybody could keep anybody out by guessing on purpose."""
    for _ in range(9):
        sign_in(APIClient(REMOTE_ADDR="192.0.2.1"), password="wrong")
    assert sign_in(APIClient(REMOTE_ADDR="192.0.2.2")).status_code == 200


def test_behind_our_proxy_the_address_is_the_one_the_proxy_saw(
    people: Cast, settings: Settings
) -> None:
    settings.TRUST_PROXY = True
    for number in range(9):
        headers = {"x-forwarded-for": f"203.0.113.{number}, 192.0.2.1"}
        sign_in(APIClient(), password="wrong", headers=headers)
    one, other = ({"x-forwarded-for": f"192.0.2.{number}"} for number in (1, 2))
    assert sign_in(APIClient(), headers=one).status_code == 429
    assert sign_in(APIClient(), headers=other).status_code == 200


def test_without_a_proxy_nobody_chooses_their_address(people: Cast) -> None:
    """Or who guesses passwords would send another one with each guess."""
    statuses = [
        sign_in(APIClient(), password="wrong", headers={"x-forwarded-for": f"192.0.2.{n}"})
        for n in range(9)
    ]
    assert statuses[-1].status_code == 429


def test_signing_in_forgets_earlier_mistakes(people: Cast) -> None:
    for _ in range(5):
        sign_in(APIClient(), password="wrong")
    assert sign_in(APIClient()).status_code == 200
    for _ in range(5):
        assert sign_in(APIClient(), password="wrong").status_code == 401


def change(client: APIClient, current: str, new: str) -> Any:
    body = {"current_password": current, "new_password": new}
    return client.post("/api/v1/me/password", body, format="json")


def test_a_new_password_ends_every_other_session(people: Cast) -> None:
    here, elsewhere = client_of(people.ada), client_of(people.ada)
    assert change(here, PASSWORD, "a-brand-new-secret").status_code == 204
    assert who(here) == "ada"
    assert who(elsewhere) is None
    assert sign_in(APIClient()).status_code == 401
    assert sign_in(APIClient(), password="a-brand-new-secret").status_code == 200


def test_the_present_password_is_asked_for(people: Cast) -> None:
    answer = change(client_of(people.ada), "wrong", "a-brand-new-secret")
    assert answer.status_code == 422
    assert answer.json()["error"]["fields"][0]["path"] == "current_password"


@pytest.mark.parametrize("weak", ["short", "password123", "1234567890", "8391047265"])
def test_a_weak_password_is_refused_with_the_reason(people: Cast, weak: str) -> None:
    answer = change(client_of(people.ada), PASSWORD, weak)
    assert answer.status_code == 422
    [field, *_] = answer.json()["error"]["fields"]
    assert (field["path"], field["code"]) == ("new_password", "weak_password")


def test_what_one_says_of_oneself_can_be_changed(people: Cast) -> None:
    client = client_of(people.ada)
    body = {"display_name": "Ada L.", "email": "ada@example.org"}
    answer = client.patch("/api/v1/me", body, format="json").json()
    assert (answer["display_name"], answer["email"]) == ("Ada L.", "")
    assert answer["unconfirmed_email"] == "ada@example.org"
    answer = client.patch("/api/v1/me", {"display_name": ""}, format="json").json()
    assert (answer["display_name"], answer["unconfirmed_email"]) == ("ada", "ada@example.org")


@pytest.mark.parametrize("right", ["is_admin", "is_staff", "is_superuser", "may_create_projects"])
def test_nobody_gives_themselves_rights(people: Cast, right: str) -> None:
    client_of(people.ada).patch("/api/v1/me", {right: True}, format="json")
    people.ada.refresh_from_db()
    rights = (people.ada.is_admin, people.ada.is_superuser, people.ada.is_maker)
    assert rights == (False, False, False)
