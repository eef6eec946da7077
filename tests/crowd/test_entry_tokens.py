"""Tokens of entry: each works once, soon, in one browser and at one door, and cannot be forged."""

import pytest
from django.core import signing
from django.test import Client

from annotate.crowd.adapters.base import Arrival
from annotate.crowd.models import Channel, EntryToken, Participation
from annotate.crowd.services import entry
from tests.conftest import Clock
from tests.crowd.test_entry import NewChannel, channel, knock

__all__ = ["channel"]
pytestmark = pytest.mark.django_db


def test_a_token_works_once(channel: Channel) -> None:
    client = Client()
    address = knock(channel, client)["Location"]
    assert client.get(address).status_code == 302
    client.logout()
    assert client.get(address).status_code == 403
    assert Participation.objects.count() == 1


def test_two_requests_of_one_browser_cannot_both_use_a_token(channel: Channel) -> None:
    token, nonce = entry.issue(channel=channel, arrival=Arrival("ann", "s1"))
    assert entry.redeem(channel=channel, token=token, nonce=nonce).person == "ann"
    with pytest.raises(entry.TokenRefused):
        entry.redeem(channel=channel, token=token, nonce=nonce)


def test_going_back_a_page_leads_on_to_the_work(channel: Channel) -> None:
    client = Client()
    address = knock(channel, client)["Location"]
    first = client.get(address)
    assert client.get(address)["Location"] == first["Location"]


def test_a_token_is_of_no_use_in_another_browser(channel: Channel) -> None:
    address = knock(channel, Client())["Location"]
    other = Client()
    assert other.get(address).status_code == 403
    knock(channel, other, person="bea", session="s2")
    assert other.get(address).status_code == 403
    assert not Participation.objects.exists()


def test_a_token_is_of_no_use_later(channel: Channel, time: Clock) -> None:
    client = Client()
    address = knock(channel, client)["Location"]
    time.forward(minutes=11)
    assert client.get(address).status_code == 403


def test_a_token_is_of_no_use_at_another_door(channel: Channel, new_channel: NewChannel) -> None:
    client = Client()
    token = knock(channel, client)["Location"].rsplit("/", 1)[1]
    other = new_channel("link")
    assert client.get(f"/enter/{other.slug}/{token}").status_code == 403


@pytest.mark.parametrize("forge", ["altered", "other_key", "other_salt", "nonsense"])
def test_a_forged_token_is_refused(channel: Channel, forge: str) -> None:
    client = Client()
    token = knock(channel, client)["Location"].rsplit("/", 1)[1]
    said = signing.loads(token, salt=entry.SALT)
    forged = {
        "altered": token[:-4] + ("aaaa" if token[-4:] != "aaaa" else "bbbb"),
        "other_key": signing.dumps(said | {"person": "bea"}, salt=entry.SALT, key="guessed"),
        "other_salt": signing.dumps(said | {"person": "bea"}),
        "nonsense": "a.b.c",
    }[forge]
    answer = client.get(f"/enter/{channel.slug}/{forged}")
    assert answer.status_code == 403
    assert "not valid" in answer.content.decode()
    assert not Participation.objects.exists()


def test_old_tokens_are_cleared_away(channel: Channel, time: Clock) -> None:
    knock(channel, Client())
    time.forward(days=2)
    knock(channel, Client(), session="s2")
    assert EntryToken.objects.count() == 1


@pytest.mark.parametrize(
    "query",
    [
        "",
        "participant=ann",
        "session=s1",
        "participant=&session=s1",
        "participant=a%20b&session=s1",
        "participant=%3Cscript%3E&session=s1",
        "participant=..%2F..&session=s1",
        "participant=..&session=s1",
        "participant=a%00&session=s1",
        "participant=%ff&session=s1",
        "participant=é&session=s1",
        f"participant={'a' * 201}&session=s1",
    ],
)
def test_parameters_that_are_no_identifiers_are_refused(channel: Channel, query: str) -> None:
    answer = Client().get(f"/enter/{channel.slug}?{query}")
    assert answer.status_code == 422
    assert "<script>" not in answer.content.decode()
