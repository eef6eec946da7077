"""Arrivals, payments and messages at the same moment. Only PostgreSQL lets them meet."""

from collections.abc import Callable
from functools import partial

import pytest

from annotate.crowd.adapters.base import Arrival
from annotate.crowd.models import Channel, Participation, Payment
from annotate.crowd.services import entry, payments, visits
from annotate.people.models import PlatformRecord
from annotate.projects.models import Project
from annotate.workflow import services
from tests.conftest import Cast
from tests.crowd.deeds import fresh, held
from tests.crowd.work import begin, delivered
from tests.together import together

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]
NewChannel = Callable[..., Channel]


def test_two_people_with_one_session_are_one_person(new_channel: NewChannel) -> None:
    channel = new_channel("link")
    for number in range(6):
        arrivals = [Arrival(person, f"s{number}") for person in ("ann", "bea")]
        found = together(*[partial(entry.admit, channel=channel, arrival=a) for a in arrivals])
        let_in = [each for each in found if isinstance(each, Participation)]
        refused = [each for each in found if isinstance(each, entry.AnotherPerson)]
        assert (len(let_in), len(refused)) == (1, 1), found


def test_one_person_who_comes_twice_at_once_has_one_account(new_channel: NewChannel) -> None:
    channel = new_channel("link")
    for number in range(6):
        arrival = Arrival(f"p{number}", f"s{number}")
        admit = partial(entry.admit, channel=channel, arrival=arrival)
        found = together(admit, admit, admit)
        assert len({visit.pk for visit in found}) == 1, found
    assert PlatformRecord.objects.count() == 6


def test_the_last_place_is_taken_once(new_channel: NewChannel) -> None:
    channel = new_channel("link", places=1)
    arrivals = [Arrival(f"p{number}", f"s{number}") for number in range(4)]
    found = together(*[partial(entry.admit, channel=channel, arrival=a) for a in arrivals])
    assert sum(isinstance(each, Participation) for each in found) == 1


def test_claiming_while_the_platform_takes_the_place_back_leaves_nothing_held(
    new_channel: NewChannel, work: Project
) -> None:
    """Catches a HIT that is claimed between the release and the end of the visit, for ever."""
    channel = new_channel("link")
    for number in range(4):
        visit = begin(channel, f"p{number}", f"s{number}")
        together(
            partial(services.claim, project=work, annotator=visit.user),
            partial(
                visits.end,
                visit=visit,
                state=Participation.State.RETURNED,
                reason="platform_returned",
            ),
        )
        assert fresh(visit).state == "returned"
        assert held(work) == 0


def test_payments_computed_by_two_leads_at_once_are_made_once(
    new_channel: NewChannel, work: Project, people: Cast
) -> None:
    channel = new_channel("link", pay_rate="0.60", pay_when="submitted")
    delivered(channel, "ann", "s1")
    compute = [
        partial(payments.compute, project=work, actor=actor)
        for actor in (people.owner, people.lead)
    ]
    done = together(*compute)
    assert sorted(each.new for each in done) == [0, 1]
    assert Payment.objects.count() == 1
