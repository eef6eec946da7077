"""Tokens for scripts: shown once, kept as a digest, and ended at will."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from annotate.people import services
from annotate.people.models import ApiToken, User
from tests.conftest import Cast, Clock, client_of

pytestmark = pytest.mark.django_db


def make(user: User, **changes: Any) -> dict[str, Any]:
    body = {"name": "notebook", "expires_in_days": 30, **changes}
    answer = client_of(user).post("/api/v1/me/tokens", body, format="json")
    assert answer.status_code == 201, answer.content
    made: dict[str, Any] = answer.json()
    return made


def use(secret: str, scheme: str = "Token") -> int:
    headers = {"authorization": f"{scheme} {secret}"}
    return APIClient().get("/api/v1/work", headers=headers).status_code


def test_a_token_opens_the_api_to_a_script(people: Cast) -> None:
    made = make(people.ada)
    assert use(made["token"]) == 200
    assert use(made["token"], "Bearer") == 200


def test_a_script_needs_no_token_of_a_page(people: Cast) -> None:
    made = make(people.ada)
    client = APIClient(enforce_csrf_checks=True)
    headers = {"authorization": f"Token {made['token']}"}
    answer = client.patch("/api/v1/me", {}, format="json", headers=headers)
    assert answer.status_code == 200


def test_the_secret_is_shown_once(people: Cast) -> None:
    made = make(people.ada)
    [listed] = client_of(people.ada).get("/api/v1/me/tokens").json()
    assert "token" not in listed
    assert made["token"] not in str(listed)
    assert listed["prefix"] == made["token"][:8]


def test_the_database_does_not_know_the_secret(people: Cast) -> None:
    made = make(people.ada)
    row = ApiToken.objects.values().get()
    assert made["token"] not in str(row)
    assert len(row["digest"]) == 64


def test_a_token_ends_on_its_day(people: Cast, time: Clock) -> None:
    made = make(people.ada, expires_in_days=2)
    time.forward(days=1, hours=23)
    assert use(made["token"]) == 200
    time.forward(hours=1)
    assert use(made["token"]) == 401
    assert client_of(people.ada).get("/api/v1/me/tokens").json() == []


def test_a_revoked_token_ends_at_once(people: Cast) -> None:
    made = make(people.ada)
    answer = client_of(people.ada).delete(f"/api/v1/me/tokens/{made['id']}")
    assert answer.status_code == 204
    assert use(made["token"]) == 401


def test_nobody_sees_or_revokes_the_token_of_another(people: Cast) -> None:
    made = make(people.ada)
    for other in (people.ben, people.admin):
        assert client_of(other).get("/api/v1/me/tokens").json() == []
        assert client_of(other).delete(f"/api/v1/me/tokens/{made['id']}").status_code == 404
    assert use(made["token"]) == 200


def test_the_token_of_a_closed_account_is_dead(people: Cast) -> None:
    made = make(people.ada)
    User.objects.filter(pk=people.ada.pk).update(is_active=False)
    assert use(made["token"]) == 401


def test_a_wrong_token_is_refused_even_where_nobody_need_sign_in(people: Cast) -> None:
    """A script with an old token is told so, rather than treated as nobody."""
    answer = APIClient().get("/api/v1/schema/", headers={"authorization": "Token wrong"})
    assert answer.status_code == 401


@pytest.mark.parametrize("header", ["Token", "Token ", "Basic YWRhOmNvcnJlY3Q=", "nonsense"])
def test_what_is_no_token_is_no_sign_in(people: Cast, header: str) -> None:
    answer = APIClient().get("/api/v1/work", headers={"authorization": header})
    assert answer.status_code == 401


def test_use_is_noted_now_and_then(people: Cast, time: Clock) -> None:
    made = make(people.ada)
    use(made["token"])
    first = ApiToken.objects.get().last_used_at
    assert first == time.at
    time.forward(minutes=4)
    use(made["token"])
    assert ApiToken.objects.get().last_used_at == first
    at = time.forward(minutes=2)
    use(made["token"])
    assert ApiToken.objects.get().last_used_at == at


def test_no_two_secrets_are_alike(people: Cast) -> None:
    secrets = {
        services.create_token(user=people.ada, name="x", expires_in_days=1)[1] for _ in range(50)
    }
    assert len(secrets) == 50
    assert min(map(len, secrets)) >= 40
