"""A page says whose it is, and what it sends is never taken for somebody else's."""

from collections.abc import Callable

import pytest
from rest_framework.test import APIClient

from annotate.people.models import User
from tests.conftest import Cast

pytestmark = pytest.mark.django_db

AsUser = Callable[[User | None], APIClient]


def test_a_page_of_the_person_signed_in_is_answered(people: Cast, as_user: AsUser) -> None:
    answer = as_user(people.ada).get(
        "/api/v1/work", headers={"X-Annotate-User": str(people.ada.pk)}
    )
    assert answer.status_code == 200


def test_a_page_of_somebody_else_is_told_to_sign_in_again(people: Cast, as_user: AsUser) -> None:
    answer = as_user(people.ben).get(
        "/api/v1/work", headers={"X-Annotate-User": str(people.ada.pk)}
    )
    assert answer.status_code == 401
    assert answer.json()["error"]["code"] == "other_user"


def test_a_page_that_names_nobody_is_answered(people: Cast, as_user: AsUser) -> None:
    assert as_user(people.ben).get("/api/v1/work").status_code == 200


@pytest.mark.parametrize("name", ["", "0", "-1", "ada", "1e3", "9" * 40])
def test_no_other_name_is_taken_for_the_person(people: Cast, as_user: AsUser, name: str) -> None:
    answer = as_user(people.ben).get("/api/v1/work", headers={"X-Annotate-User": name})
    assert answer.status_code == 401


def test_nothing_is_changed_in_the_name_of_the_next_person(people: Cast, as_user: AsUser) -> None:
    changed = as_user(people.ben).patch(
        "/api/v1/me",
        {"display_name": "Ada's new name"},
        format="json",
        headers={"X-Annotate-User": str(people.ada.pk)},
    )
    assert changed.status_code == 401
    people.ben.refresh_from_db()
    assert people.ben.display_name == "Ben"
