"""Security: passwords are not guessed name by name, nor at somebody's open page."""

from typing import Any

import pytest
from pytest_django import Settings
from rest_framework.test import APIClient

from tests.conftest import PASSWORD, Cast, Clock, client_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _few_guesses(settings: Settings) -> None:
    settings.LOGIN_FAILURES_PER_ADDRESS = 5


def sign_in(name: str, password: str = "wrong", address: str = "203.0.113.7") -> Any:
    return APIClient().post(
        "/api/v1/session",
        {"username": name, "password": password},
        format="json",
        REMOTE_ADDR=address,
    )


def test_an_address_that_tries_many_names_has_to_wait(people: Cast, time: Clock) -> None:
    answers = [sign_in(f"name{number}") for number in range(7)]
    assert [answer.status_code for answer in answers] == [401] * 5 + [429] * 2
    assert 0 < int(answers[-1].headers["Retry-After"]) <= 15 * 60
    assert sign_in("ada", PASSWORD).status_code == 429, "right or wrong is not told any more"


def test_others_are_let_in_meanwhile(people: Cast, time: Clock) -> None:
    for number in range(6):
        sign_in(f"name{number}")
    assert sign_in("ada", PASSWORD, address="203.0.113.8").status_code == 200


def test_the_address_is_let_in_after_a_while(people: Cast, time: Clock) -> None:
    for number in range(6):
        sign_in(f"name{number}")
    time.forward(minutes=16)
    assert sign_in("ada", PASSWORD).status_code == 200


def test_signing_in_counts_nothing_where_the_password_is_right(people: Cast, time: Clock) -> None:
    assert [sign_in("ada", PASSWORD).status_code for _ in range(7)] == [200] * 7


def test_who_sits_at_somebodys_page_does_not_guess_their_password(
    people: Cast, time: Clock
) -> None:
    client = client_of(people.ada)

    def change(current: str) -> int:
        body = {"current_password": current, "new_password": "a new long secret"}
        return int(client.post("/api/v1/me/password", body, format="json").status_code)

    assert [change(f"guess {number}") for number in range(10)] == [422] * 8 + [429] * 2
    assert change(PASSWORD) == 429
    time.forward(minutes=16)
    assert change(PASSWORD) == 204
