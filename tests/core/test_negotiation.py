"""Answers are JSON; who takes no JSON is told so."""

import pytest
from rest_framework.test import APIClient

from tests.conftest import Cast, client_of

pytestmark = pytest.mark.django_db
HERE = "/api/v1/projects"


@pytest.fixture
def client(people: Cast) -> APIClient:
    return client_of(people.ada)


@pytest.mark.parametrize(
    "accepted",
    [
        "*/*",
        "application/json",
        "application/*",
        "text/html, application/json;q=0.9",
        "text/*, */*",
    ],
)
def test_whoever_takes_json_gets_json(client: APIClient, accepted: str) -> None:
    answer = client.get(HERE, HTTP_ACCEPT=accepted)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")


def test_whoever_says_nothing_gets_json(client: APIClient) -> None:
    answer = client.get(HERE)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")


@pytest.mark.parametrize("accepted", ["text/html", "image/png", "nonsense"])
def test_whoever_takes_no_json_is_told_so_in_json(client: APIClient, accepted: str) -> None:
    answer = client.get(HERE, HTTP_ACCEPT=accepted)
    assert answer.status_code == 406
    assert answer.json()["error"]["code"]


def test_no_parameter_names_another_form(client: APIClient) -> None:
    assert client.get(f"{HERE}?format=xml").status_code == 404
