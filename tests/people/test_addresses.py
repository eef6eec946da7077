"""Addresses of mail: nobody is written to where they have not said that it is them."""

import re

import pytest
from django.core import mail as outbox
from pytest_django import Settings
from rest_framework.test import APIClient

from annotate.people import services
from annotate.people.models import User
from annotate.people.services import password_resets
from tests.conftest import Cast, Clock, client_of
from tests.projects.receiving import Idle

pytestmark = pytest.mark.django_db
CONFIRM = "/api/v1/addresses/confirm"
AGAIN = "/api/v1/me/address/send-again"


@pytest.fixture(autouse=True)
def mail_server(settings: Settings) -> None:
    settings.EMAIL_URL = "smtp://mail.example.org"
    settings.PUBLIC_URL = "https://annotate.example.org"


def sent() -> list[tuple[str, str]]:
    """What the job sends now: to whom, and the text."""
    before = len(outbox.outbox)
    password_resets.send_due({}, Idle())
    return [(each.to[0], str(each.body)) for each in outbox.outbox[before:]]


def secret_in(text: str) -> str:
    found = re.search(r"https://annotate\.example\.org/confirm-address#(\S+)", text)
    assert found is not None
    return found[1]


def follow(secret: str) -> int:
    return int(APIClient().post(CONFIRM, {"token": secret}, format="json").status_code)


def change(user: User, address: str) -> None:
    answer = client_of(user).patch("/api/v1/me", {"email": address}, format="json")
    assert answer.status_code == 200, answer.content


def state(user: User) -> tuple[str, str]:
    user.refresh_from_db()
    return user.email, user.unconfirmed_email


def test_an_address_is_used_once_its_link_was_followed(people: Cast) -> None:
    change(people.ada, "ada@example.org")
    assert state(people.ada) == ("", "ada@example.org")
    ((to, text),) = sent()
    assert to == "ada@example.org"
    assert follow(secret_in(text)) == 204
    assert state(people.ada) == ("ada@example.org", "")
    assert follow(secret_in(text)) == 404
    assert sent() == []


def test_the_old_address_stays_until_then_and_is_told_after(people: Cast) -> None:
    User.objects.filter(pk=people.ada.pk).update(email="old@example.org")
    change(people.ada, "new@example.org")
    assert state(people.ada) == ("old@example.org", "new@example.org")
    ((_, text),) = sent()
    services.ask_for_link(account="ada")
    assert [to for to, _ in sent()] == ["old@example.org"]
    assert follow(secret_in(text)) == 204
    ((to, told),) = sent()
    assert to == "old@example.org"
    assert "another address" in told


def test_a_forgotten_password_is_sent_to_no_address_that_waits(people: Cast) -> None:
    change(people.ada, "ada@example.org")
    sent()
    for account in ("ada", "ada@example.org"):
        services.ask_for_link(account=account)
    assert sent() == []


def test_a_link_lasts_three_days(people: Cast, time: Clock) -> None:
    change(people.ada, "ada@example.org")
    ((_, text),) = sent()
    time.forward(days=3, seconds=1)
    assert follow(secret_in(text)) == 404
    assert state(people.ada) == ("", "ada@example.org")


def test_sent_again_only_the_last_link_works(people: Cast) -> None:
    change(people.ada, "ada@example.org")
    ((_, first),) = sent()
    assert client_of(people.ada).post(AGAIN).status_code == 204
    ((_, second),) = sent()
    assert follow(secret_in(first)) == 404
    assert follow(secret_in(second)) == 204
    assert client_of(people.ada).post(AGAIN).status_code == 409


def test_a_link_confirms_no_other_address_than_its_own(people: Cast) -> None:
    change(people.ada, "one@example.org")
    ((_, text),) = sent()
    change(people.ada, "two@example.org")
    assert follow(secret_in(text)) == 404
    assert state(people.ada) == ("", "two@example.org")


def test_strangers_are_not_written_to_without_end(people: Cast) -> None:
    change(people.ada, "one@example.org")
    statuses = [client_of(people.ada).post(AGAIN).status_code for _ in range(5)]
    assert statuses == [204, 204, 204, 204, 429]


def test_going_back_to_the_present_address_withdraws_the_new_one(people: Cast) -> None:
    User.objects.filter(pk=people.ada.pk).update(email="old@example.org")
    change(people.ada, "new@example.org")
    ((_, text),) = sent()
    change(people.ada, "old@example.org")
    assert state(people.ada) == ("old@example.org", "")
    assert follow(secret_in(text)) == 404


def test_no_address_is_no_mail_and_the_old_one_is_told(people: Cast) -> None:
    User.objects.filter(pk=people.ada.pk).update(email="old@example.org")
    change(people.ada, "")
    assert state(people.ada) == ("", "")
    assert [to for to, _ in sent()] == ["old@example.org"]


def test_who_is_made_an_account_confirms_its_address(people: Cast) -> None:
    body = {"username": "nia", "password": "correct-horse-battery", "email": "nia@example.org"}
    told = client_of(people.admin).post("/api/v1/users", body, format="json").json()
    assert (told["email"], told["unconfirmed_email"]) == ("", "nia@example.org")
    ((to, text),) = sent()
    assert to == "nia@example.org"
    assert follow(secret_in(text)) == 204
    assert User.objects.get(username="nia").email == "nia@example.org"


def test_without_mail_an_address_waits_until_there_is(people: Cast, settings: Settings) -> None:
    settings.EMAIL_URL = ""
    change(people.ada, "ada@example.org")
    assert state(people.ada) == ("", "ada@example.org")
    assert client_of(people.ada).post(AGAIN).status_code == 409
