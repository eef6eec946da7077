"""Turns of a connection, one by one: who is next, what is set aside, and how often one may ask."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from annotate.backends.base import LimitReached
from annotate.backends.turns import Limits, Used
from annotate.core import clock
from annotate.core.jobs.models import Job
from annotate.projects.models import Project
from annotate.seeding.models import Connection
from annotate.seeding.request_rate import LONGEST_HOLD
from annotate.seeding.services import limits
from annotate.seeding.spending_models import Budget, Purpose, RequestTurn, Spending
from annotate.seeding.turns import LEASE, ConnectionTurns
from tests.conftest import Clock
from tests.seeding.test_seeding_by_a_server import address, base, connected, lead, standin

__all__ = ["address", "base", "connected", "lead", "standin"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def turns(connected: int) -> Callable[..., Any]:
    connection = Connection.objects.select_related("project").get(pk=connected)

    def line(**limits: float) -> Any:
        at_once, per_minute = int(limits.pop("at_once", 2)), int(limits.pop("per_minute", 0))
        bounds = Limits(at_once=at_once, per_minute=per_minute, **limits)
        return ConnectionTurns(connection, Purpose.SEEDING).line(bounds)

    return line


def priced(cost: float) -> Used:
    return Used(requests=1, prompt_tokens=100, completion_tokens=10, cost=cost)


def test_who_waits_longer_is_next(turns: Callable[..., Any]) -> None:
    first, second, third = (turns(at_once=1) for _ in range(3))
    turn = first.next()
    assert (second.next(), third.next()) == (None, None)
    turn.end(priced(1))
    assert third.next() is None, "the second came before"
    held = second.next()
    assert held is not None
    held.end(priced(1))
    assert third.next() is not None


def test_a_turn_that_nobody_keeps_expires_and_counts_as_paid(
    turns: Callable[..., Any], project: Project, time: Clock
) -> None:
    Budget.objects.create(project=project, most_cost=10)
    turns().next().end(priced(1))
    lost = turns(at_once=1)
    assert lost.next() is not None
    waiting = turns(at_once=1)
    assert waiting.next() is None
    time.forward(seconds=LEASE.total_seconds() / 2)
    lost.keep()
    waiting.keep()
    time.forward(seconds=LEASE.total_seconds() / 2 + 1)
    waiting.keep()
    assert waiting.next() is None, "it was kept"
    time.forward(seconds=LEASE.total_seconds() / 2)
    waiting.keep()
    assert waiting.next() is not None
    assert Spending.objects.get().cost == 2


def test_money_that_is_set_aside_is_spent_by_nobody_else(
    turns: Callable[..., Any], project: Project
) -> None:
    """Catches two workers that each see the last of the money, and a first without a price."""
    Budget.objects.create(project=project, most_cost=3)
    one, other = turns(), turns()
    first = one.next()
    assert other.next() is None, "nobody knows yet what a request costs"
    first.end(priced(1))
    held = [other.next(), one.next()]
    assert None not in held
    third = turns(at_once=5)
    assert third.next() is None, "all that is left is set aside"
    held[0].end(priced(0.5))
    assert third.next() is None
    held[1].end(priced(0.5))
    last = third.next()
    assert last is not None
    last.end(priced(1))
    with pytest.raises(LimitReached, match="budget of 3"):
        third.next()
    assert not RequestTurn.objects.exists()


def test_a_limit_of_a_day_ends_with_the_day_and_stopped_runs_go_on(
    turns: Callable[..., Any], project: Project, time: Clock
) -> None:
    line = turns(cost_per_day=1, cost_per_month=3)
    line.next().end(priced(1))
    with pytest.raises(LimitReached, match="1 a day"):
        line.next()
    stopped = Job.objects.create(
        name="seeding.trial",
        scope=project.scope,
        state=Job.State.FAILED,
        error={"code": "stopped_by_limit"},
        finished_at=clock.now(),
    )
    assert limits.go_on_today(clock.now()) == 0
    time.forward(days=1)
    assert limits.go_on_today(clock.now()) == 1
    stopped.refresh_from_db()
    assert stopped.state == Job.State.QUEUED
    for _ in range(2):
        line.next().end(priced(1))
        time.forward(days=1)
    with pytest.raises(LimitReached, match="3 a month"):
        line.next()
    time.at = datetime(2026, 4, 1, tzinfo=UTC) + timedelta(hours=1)
    assert line.next() is not None


# --- requests a minute --------------------------------------------------------------------------


def test_requests_a_minute_are_counted_for_all_who_ask(
    turns: Callable[..., Any], time: Clock
) -> None:
    """Catches a pace of each caller, and one that gives a moment away."""
    one, other = (turns(at_once=9, per_minute=120) for _ in range(2))
    given = [line.next() for line in (one, other, one)]
    assert [turn.begins_in for turn in given] == [0, 0.5, 1]
    assert (other.next(), one.next()) == (None, None), "they may begin more than a second later"
    time.forward(seconds=0.5)
    fourth = other.next()
    assert fourth.begins_in == 1
    assert one.next() is None
    time.forward(minutes=1)
    assert one.next().begins_in == 0, "nobody saves up for a burst"
    assert other.next().begins_in == 0.5


def test_a_request_that_was_sent_again_counts_as_often_as_it_was_sent(
    turns: Callable[..., Any], time: Clock
) -> None:
    line = turns(at_once=9, per_minute=60)
    line.next().end(Used(tries=3))
    assert line.next() is None
    time.forward(seconds=2)
    assert line.next().begins_in == 1


def test_a_server_that_asks_to_be_left_alone_is_left_alone_by_all_but_not_for_ever(
    turns: Callable[..., Any], time: Clock
) -> None:
    one, other = (turns(at_once=9, per_minute=600) for _ in range(2))
    one.next().end(Used(tries=1, hold=20))
    assert other.next() is None
    time.forward(seconds=20)
    other.next().end(Used(tries=1, hold=10**12))
    assert one.next() is None
    time.forward(seconds=LONGEST_HOLD.total_seconds())
    assert one.next().begins_in == 0


def test_without_a_limit_a_minute_nobody_waits(turns: Callable[..., Any]) -> None:
    line = turns(at_once=50)
    assert {line.next().begins_in for _ in range(30)} == {0}
