"""A job is a row: whatever happens to brokers and workers, it is done once and to its end."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.db import transaction
from pytest_django import DjangoCaptureOnCommitCallbacks

from annotate.core import errors, jobs
from annotate.core.jobs import registry, selectors, services
from annotate.core.jobs.models import Job, WorkerBeat
from tests.conftest import Clock

pytestmark = pytest.mark.django_db


class Broker:
    """Takes messages as Celery's would, or is down."""

    def __init__(self) -> None:
        self.sent: list[int] = []
        self.down = False

    def send_task(self, name: str, args: list[int]) -> None:
        assert name == "core.run_job"
        if self.down:
            raise ConnectionRefusedError("no broker")
        self.sent += args


class Handler:
    """Does what a test tells it to, and counts."""

    def __init__(self) -> None:
        self.runs = 0
        self.act: Any = lambda payload, progress: {"ok": True}

    def __call__(self, payload: dict[str, Any], progress: jobs.Progress) -> Any:
        self.runs += 1
        return self.act(payload, progress)


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch) -> Broker:
    taken = Broker()
    monkeypatch.setattr(services, "current_app", SimpleNamespace(send_task=taken.send_task))
    return taken


@pytest.fixture
def handler(monkeypatch: pytest.MonkeyPatch) -> Handler:
    made = Handler()
    monkeypatch.setattr(registry, "_HANDLERS", dict(registry._HANDLERS))
    jobs.handler("test.work", title="Working")(made)
    jobs.in_parts("test.whole", title="Working in parts")
    return made


def new(**changes: Any) -> Job:
    return services.start(name="test.work", scope="project/1", payload={"n": 1}, **changes)


def fresh(job: Job) -> Job:
    return Job.objects.get(pk=job.pk)


def error_of(job: Job) -> dict[str, Any]:
    error = fresh(job).error
    assert isinstance(error, dict)
    return error


def die(job: Job) -> None:
    """Leave a job as a worker does that was killed in the middle of it."""
    taken = services._take(job.pk)
    assert taken is not None


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


def fail(payload: Any, progress: Any) -> None:
    raise RuntimeError("/secret/path is broken")


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
        raise errors.Conflict("There is nothing to do.")

    handler.act = refuse
    job = new()
    services.run(job.pk)
    assert fresh(job).state == "failed"
    assert error_of(job)["message"] == "There is nothing to do."


def test_progress_is_shown_and_renews_the_lease(
    handler: Handler, broker: Broker, time: Clock
) -> None:
    def slowly(payload: Any, progress: jobs.Progress) -> None:
        for done in range(1, 4):
            time.forward(seconds=80)
            progress.report(done, 3, f"Picture {done}")
            now = Job.objects.get()
            assert (now.done, now.total, now.message) == (done, 3, f"Picture {done}")
            assert now.lease_expires_at == time.at + services.LEASE

    handler.act = slowly
    job = new()
    services.run(job.pk)
    assert fresh(job).state == "succeeded"


# --- Dying ------------------------------------------------------------------------------------


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


# --- Cancelling and repeating -----------------------------------------------------------------


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


# --- In parts ---------------------------------------------------------------------------------


@pytest.fixture
def whole(handler: Handler, broker: Broker) -> Job:
    """A job of three parts of two units each."""

    def do(payload: dict[str, Any], progress: jobs.Progress) -> None:
        progress.report(1, 2)
        if payload.get("fails"):
            raise errors.Conflict("This part is broken.")
        progress.report(2, 2)

    handler.act = do
    return services.start_in_parts(
        name="test.whole",
        scope="project/1",
        payload={},
        part_name="test.work",
        parts=[{}, {"fails": True}, {}],
        total=6,
    )


def parts(whole: Job) -> list[Job]:
    return list(Job.objects.filter(parent=whole).order_by("pk"))


