"""Promise 10: secrets fall when scheme, host or port of an address change.

Two listeners of our own are the servers: what one was given a key for, the other must never hear.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from pytest_django import Settings
from rest_framework.test import APIClient

from annotate.backends.openai import server
from annotate.core.jobs import services as jobs
from annotate.crowd import adapters
from annotate.images import services as images
from annotate.projects.models import Project
from annotate.seeding.models import Connection
from annotate.workflow import services as workflow
from tests.backends.standin.api import MODEL, StandIn
from tests.backends.standin.serving import serving
from tests.conftest import Cast, client_of
from tests.images.pictures import jpeg

pytestmark = pytest.mark.django_db
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


def test_a_key_is_sent_to_the_server_it_was_given_for(
    connected: Connected, servers: Servers
) -> None:
    servers.ours.key = KEY
    assert connected.health()["available"] is True


def test_another_lead_who_changes_the_address_is_refused_and_hears_no_key(
    connected: Connected, servers: Servers
) -> None:
    elsewhere = {"base_url": f"http://{servers.their_host}/v1"}
    refused = connected.change(settings=elsewhere)
    assert refused.status_code == 422
    (field,) = refused.json()["error"]["fields"]
    assert (field["path"], field["code"]) == ("secrets.api_key", "secret_of_another_server")
    assert servers.their_host in field["message"]
    connected.health()
    assert servers.theirs.asked == []
    assert len(servers.ours.asked) > 0  # nothing was changed


@pytest.mark.parametrize(
    "address",
    [
        "https://{ours}/v1",  # the scheme
        "http://localhost:{our_port}/v1",  # the host
        "http://127.0.0.1:{their_port}/v1",  # the port
        "http://127.0.0.1/v1",  # the port that goes without saying
        "http://{ours}.example.org/v1",
    ],
)
def test_scheme_host_and_port_each_count(
    connected: Connected, servers: Servers, address: str
) -> None:
    url = address.format(
        ours=servers.our_host,
        our_port=servers.our_host.rpartition(":")[2],
        their_port=servers.their_host.rpartition(":")[2],
    )
    assert connected.change(settings={"base_url": url}).status_code == 422
    assert Connection.objects.get(pk=connected.id).secrets_for == [f"http://{servers.our_host}"]


def test_the_path_and_the_other_settings_may_change(connected: Connected, servers: Servers) -> None:
    url = f"http://{servers.our_host}/v1/other"
    assert connected.change(settings={"base_url": url, "timeout": 7}).status_code == 200
    assert connected.change(name="Renamed").status_code == 200
    assert connected.change(settings={"temperature": 1}).status_code == 200


def test_with_its_own_key_the_other_server_is_told_that_alone(
    connected: Connected, servers: Servers
) -> None:
    servers.theirs.key = "sk-of-another"
    elsewhere = {"base_url": f"http://{servers.their_host}/v1"}
    changed = connected.change(settings=elsewhere, secrets={"api_key": "sk-of-another"})
    assert changed.status_code == 200, changed.content
    assert connected.health()["available"] is True
    assert KEY not in servers.heard()


def test_who_takes_the_key_away_may_go_anywhere(connected: Connected, servers: Servers) -> None:
    elsewhere = {"base_url": f"http://{servers.their_host}/v1"}
    changed = connected.change(settings=elsewhere, secrets={"api_key": None})
    assert changed.json()["has_secrets"] == {"api_key": False}
    assert connected.health()["available"] is True
    assert KEY not in servers.heard()


@pytest.fixture
def trapped(connected: Connected, servers: Servers) -> int:
    """An older version leads to the other server; the newest has the lead's address and key."""
    elsewhere = {"base_url": f"http://{servers.their_host}/v1"}
    connected.change(settings=elsewhere, secrets={"api_key": None})
    home = {"base_url": f"http://{servers.our_host}/v1"}
    back = connected.change(settings=home, secrets={"api_key": KEY})
    assert back.status_code == 200, back.content
    versions = connected.client.get(f"{connected.base}/connections/{connected.id}/versions").json()
    (trap,) = [
        version["id"]
        for version in versions
        if version["settings"]["base_url"] == elsewhere["base_url"]
    ]
    return int(trap)


