"""A job is a row: whatever happens to brokers and workers, it is done once and to its end."""

from typing import Any

import pytest
from django.db import transaction
from pytest_django import DjangoCaptureOnCommitCallbacks

from annotate.core import errors, jobs
from annotate.core.jobs import services
from annotate.core.jobs.models import Job
from annotate.messages import Message
from tests.conftest import Clock
from tests.core.stand_ins import Broker, Handler, error_of, fresh, new

pytestmark = pytest.mark.django_db


def fail(payload: Any, progress: Any) -> None:
    raise RuntimeError("/secret/path is broken")


# --- Starting ---------------------------------------------------------------------------------


def test_a_worker_is_woken_after_the_commit_and_not_before(
    handler: Handler, broker: Broker, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        job = new()
        assert broker.sent == []
    assert broker.sent == [job.pk]


@pytest.mark.django_db(transaction=True)
def test_nothing_is_sent_when_the_transaction_is_rolled_back(
    handler: Handler, broker: Broker
) -> None:
    with transaction.atomic():
        new()
        transaction.set_rollback(True)
    assert broker.sent == []
    assert Job.objects.count() == 0


def test_a_job_without_a_handler_is_refused_at_once() -> None:
    with pytest.raises(KeyError, match="No handler for the job"):
        services.start(name="test.nothing", scope="x", payload={})


def test_a_broker_that_is_down_fails_nobody_s_request(
    handler: Handler,
    broker: Broker,
    time: Clock,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    broker.down = True
    with django_capture_on_commit_callbacks(execute=True):
        job = new()
    assert fresh(job).state == "queued"
    broker.down = False
    time.forward(seconds=61)
    with django_capture_on_commit_callbacks(execute=True):
        assert services.requeue_stale() == 1
    assert broker.sent == [job.pk]


# --- Running ----------------------------------------------------------------------------------


def test_a_job_that_went_well_keeps_its_result(
    handler: Handler, broker: Broker, time: Clock
) -> None:
    job = new()
    at = time.forward(seconds=3)
    services.run(job.pk)
    done = fresh(job)
    assert (done.state, done.result, done.error, done.attempts) == (
        "succeeded",
        {"ok": True},
        None,
        1,
    )
    assert (done.started_at, done.finished_at, done.lease_expires_at) == (at, at, None)


@pytest.mark.parametrize("state", ["succeeded", "failed", "cancelled"])
def test_a_job_that_has_ended_is_not_run_again(
    handler: Handler, broker: Broker, state: str
) -> None:
    job = new()
    Job.objects.update(state=state)
    services.run(job.pk)
    assert handler.runs == 0


def test_a_message_that_came_twice_runs_once(handler: Handler, broker: Broker) -> None:
    job = new()
    handler.act = lambda payload, progress: services.run(job.pk)
    services.run(job.pk)
    services.run(job.pk)
    assert handler.runs == 1


def test_a_message_for_a_row_that_is_gone_does_nothing(handler: Handler, broker: Broker) -> None:
    services.run(123_456)
    assert handler.runs == 0


def test_a_crash_is_tried_again_until_the_attempts_are_used_up(
    handler: Handler,
    broker: Broker,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    handler.act = fail
    job = new(max_attempts=3)
    states = []
    for _ in range(5):
        with django_capture_on_commit_callbacks(execute=True):
            services.run(job.pk)
        states.append(fresh(job).state)
    assert states == ["queued", "queued", "failed", "failed", "failed"]
    assert handler.runs == 3
    assert broker.sent.count(job.pk) == 2


def test_a_crash_is_told_without_its_inside(handler: Handler, broker: Broker) -> None:
    handler.act = fail
    job = new(max_attempts=1)
    services.run(job.pk)
    error = error_of(job)
    assert error["code"] == "job_failed"
    assert error["remedy"]
    assert "secret" not in str(error)


def test_an_expected_refusal_is_not_tried_again(handler: Handler, broker: Broker) -> None:
    def refuse(payload: Any, progress: Any) -> None:
        raise errors.Conflict(Message("job_ended"))

    handler.act = refuse
    job = new()
    services.run(job.pk)
    assert fresh(job).state == "failed"
    assert error_of(job)["message"] == "This job has already ended."


def test_progress_is_shown_and_renews_the_lease(
    handler: Handler, broker: Broker, time: Clock
) -> None:
    def slowly(payload: Any, progress: jobs.Progress) -> None:
        for done in range(1, 4):
            time.forward(seconds=80)
            note = Message("training_measuring_version", version=f"M{done}")
            progress.report(done, 3, note)
            now = Job.objects.get()
            assert (now.done, now.total, now.note) == (done, 3, note.to_json())
            assert now.lease_expires_at == time.at + services.LEASE

    handler.act = slowly
    job = new()
    services.run(job.pk)
    assert fresh(job).state == "succeeded"
