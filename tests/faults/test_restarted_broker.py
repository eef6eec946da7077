"""The broker dies with all that was in it, and comes back empty."""

import time

import pytest
from celery import Celery
from django.conf import settings
from redis import Redis

from annotate.learning.models import TrainingRun
from annotate.projects.models import Project
from annotate.seeding.models import Connection, SeedingRun
from annotate.seeding.selectors.connections import serving
from annotate.seeding.services import starting
from tests.conftest import Cast
from tests.faults.evidence import broken_promises
from tests.faults.processes import Broker, Workers
from tests.learning.acts import finished, fresh, set_loop, start, waiting
from tests.waiting import eventually

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]


def test_a_broker_that_forgets_everything_loses_nothing(
    connection: Connection, project: Project, people: Cast, broker: Broker, workers: Workers
) -> None:
    finished(project, people.ada, 6)
    set_loop(project, connection, is_on=False)
    waiting(project, 40)
    seeding = starting.start_run(project=project, actor=people.lead)
    run = start(connection, steps=10, seconds=0.2)
    workers.start()
    workers.start()
    eventually(lambda: run.points.exists() or seeding.items.exclude(state="pending"), "a start")
    broker.kill()
    time.sleep(2)
    broker.start()
    eventually(lambda: fresh(run).state not in TrainingRun.UNFINISHED, "the training ends")
    eventually(lambda: not under_way(project), "the seeds are there")
    assert (fresh(run).state, serving(connection)) == ("succeeded", fresh(run).version)
    assert broken_promises(project) == []


def test_a_worker_that_holds_a_message_outlives_the_broker(
    connection: Connection, project: Project, people: Cast, broker: Broker, workers: Workers
) -> None:
    worker = workers.start()
    hold_a_message(broker)
    broker.kill()
    time.sleep(2)
    broker.start()
    waiting(project, 2)
    starting.start_run(project=project, actor=people.lead)
    eventually(lambda: not under_way(project), "the seeds are there")
    assert worker.poll() is None


def hold_a_message(broker: Broker) -> None:
    """Have a worker take a message that is meant for later, of a job that there is not."""
    queue = settings.CELERY_TASK_DEFAULT_QUEUE
    with Celery(broker=broker.url, set_as_current=False) as sender:
        sender.send_task("core.run_job", args=[0], queue=queue, countdown=600)
    with Redis.from_url(broker.url) as redis:
        eventually(lambda: redis.hlen("unacked"), "the worker has taken it")


def under_way(project: Project) -> bool:
    runs = SeedingRun.objects.filter(project=project)
    return runs.filter(job__state__in=["queued", "running"]).exists()
