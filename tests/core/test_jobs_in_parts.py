"""A job in parts: the whole moves on and ends with its parts. And how workers are counted."""

from typing import Any

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from annotate.core import errors, jobs
from annotate.core.jobs import hooks, selectors, services, wholes
from annotate.core.jobs.models import Job, WorkerBeat
from annotate.messages import Message
from tests.conftest import Clock
from tests.core.stand_ins import Broker, Handler, error_of, fresh

pytestmark = pytest.mark.django_db

# --- In parts ---------------------------------------------------------------------------------


@pytest.fixture
def whole(handler: Handler, broker: Broker) -> Job:
    """A job of three parts of two units each."""

    def do(payload: dict[str, Any], progress: jobs.Progress) -> None:
        progress.report(1, 2)
        if payload.get("fails"):
            raise errors.Conflict(Message("job_ended"))
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
    assert error_of(whole)["message"] == "This job has already ended."


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


def test_the_sweeper_leaves_a_whole_alone_while_a_part_runs(whole: Job, time: Clock) -> None:
    first, *others = parts(whole)
    Job.objects.filter(pk__in=[each.pk for each in others]).update(state="succeeded")
    taken = services._take(first.pk)
    assert taken is not None
    assert services.requeue_stale() == 0
    assert fresh(whole).state == "running"


def test_the_sweeper_ends_a_whole_whose_last_part_ended_when_its_worker_was_killed(
    whole: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed between the two: the part has ended, nobody has looked at the whole since."""

    def killed(whole_id: int) -> None:
        raise SystemExit

    first, *others = parts(whole)
    for each in others:
        services.run(each.pk)
    with monkeypatch.context() as patched:
        patched.setattr(wholes, "move_on", killed)
        taken = services._take(first.pk)
        assert taken is not None
        with pytest.raises(SystemExit):
            services._finish(taken, state=Job.State.SUCCEEDED)
    assert (fresh(first).state, fresh(whole).state) == ("succeeded", "running")
    services.requeue_stale()
    assert (fresh(whole).state, error_of(whole)["code"]) == ("failed", "job_ended")


def test_the_sweeper_tells_listeners_once_of_a_whole_that_it_ends(
    whole: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[int] = []
    monkeypatch.setattr(hooks, "ended", [lambda job: heard.append(job.pk)])
    Job.objects.filter(parent=whole).update(state="succeeded", done=2)
    services.requeue_stale()
    services.requeue_stale()
    assert heard == [whole.pk]
    assert (fresh(whole).state, fresh(whole).done) == ("succeeded", 6)


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
    assert selectors.job_of(job, selectors.workers()).title == "old.name"
