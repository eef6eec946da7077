"""Two listeners of our own, and a connection whose key only one of them was given."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from pytest_django import Settings
from rest_framework.test import APIClient

from annotate.backends.openai import server
from annotate.projects.models import Project
from tests.backends.standin.api import StandIn
from tests.backends.standin.requests import MODEL
from tests.backends.standin.serving import serving
from tests.conftest import Cast, client_of

KEY = "sk-of-the-lead-who-pays"


@dataclass
class Servers:
    """The lead's server and one of somebody else's, and where they listen (`host:port`)."""

    ours: StandIn
    our_host: str
    theirs: StandIn
    their_host: str

    def heard(self) -> str:
        """All that the other server was told, headers and bodies."""
        return str([(asked.headers, asked.body) for asked in self.theirs.asked])


@pytest.fixture
def servers(settings: Settings) -> Iterator[Servers]:
    server._shared.cache_clear()
    ours, theirs = StandIn(), StandIn()
    with serving(ours) as our_host, serving(theirs) as their_host:
        port = their_host.rpartition(":")[2]
        settings.FETCH_PRIVATE_HOSTS = [our_host, their_host, f"localhost:{port}"]
        yield Servers(ours, our_host, theirs, their_host)


@dataclass
class Connected:
    """The lead's connection with a key, in the hands of a second lead."""

    client: APIClient
    base: str
    id: int

    def change(self, **body: Any) -> Any:
        return self.client.patch(f"{self.base}/connections/{self.id}", body, format="json")

    def health(self) -> dict[str, Any]:
        answer = self.client.post(f"{self.base}/connections/{self.id}/health")
        return dict(answer.json())


@pytest.fixture
def connected(people: Cast, project: Project, servers: Servers) -> Connected:
    base = f"/api/v1/projects/{project.pk}"
    body = {
        "name": "Hosted",
        "backend": "openai",
        "settings": {"base_url": f"http://{servers.our_host}/v1", "model": MODEL, "retries": 0},
        "secrets": {"api_key": KEY},
    }
    made = client_of(people.owner).post(f"{base}/connections", body, format="json")
    assert made.status_code == 201, made.content
    return Connected(client_of(people.lead), base, made.json()["id"])
