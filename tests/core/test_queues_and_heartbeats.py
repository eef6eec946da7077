"""Long jobs: they have a queue of their own, and they keep their lease while they are silent."""

import threading

import pytest
from django.conf import LazySettings
from django.db import OperationalError

from annotate.core import jobs
from annotate.core.jobs import heartbeat, services
from annotate.core.jobs.heartbeat import Heartbeat
from annotate.messages import Message
from tests.core.stand_ins import Broker, Handler, new

STEP = Message("training_running")


class Watched:
    """A job's progress that counts reports and behaves as a test says."""

    job_id = 1
    scope = "project/1"

    def __init__(self) -> None:
        self.reports: list[tuple[int, int, Message | None]] = []
        self.renewals = 0
        self.three = threading.Event()
        self.error: Exception | None = None

    def renew(self) -> None:
        self.renewals += 1
        if self.renewals >= 3:
            self.three.set()
        if self.error is not None:
            raise self.error

    def report(self, done: int, total: int, note: Message | None = None) -> None:
        self.reports.append((done, total, note))
        if self.error is not None:
            raise self.error


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    monkeypatch.setattr(services, "LEASE", services.LEASE / 100_000)
    return Watched()


@pytest.mark.django_db
def test_a_job_goes_to_the_queue_of_its_kind_of_worker(
    handler: Handler,
    broker: Broker,
    settings: LazySettings,
    django_capture_on_commit_callbacks: object,
) -> None:
    settings.JOB_QUEUES = {"training": "gpu"}
    jobs.handler("test.long", title="Working for long", queue="training")(handler)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        new()
        services.start(name="test.long", scope="project/1", payload={})
    assert broker.queues == ["annotate", "gpu"]


def test_unless_told_otherwise_one_worker_does_all(settings: LazySettings) -> None:
    """Catches a demo, or a small installation, whose only worker never trains."""
    assert set(settings.JOB_QUEUES.values()) == {settings.CELERY_TASK_DEFAULT_QUEUE}


def test_a_silent_step_keeps_its_lease(watched: Watched) -> None:
    with Heartbeat(watched) as progress:
        progress.report(2, 9, STEP)
        assert watched.three.wait(10)
    after = watched.renewals
    assert watched.reports == [(2, 9, STEP)], "an old report must never follow a newer one"
    assert watched.renewals == after, "nothing is renewed once the step is over"


def test_a_lost_lease_stops_the_step_at_its_next_report(watched: Watched) -> None:
    with Heartbeat(watched) as progress:
        watched.error = services.LeaseLost()
        with pytest.raises(services.LeaseLost):
            progress.report(1, 9)


def test_a_database_that_is_away_for_a_moment_ends_nothing(watched: Watched) -> None:
    with Heartbeat(watched):
        watched.error = OperationalError("gone")
        assert watched.three.wait(10)


def test_a_step_that_hangs_lets_its_lease_go(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heartbeat, "QUIET_SECONDS", -1.0)
    with Heartbeat(watched) as progress:
        progress._thread.join(10)
        assert not progress._thread.is_alive()
    assert watched.renewals == 0