def test_promoting_a_version_of_another_server_sends_it_no_key(
    connected: Connected, servers: Servers, trapped: int
) -> None:
    before = len(servers.theirs.asked)
    assert connected.client.post(f"{connected.base}/versions/{trapped}/promote").status_code == 200
    health = connected.health()
    assert (health["available"], health["reason"]["message_code"]) == (
        False,
        "secrets_of_another_server",
    )
    assert len(servers.theirs.asked) == before


def test_rolling_back_to_a_version_of_another_server_sends_it_no_key(
    connected: Connected, servers: Servers, trapped: int
) -> None:
    rollback = f"{connected.base}/connections/{connected.id}/rollback"
    assert connected.client.post(rollback, {}, format="json").json()["id"] == trapped
    assert connected.health()["available"] is False
    assert KEY not in servers.heard()


def test_trying_a_version_of_another_server_sends_it_no_key(
    connected: Connected, servers: Servers, project: Project, trapped: int
) -> None:
    image = images.add_image(project=project, data=jpeg(64, 48, seed=7), name="p.jpg")
    body = {"image": image.pk, "version": trapped}
    url = f"{connected.base}/connections/{connected.id}/try"
    trial = connected.client.post(url, body, format="json")
    assert trial.status_code == 201, trial.content
    jobs.run(trial.json()["job"]["id"])
    seen = connected.client.get(f"{connected.base}/trials/{trial.json()['id']}").json()
    assert seen["result"]["problem"]["message_code"] == "secrets_of_another_server"
    assert KEY not in servers.heard()


def test_a_seeding_run_by_a_version_of_another_server_sends_it_no_key(
    connected: Connected, servers: Servers, project: Project, trapped: int
) -> None:
    image = images.add_image(project=project, data=jpeg(64, 48, seed=8), name="p.jpg")
    workflow.add_samples(project=project, image_ids=[image.pk])
    chosen = {"detector": connected.id, "captioner": connected.id}
    connected.client.put(f"{connected.base}/model-assignment", chosen, format="json")
    connected.client.post(f"{connected.base}/versions/{trapped}/promote")
    started = connected.client.post(f"{connected.base}/seeding", {}, format="json")
    assert started.json()["error"]["code"] == "secrets_of_another_server"
    assert KEY not in servers.heard()


def test_a_key_given_later_is_for_the_server_that_serves_then(
    connected: Connected, servers: Servers, trapped: int
) -> None:
    connected.client.post(f"{connected.base}/versions/{trapped}/promote")
    servers.theirs.key = "sk-of-another"
    assert connected.change(secrets={"api_key": "sk-of-another"}).status_code == 200
    assert connected.health()["available"] is True
    assert KEY not in servers.heard()


def test_keys_for_the_sandbox_of_a_platform_are_not_sent_where_money_is_paid(
    people: Cast, project: Project
) -> None:
    base = f"/api/v1/projects/{project.pk}/channels"
    keys = {"access_key_id": "AKIA0", "secret_access_key": "s3cret"}
    body = {"name": "Turk", "adapter": "mturk", "settings": {"environment": "sandbox", **keys}}
    owner, lead = client_of(people.owner), client_of(people.lead)
    made = owner.post(base, body, format="json")
    assert made.status_code == 201, made.content
    channel, real = f"{base}/{made.json()['id']}", {"environment": "production"}
    refused = lead.patch(channel, {"settings": real}, format="json")
    paths = {field["path"]: field["code"] for field in refused.json()["error"]["fields"]}
    assert paths == dict.fromkeys(
        ("settings.access_key_id", "settings.secret_access_key"), "channel_secret_of_another_server"
    )
    assert owner.get(channel).json()["settings"]["environment"] == "sandbox"
    assert lead.patch(channel, {"settings": {"frame_height": 9}}, format="json").status_code == 200
    given = owner.patch(channel, {"settings": {**real, **keys}}, format="json")
    assert given.status_code == 200, given.content


def test_no_other_platform_has_an_address_that_somebody_can_set() -> None:
    """Who adds such a setting says in `server` where its requests go."""
    reached = {
        name: sorted(
            field for field in adapter.settings_model.model_fields if field.endswith("_url")
        )
        for name, adapter in adapters.ALL.items()
    }
    # A browser is sent to that one, with no secret.
    assert reached == {"invite": [], "link": ["completion_url"], "prolific": [], "mturk": []}
