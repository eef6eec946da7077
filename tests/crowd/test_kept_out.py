"""Who is kept out at the door: the blocked, and whoever comes when it is closed or full."""

from collections.abc import Callable

import pytest
from django.test import Client

from annotate.crowd.adapters.base import Arrival
from annotate.crowd.models import Channel, Participation
from annotate.crowd.services import entry
from annotate.people.models import User
from annotate.projects.models import Membership, Project
from tests.conftest import Cast
from tests.crowd.test_entry import NewChannel, channel, come_in

__all__ = ["channel"]
pytestmark = pytest.mark.django_db


def test_the_blocked_are_told_and_not_let_in(channel: Channel) -> None:
    come_in(channel, Client())
    visit = Participation.objects.get()
    Membership.objects.filter(user=visit.user).update(is_blocked=True)
    for session in ("s1", "s2"):
        assert come_in(channel, Client(), session=session).status_code == 403
    Membership.objects.filter(user=visit.user).update(is_blocked=False)
    User.objects.filter(pk=visit.user.pk).update(is_blocked=True)
    assert come_in(channel, Client(), session="s3").status_code == 403
    assert Participation.objects.count() == 1


def test_a_block_of_the_installation_follows_the_person_into_other_projects(
    work: Project, people: Cast, new_project: Callable[..., Project], new_channel: NewChannel
) -> None:
    """Accounts are one for each project, so the block is of the id that the platform gave."""
    here = new_channel("prolific", code_completed="C")
    there = new_channel("prolific", project=new_project(), code_completed="C")
    arrivals = [Arrival("ann", session, {"study": "s"}) for session in ("s1", "s2")]
    visit = entry.admit(channel=here, arrival=arrivals[0])
    User.objects.filter(pk=visit.user.pk).update(is_blocked=True)
    with pytest.raises(entry.NotWelcome):
        entry.admit(channel=there, arrival=arrivals[1])
    User.objects.filter(pk=visit.user.pk).update(is_blocked=False)
    assert entry.admit(channel=there, arrival=arrivals[1]).user != visit.user


def test_a_closed_channel_lets_in_only_who_was_in_before(channel: Channel) -> None:
    come_in(channel, Client())
    Channel.objects.update(state="closed")
    assert come_in(channel, Client(), person="bea", session="s2").status_code == 409
    assert come_in(channel, Client()).status_code == 302


def test_no_more_come_in_than_there_are_places(new_channel: NewChannel) -> None:
    """Catches a link that got around and fills the project with invented people."""
    channel = new_channel("link", places=1)
    assert come_in(channel, Client()).status_code == 302
    refused = come_in(channel, Client(), person="bea", session="s2")
    assert refused.status_code == 409
    assert "All places here are taken" in refused.content.decode()
