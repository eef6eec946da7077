"""Outages: a job that does not go on says why, and goes on by itself."""

from typing import Any

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from annotate.core import tasks
from annotate.core.jobs import selectors as jobs
from annotate.core.jobs import sending, services
from annotate.core.jobs.models import Job, WorkerBeat
from annotate.projects.models import Project
from tests.conftest import Cast, Clock, client_of
from tests.core.stand_ins import Broker

pytestmark = pytest.mark.django_db

WORKER = "machine:7"
SCOPE = "project/1"


@pytest.fixture(autouse=True)
def broker(monkeypatch: pytest.MonkeyPatch) -> Broker:
    made = Broker()
    monkeypatch.setattr(sending, "current_app", made)
    return made


def new(name: str = "exchange.export", scope: str = SCOPE) -> Job:
    return services.start(name=name, scope=scope, payload={})


def taken(job: Job, worker: str = WORKER) -> Job:
    """As it is while a worker is at it."""
    services.call_worker(worker)
    assert services._take(job.pk) is not None
    services.call_worker("")
    return fresh(job)


def fresh(job: Job) -> Job:
    return Job.objects.get(pk=job.pk)


def said(job: Job) -> str | None:
    waiting = jobs.job_of(fresh(job), jobs.workers()).waiting
    return waiting.message_code if waiting else None


def test_a_job_says_that_no_worker_is_running_until_one_is(time: Clock) -> None:
    job = new()
    assert said(job) == "job_waits_for_worker"
    services.beat(WORKER)
    assert said(job) is None
    time.forward(seconds=31)
    assert said(job) == "job_waits_for_worker"


def test_a_job_says_that_workers_cannot_be_reached() -> None:
    """The web server knows it from the heartbeats, whatever the broker is."""
    services.beat(WORKER, reaches_broker=False)
    job = new()
    assert said(job) == "job_waits_for_broker"
    services.beat("machine:8", reaches_broker=True)
    assert said(job) is None


@pytest.mark.parametrize("reachable", [True, False])
def test_a_heartbeat_tells_whether_messages_reach_the_worker(
    reachable: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the embedded broker and with Redis alike: the worker tries, the database tells."""

    def connect(**_: object) -> None:
        if not reachable:
            raise ConnectionRefusedError

    class App:
        def connection_for_read(self) -> "App":
            return self

        def __enter__(self) -> "App":
            return self

        def __exit__(self, *_: object) -> None: ...

        ensure_connection = staticmethod(connect)

    monkeypatch.setattr(tasks, "current_app", App())
    monkeypatch.setattr(tasks, "_stopping", Once())
    monkeypatch.setattr(tasks, "close_old_connections", lambda: None)
    tasks._beat_until_stopped(WORKER)
    assert WorkerBeat.objects.get(name=WORKER).reaches_broker is reachable


class Once:
    """Stops a worker's heart after its first beat."""

    def wait(self, _: float) -> bool:
        return True


def test_the_embedded_broker_is_reached() -> None:
    assert tasks._reaches_broker()


def test_a_job_that_waits_behind_another_says_which() -> None:
    services.beat(WORKER)
    taken(new("exchange.import"))
    job = new()
    waiting = jobs.job_of(fresh(job), jobs.workers()).waiting
    assert waiting is not None
    assert waiting.message == "It waits for its turn. Running now: Importing."
    services.beat("machine:8")
    assert said(job) is None, "somebody is idle"


def test_what_runs_in_another_project_is_not_named() -> None:
    services.beat(WORKER)
    taken(new("exchange.import", scope="project/2"))
    waiting = jobs.job_of(fresh(new()), jobs.workers()).waiting
    assert waiting is not None
    assert waiting.message.endswith("Running now: a job of another project.")


def test_a_job_in_parts_none_of_which_runs_waits_as_well() -> None:
    services.beat(WORKER)
    taken(new("exchange.import"))
    whole = services.start_in_parts(
        name="quality.check",
        scope=SCOPE,
        payload={},
        part_name="quality.check_part",
        parts=[{}, {}],
        total=2,
    )
    assert said(whole) == "job_waits_for_turn"
    taken(Job.objects.filter(parent=whole).earliest("pk"))
    assert said(whole) is None


def test_a_job_whose_worker_is_not_heard_of_any_more_says_so(time: Clock) -> None:
    services.beat(WORKER)
    job = taken(new())
    assert said(job) is None
    time.forward(seconds=31)
    services.beat("machine:8")
    assert said(job) == "job_lost_its_worker"


def test_what_a_worker_was_at_when_it_was_seen_to_die_goes_on_at_the_next(
    broker: Broker, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    """Nobody waits for the lease to run out."""
    services.beat(WORKER)
    job = taken(new())
    with django_capture_on_commit_callbacks(execute=True):
        services.bury(WORKER)
    assert (fresh(job).state, said(job)) == ("queued", "job_waits_for_worker")
    assert broker.sent == [job.pk]
    services.beat("machine:8")
    assert taken(job, "machine:8").attempts == 2


def test_a_job_that_kills_every_worker_is_given_up_at_once(broker: Broker) -> None:
    job = services.start(name="exchange.export", scope=SCOPE, payload={}, max_attempts=1)
    taken(job)
    services.bury(WORKER)
    assert fresh(job).state == "failed"
    assert (fresh(job).error or {})["code"] == "job_abandoned"


def test_what_is_started_while_the_broker_is_gone_is_stored_and_sent_when_it_is_back(
    people: Cast,
    project: Project,
    broker: Broker,
    time: Clock,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    services.beat(WORKER, reaches_broker=False)
    broker.down = True
    with django_capture_on_commit_callbacks(execute=True):
        answer = client_of(people.lead).post(
            f"/api/v1/projects/{project.pk}/exports", {"format": "iiw-jsonl"}, format="json"
        )
    assert answer.status_code in (201, 202), answer.content
    told = answer.json()["job"]
    assert told["state"] == "queued"
    assert told["waiting"]["message_code"] == "job_waits_for_broker"
    broker.down = False
    time.forward(seconds=61)
    with django_capture_on_commit_callbacks(execute=True):
        services.requeue_stale()
    assert broker.sent == [told["id"]]


def test_lists_of_jobs_say_it_without_asking_for_each(
    people: Cast, project: Project, django_assert_max_num_queries: Any
) -> None:
    services.beat(WORKER)
    taken(new("exchange.import", scope=project.scope))
    for _ in range(20):
        new(scope=project.scope)
    client = client_of(people.lead)
    with django_assert_max_num_queries(10):
        answer = client.get(f"/api/v1/projects/{project.pk}/jobs")
    told = [each["waiting"]["message_code"] for each in answer.json()[:20]]
    assert told == ["job_waits_for_turn"] * 20
