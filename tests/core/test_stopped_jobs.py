"""Jobs are cancelled and repeated by people, wherever a worker is with them."""

from typing import Any

import pytest

from annotate.core import errors, jobs
from annotate.core.jobs import services
from annotate.core.jobs.models import Job
from tests.core.stand_ins import Broker, Handler, fresh, new
from tests.core.test_jobs import fail

pytestmark = pytest.mark.django_db


def test_a_cancelled_job_stops_at_its_next_report(handler: Handler, broker: Broker) -> None:
    job = new()

    def interrupted(payload: Any, progress: jobs.Progress) -> Any:
        services.cancel(fresh(job))
        progress.report(1, 2)
        pytest.fail("it went on")

    handler.act = interrupted
    services.run(job.pk)
    assert fresh(job).state == "cancelled"
    assert fresh(job).result is None


@pytest.mark.parametrize("end", ["succeed", "fail"])
def test_a_job_cancelled_while_it_ends_stays_cancelled(
    handler: Handler, broker: Broker, end: str
) -> None:
    """Catches a crash that queues a cancelled job again."""
    job = new()

    def unaware(payload: Any, progress: jobs.Progress) -> Any:
        services.cancel(fresh(job))
        return {"ok": True} if end == "succeed" else fail(payload, progress)

    handler.act = unaware
    services.run(job.pk)
    assert fresh(job).state == "cancelled"


def test_a_job_that_has_ended_cannot_be_cancelled(handler: Handler, broker: Broker) -> None:
    job = new()
    services.run(job.pk)
    with pytest.raises(errors.Conflict):
        services.cancel(fresh(job))


def test_a_failed_job_can_be_repeated_with_all_its_attempts(
    handler: Handler, broker: Broker
) -> None:
    handler.act = fail
    job = new(max_attempts=1)
    services.run(job.pk)
    services.retry(fresh(job))
    again = fresh(job)
    assert (again.state, again.attempts, again.error, again.finished_at) == (
        "queued",
        0,
        None,
        None,
    )
    handler.act = lambda payload, progress: None
    services.run(job.pk)
    assert fresh(job).state == "succeeded"


@pytest.mark.parametrize("state", ["queued", "running", "succeeded"])
def test_only_what_failed_or_was_cancelled_can_be_repeated(
    handler: Handler, broker: Broker, state: str
) -> None:
    job = new()
    Job.objects.update(state=state)
    with pytest.raises(errors.Conflict):
        services.retry(fresh(job))
