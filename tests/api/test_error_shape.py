"""Whatever goes wrong, the answer has one shape."""

from typing import Any

import pytest
from django.test import Client, override_settings
from rest_framework.test import APIClient

from annotate.projects.models import Project
from annotate.workflow.models import Assignment
from tests.api.answers import ada, error_of, held, owner
from tests.conftest import PASSWORD, Cast

__all__ = ["ada", "held", "owner"]
pytestmark = pytest.mark.django_db


# --- Each status ------------------------------------------------------------------------------


def test_400_a_host_that_is_not_ours(people: Cast) -> None:
    answer = Client(headers={"host": "evil.example"}).get("/api/v1/session")
    error_of(answer, 400)


def test_401_not_signed_in() -> None:
    answer = APIClient().get("/api/v1/work")
    assert error_of(answer, 401)["code"] == "not_authenticated"
    assert answer["WWW-Authenticate"]


def test_403_another_role(ada: APIClient, project: Project) -> None:
    assert error_of(ada.get(f"/api/v1/projects/{project.pk}/overview"), 403)["code"] == "forbidden"


def test_403_without_the_token_of_the_page(people: Cast) -> None:
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(people.ada, backend="django.contrib.auth.backends.ModelBackend")
    assert error_of(client.patch("/api/v1/me", {}, format="json"), 403)["code"] == "csrf"


@pytest.mark.parametrize(
    "path",
    ["/api/v1/nowhere", "/api/v1/session/", "/api/v2/session", "/static/none.js", "/api/"],
)
def test_404_no_such_address(ada: APIClient, path: str) -> None:
    assert error_of(ada.get(path), 404)["code"] == "not_found"


def test_405_another_method(ada: APIClient) -> None:
    assert error_of(ada.delete("/api/v1/work"), 405)["code"] == "method_not_allowed"


def test_409_a_conflict(ada: APIClient, held: Assignment) -> None:
    body = {"version": 9, "answer": {"objects": []}}
    answer = ada.put(f"/api/v1/assignments/{held.pk}/draft", body, format="json")
    error = error_of(answer, 409)
    assert error["code"] == "stale_draft"
    assert set(error["details"]) == {"version", "answer", "saved_at", "scratch_reason", "looked_at"}


@override_settings(DATA_UPLOAD_MAX_MEMORY_SIZE=1000)
def test_413_more_than_is_taken_at_once(ada: APIClient, held: Assignment) -> None:
    body = {"version": 0, "answer": {"objects": []}, "scratch_reason": "x" * 2000}
    answer = ada.put(f"/api/v1/assignments/{held.pk}/draft", body, format="json")
    assert error_of(answer, 413)["code"] == "too_large"


def test_415_another_content_type(ada: APIClient, held: Assignment) -> None:
    url = f"/api/v1/assignments/{held.pk}/heartbeat"
    answer = ada.post(url, "<a/>", content_type="application/xml")
    assert error_of(answer, 415)["code"] == "unsupported_media_type"


def test_422_a_rule_is_broken_and_the_place_named(ada: APIClient, held: Assignment) -> None:
    body = {"key": "no uuid", "answer": [], "active_seconds": -1}
    error = error_of(ada.post(f"/api/v1/assignments/{held.pk}/submit", body, format="json"), 422)
    assert {field["path"] for field in error["fields"]} == {"key", "answer", "active_seconds"}


def test_429_too_many_attempts(people: Cast) -> None:
    client = APIClient()
    for _ in range(12):
        answer = client.post(
            "/api/v1/session", {"username": "ada", "password": "wrong"}, format="json"
        )
    error = error_of(answer, 429)
    assert error["code"] == "throttled"
    assert error["details"]["retry_after"] > 0
    assert int(answer["Retry-After"]) > 0


def test_500_a_fault_of_ours_tells_nothing_of_the_inside(
    ada: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: Any) -> Any:
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr("annotate.workflow.selectors.work_of", broken)
    ada.raise_request_exception = False
    answer = ada.get("/api/v1/work")
    error = error_of(answer, 500)
    assert error["code"] == "server_error"
    assert error["retry"] is True
    assert b"secret" not in answer.content
    assert answer["X-Request-Id"]


# --- What clients may send --------------------------------------------------------------------


def test_a_request_id_comes_back_and_a_strange_one_is_replaced(ada: APIClient) -> None:
    good = ada.get("/api/v1/work", headers={"x-request-id": "abcdef-123456"})
    assert good["X-Request-Id"] == "abcdef-123456"
    bad = ada.get("/api/v1/work", headers={"x-request-id": "<script>"})
    assert bad["X-Request-Id"].isalnum()


def test_signing_in_with_a_wrong_password_has_the_shape_as_well(people: Cast) -> None:
    body = {"username": "ada", "password": PASSWORD + "x"}
    answer = APIClient().post("/api/v1/session", body, format="json")
    assert error_of(answer, 401)["code"] == "wrong_credentials"
