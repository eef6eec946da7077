"""What an error must look like to any client, and who asks in the tests of it."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from annotate.projects.models import Project
from annotate.workflow.models import Assignment
from tests.conftest import Cast, add_samples, client_of
from tests.workflow.acts import claim

KEYS = {
    *("code", "message", "message_code", "remedy", "remedy_code", "params"),
    *("retry", "fields", "details"),
}

FIELD_KEYS = {"path", "code", "message", "message_code", "params"}


def error_of(response: Any, status: int) -> dict[str, Any]:
    """Return the error of an answer, having checked its shape."""
    text = response.content.decode()[:500]
    assert response.status_code == status, f"{response.status_code} instead of {status}: {text}"
    assert response["Content-Type"] == "application/json", text
    body = response.json()
    assert set(body) == {"error"}, text
    error: dict[str, Any] = body["error"]
    assert set(error) == KEYS, text
    assert error["message"].endswith((".", "…")), f"no sentence: {error['message']!r}"
    assert isinstance(error["retry"], bool)
    assert isinstance(error["details"], dict)
    assert all(set(field) == FIELD_KEYS for field in error["fields"])
    return error


@pytest.fixture
def held(people: Cast, project: Project) -> Assignment:
    add_samples(project, 1)
    return claim(project, people.ada)


@pytest.fixture
def ada(people: Cast) -> APIClient:
    return client_of(people.ada)


@pytest.fixture
def owner(people: Cast) -> APIClient:
    return client_of(people.owner)
