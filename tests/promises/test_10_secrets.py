"""Promise 10: secrets fall when scheme, host or port of an address change.

Two listeners of our own are the servers: what one was given a key for, the other must never hear.
"""

import pytest

from annotate.crowd import adapters
from annotate.projects.models import Project
from annotate.seeding.models import Connection
from tests.conftest import Cast, client_of
from tests.promises.secret_servers import KEY, Connected, Servers, connected, servers

__all__ = ["connected", "servers"]
pytestmark = pytest.mark.django_db


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
