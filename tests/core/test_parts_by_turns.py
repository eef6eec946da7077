"""Parts of a job that must not run side by side: one after the other, whoever dies on the way."""

from typing import Any

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from annotate.core import jobs
from annotate.core.jobs import services
from annotate.core.jobs.models import Job
from tests.conftest import Clock
from tests.core.stand_ins import Broker, Handler, fresh
from tests.core.test_jobs_in_parts import parts

pytestmark = pytest.mark.django_db


def one_by_one(number: int) -> Job:
    return services.start_in_parts(
        name="test.whole",
        scope="project/1",
        payload={},
        part_name="test.work",
        parts=[{"number": each} for each in range(number)],
        total=number,
        at_once=1,
    )


def test_a_part_that_comes_too_early_waits_for_its_turn(handler: Handler, broker: Broker) -> None:
    """While the first part runs, the message for the second comes, and comes again later."""
    ran: list[int] = []

    def do(payload: dict[str, Any], progress: jobs.Progress) -> None:
        ran.append(payload["number"])
        if payload["number"] == 0:
            services.run(second.pk)

    handler.act = do
    made = one_by_one(2)
    first, second = parts(made)
    services.run(first.pk)
    assert (ran, fresh(second).state, fresh(second).attempts) == ([0], "queued", 0)
    services.run(second.pk)
    assert (ran, fresh(made).state) == ([0, 1], "succeeded")


def test_the_next_part_is_sent_when_one_has_ended(
    handler: Handler,
    broker: Broker,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        whole = one_by_one(3)
    first, second, _ = parts(whole)
    assert broker.sent == [first.pk]
    with django_capture_on_commit_callbacks(execute=True):
        services.run(first.pk)
    assert broker.sent == [first.pk, second.pk]


def test_the_turn_of_a_killed_part_goes_to_the_next(
    handler: Handler, broker: Broker, time: Clock
) -> None:
    def die(payload: dict[str, Any], progress: jobs.Progress) -> None:
        if payload["number"] == 0:
            raise KeyboardInterrupt

    handler.act = die
    first, second = parts(one_by_one(2))
    with pytest.raises(KeyboardInterrupt):
        services.run(first.pk)
    services.run(second.pk)
    assert fresh(second).state == "queued"
    time.forward(seconds=91)
    services.run(second.pk)
    assert fresh(second).state == "succeeded"