def test_each_part_is_sent_and_the_whole_is_not(
    handler: Handler,
    broker: Broker,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        whole = services.start_in_parts(
            name="test.whole",
            scope="x",
            payload={},
            part_name="test.work",
            parts=[{}, {}],
            total=2,
        )
    assert broker.sent == [part.pk for part in parts(whole)]
    assert fresh(whole).state == "running"


def test_the_whole_shows_the_progress_of_its_parts(whole: Job) -> None:
    services.run(parts(whole)[0].pk)
    assert (fresh(whole).done, fresh(whole).total, fresh(whole).state) == (2, 6, "running")


def test_a_failed_part_does_not_stop_the_others_and_fails_the_whole_at_the_end(
    whole: Job,
) -> None:
    for part in parts(whole)[:2]:
        services.run(part.pk)
    assert fresh(whole).state == "running"
    services.run(parts(whole)[2].pk)
    assert [part.state for part in parts(whole)] == ["succeeded", "failed", "succeeded"]
    assert fresh(whole).state == "failed"
    assert error_of(whole)["message"] == "This part is broken."


def test_repeating_the_whole_repeats_only_what_failed(whole: Job, handler: Handler) -> None:
    for part in parts(whole):
        services.run(part.pk)
    services.retry(fresh(whole))
    assert [part.state for part in parts(whole)] == ["succeeded", "queued", "succeeded"]
    assert fresh(whole).state == "running"
    handler.act = lambda payload, progress: progress.report(2, 2)
    services.run(parts(whole)[1].pk)
    assert (fresh(whole).state, fresh(whole).done, fresh(whole).error) == ("succeeded", 6, None)


def test_cancelling_the_whole_cancels_what_is_left(whole: Job, handler: Handler) -> None:
    services.run(parts(whole)[0].pk)
    services.cancel(fresh(whole))
    assert [part.state for part in parts(whole)] == ["succeeded", "cancelled", "cancelled"]
    services.run(parts(whole)[2].pk)
    assert handler.runs == 1
    assert fresh(whole).state == "cancelled"


def test_repeating_a_cancelled_whole_goes_on_with_what_is_left(whole: Job) -> None:
    services.run(parts(whole)[0].pk)
    services.cancel(fresh(whole))
    services.retry(fresh(whole))
    assert [part.state for part in parts(whole)] == ["succeeded", "queued", "queued"]


def test_repeating_a_whole_whose_parts_had_all_ended_ends_it(whole: Job) -> None:
    """It was cancelled in the moment in which its last part ended."""
    Job.objects.filter(parent=whole).update(state="succeeded", done=2)
    Job.objects.filter(pk=whole.pk).update(state="cancelled")
    services.retry(fresh(whole))
    assert fresh(whole).state == "succeeded"


def test_a_whole_without_parts_is_done_at_once(handler: Handler, broker: Broker) -> None:
    whole = services.start_in_parts(
        name="test.whole", scope="x", payload={}, part_name="test.work", parts=[], total=0
    )
    assert fresh(whole).state == "succeeded"


def test_the_sweeper_leaves_a_running_whole_alone(whole: Job, time: Clock) -> None:
    Job.objects.filter(parent=whole).update(state="succeeded")
    time.forward(days=1)
    assert services.requeue_stale() == 0
    assert fresh(whole).state == "running"


# --- Workers ----------------------------------------------------------------------------------


def test_a_worker_counts_as_alive_for_half_a_minute(time: Clock) -> None:
    services.beat("one:1")
    services.beat("two:2")
    time.forward(seconds=20)
    services.beat("one:1")
    assert selectors.workers().alive == 2
    time.forward(seconds=20)
    assert selectors.workers().alive == 1
    time.forward(seconds=20)
    assert selectors.workers().alive == 0
    assert selectors.workers().last_seen is not None
    assert WorkerBeat.objects.count() == 2


def test_a_job_whose_code_is_gone_is_still_shown(broker: Broker) -> None:
    job = Job.objects.create(name="old.name", scope="x")
    assert selectors.as_dict(job, worker_alive=False)["title"] == "old.name"
