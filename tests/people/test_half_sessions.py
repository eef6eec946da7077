"""Who has given the password and not the second factor is a stranger everywhere but at the door."""

from typing import Any

import pytest
from django.db import transaction

from annotate.projects.models import Project
from tests.architecture.matrix import BODIES
from tests.architecture.matrix_audiences import sent
from tests.architecture.operations import METHODS, operations
from tests.architecture.test_permissions import make_world
from tests.conftest import Cast
from tests.people.factors import add_app, sign_in
from tests.people.test_second_factors import require

pytestmark = pytest.mark.django_db
AT_THE_DOOR = ("public", "at the door")
# What it takes to set up a factor, open to those who must have one before they are in.
ENROLLING = {
    ("get", "me/second-factors"),
    ("post", "me/second-factors/app"),
    ("delete", "me/second-factors/app"),
    ("post", "me/second-factors/app/confirm"),
    ("post", "me/second-factors/passkeys/begin"),
    ("post", "me/second-factors/passkeys"),
}


def asked_of() -> dict[tuple[str, str], Any]:
    """Every operation that is not for everybody, with the audience that it has."""
    return {operation: who for operation, who in operations().items() if who not in AT_THE_DOOR}


def statuses(client: Any, asked: Any, ids: dict[str, Any]) -> dict[tuple[str, str], int]:
    found = {}
    for method, address in sorted(asked, key=lambda each: (METHODS.index(each[0]), each[1])):
        arguments = {} if method == "get" else sent(BODIES.get((method, address)), ids)
        with transaction.atomic():
            answer = getattr(client, method)(f"/api/v1/{address.format(**ids)}", **arguments)
            transaction.set_rollback(True)
        found[(method, address)] = answer.status_code
    return found


def test_before_the_second_factor_nobody_gets_anywhere(people: Cast, project: Project) -> None:
    """Catches an operation that looks for a person anywhere but in who is signed in."""
    ids = make_world(project, people.owner, people.ada)
    half = sign_in(people.ada)  # who has a passkey
    assert half.get("/api/v1/session").json()["pending"]["step"] == "answer"
    asked = asked_of()
    found = statuses(half, asked, ids)
    assert found == dict.fromkeys(found, 401)
    assert len(found) > 250
    assert half.get("/api/v1/session").json()["pending"]["step"] == "answer"


def test_who_has_to_set_one_up_can_do_that_and_nothing_else(people: Cast, project: Project) -> None:
    ids = make_world(project, people.owner, people.ada)
    require(people, "everybody")
    half = sign_in(people.ben)
    assert half.get("/api/v1/session").json()["pending"]["step"] == "enrol"
    asked = asked_of()
    assert asked.keys() >= ENROLLING
    found = statuses(half, asked.keys() - ENROLLING, ids)
    assert found == dict.fromkeys(found, 401)


def test_a_half_session_is_in_nobodys_list(people: Cast) -> None:
    here = sign_in(people.ada)
    add_app(here)
    sign_in(people.ada)
    assert len(here.get("/api/v1/me/sessions").json()) == 1
    assert here.get("/api/v1/session").json()["user"]["username"] == "ada"
