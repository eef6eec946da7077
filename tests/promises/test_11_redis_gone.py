"""Outages: while Redis is gone people sign in and work as before, and jobs wait."""

import socket
import uuid
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.core.cache.backends.redis import RedisCache
from pytest_django import Settings
from rest_framework.test import APIClient

from annotate.core import limits
from annotate.projects.models import Project
from annotate.workflow.models import Assignment
from tests.conftest import PASSWORD, Cast, add_samples
from tests.workflow.acts import use_recipe

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _redis_is_gone(settings: Settings) -> None:
    """Point sessions and limits at a port on which nothing listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings.CACHES = {
        "default": {
            "BACKEND": f"{RedisCache.__module__}.{RedisCache.__name__}",
            "LOCATION": f"redis://127.0.0.1:{port}/0",
            "OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 0.5},
        }
    }
    settings.SESSION_ENGINE = "annotate.core.sessions"


def signed_in(name: str = "ada") -> APIClient:
    client = APIClient()
    body = {"username": name, "password": PASSWORD}
    answer = client.post("/api/v1/session", body, format="json")
    assert answer.status_code == 200, answer.content
    return client


def send(client: APIClient, method: str, path: str, **body: Any) -> Any:
    answer = getattr(client, method)(f"/api/v1/{path}", body, format="json")
    assert answer.status_code < 300, (path, answer.status_code, answer.content)
    return answer.json() if answer.content else None


def test_the_cache_is_really_gone() -> None:
    with pytest.raises(Exception, match="onnect"):
        cache.get("anything")


def test_people_sign_in_and_stay_so_until_they_sign_out(people: Cast) -> None:
    client = signed_in()
    assert client.get("/api/v1/session").json()["user"]["username"] == "ada"
    assert client.delete("/api/v1/session").status_code == 200
    assert client.get("/api/v1/session").json()["user"] is None
    assert not Session.objects.exists()


def test_people_claim_type_check_and_submit(people: Cast, project: Project) -> None:
    use_recipe(project, {"key": "description"})
    add_samples(project, 1)
    ada = signed_in()
    claimed = send(ada, "post", f"projects/{project.pk}/claim")["assignment"]
    work = f"assignments/{claimed['id']}"
    answer = {"text": "A red kite over a bridge."}
    send(ada, "put", f"{work}/draft", version=0, answer=answer, active_seconds=1)
    send(ada, "post", f"{work}/check", answer=answer)
    send(ada, "post", f"{work}/submit", key=str(uuid.uuid4()), answer=answer, active_seconds=2)
    assert Assignment.objects.get().state == "submitted"


def test_every_request_is_answered_while_it_is_gone(people: Cast) -> None:
    client = signed_in()
    assert [client.get("/api/v1/session").status_code for _ in range(5)] == [200] * 5


def test_limits_let_everybody_through(people: Cast) -> None:
    with limits.one_at_a_time("anything", 1), limits.one_at_a_time("anything", 1):
        limits.charge(1, 10**9)
        limits.charge(1, 10**9)
