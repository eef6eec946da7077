"""Workers die while they work: another does their job, and what they say afterwards is dropped."""

from typing import Any

import pytest

from annotate.core import jobs
from annotate.core.jobs import services
from annotate.core.jobs.models import Job
from tests.conftest import Clock
from tests.core.stand_ins import Broker, Handler, die, error_of, fresh, new

pytestmark = pytest.mark.django_db


def test_a_killed_worker_s_job_is_done_by_another(
    handler: Handler, broker: Broker, time: Clock
) -> None:
    job = new()
    die(job)
    services.run(job.pk)
    assert handler.runs == 0, "the lease of the dead worker still holds"
    time.forward(seconds=91)
    assert services.requeue_stale() == 1
    services.run(job.pk)
    assert fresh(job).state == "succeeded"
    assert handler.runs == 1


def test_a_living_worker_s_job_is_not_taken_away(
    handler: Handler, broker: Broker, time: Clock
) -> None:
    new()
    die(Job.objects.get())
    time.forward(seconds=89)
    assert services.requeue_stale() == 0


def test_a_worker_back_from_the_dead_stops_at_its_next_report(
    handler: Handler, broker: Broker, time: Clock
) -> None:
    job = new()
    reports = []

    def outlived(payload: Any, progress: jobs.Progress) -> Any:
        time.forward(seconds=91)
        handler.act = lambda payload, progress: {"by": "the second"}
        services.run(job.pk)
        try:
            progress.report(1, 2)
        except services.LeaseLost:
            reports.append("lost")
            raise
        return {"by": "the first"}

    handler.act = outlived
    services.run(job.pk)
    assert reports == ["lost"]
    assert fresh(job).result == {"by": "the second"}


def test_a_result_that_comes_after_the_lease_was_lost_is_dropped(
    handler: Handler, broker: Broker, time: Clock
) -> None:
    job = new()

    def outlived(payload: Any, progress: jobs.Progress) -> Any:
        time.forward(seconds=91)
        handler.act = lambda payload, progress: {"by": "the second"}
        services.run(job.pk)
        return {"by": "the first"}

    handler.act = outlived
    services.run(job.pk)
    assert fresh(job).result == {"by": "the second"}


def test_a_job_that_kills_every_worker_is_given_up(
    handler: Handler, broker: Broker, time: Clock
) -> None:
    job = new(max_attempts=2)
    for _ in range(2):
        die(job)
        time.forward(seconds=91)
    assert services.requeue_stale() == 0
    assert fresh(job).state == "failed"
    assert error_of(job)["code"] == "job_abandoned"


def test_the_sweeper_sends_a_waiting_job_now_and_then(
    handler: Handler, broker: Broker, time: Clock
) -> None:
    new()
    time.forward(seconds=services.REQUEUE_AFTER.total_seconds())
    assert services.requeue_stale() == 0
    time.forward(seconds=2)
    assert [services.requeue_stale() for _ in range(3)] == [1, 0, 0]


def test_the_sweeper_sends_a_dead_job_now_and_then(
    handler: Handler, broker: Broker, time: Clock
) -> None:
    """Every worker sweeps every ten seconds; a busy pool must not be flooded with messages."""
    die(new())
    time.forward(seconds=91)
    assert [services.requeue_stale() for _ in range(3)] == [1, 0, 0]
