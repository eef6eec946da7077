"""Promise 10: a version of another server is sent no key, whoever puts it to use.

Two listeners of our own are the servers: what one was given a key for, the other must never hear.
"""

import pytest

from annotate.core.jobs import services as jobs
from annotate.images import services as images
from annotate.projects.models import Project
from annotate.workflow import services as workflow
from tests.images.pictures import jpeg
from tests.promises.secret_servers import KEY, Connected, Servers, connected, servers

__all__ = ["connected", "servers"]
pytestmark = pytest.mark.django_db


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
