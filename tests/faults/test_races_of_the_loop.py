"""Many notice at the same moment that a batch is full: one training starts."""

from functools import partial
from typing import Any

import pytest

from annotate.core.jobs.models import Job
from annotate.learning.models import LoopEvent, TrainingRun
from annotate.learning.services import loop, training
from annotate.projects.models import Project
from annotate.seeding.models import Connection
from tests.conftest import Cast
from tests.faults.evidence import broken_promises
from tests.faults.processes import Workers
from tests.learning.acts import finished, set_loop
from tests.together import together
from tests.waiting import eventually

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]

AT_ONCE = 8
TRIES = 4


def test_of_many_who_notice_a_full_batch_one_starts_a_training(
    connection: Connection, project: Project, people: Cast
) -> None:
    set_loop(project, connection, batch_size=2)
    for number in range(1, TRIES + 1):
        finished(project, people.ada, 2)
        started = together(*[partial(loop.check, project.pk)] * AT_ONCE)
        assert sum(isinstance(run, TrainingRun) for run in started) == 1, started
        assert TrainingRun.objects.count() == number
        TrainingRun.objects.update(state="failed")
    assert Job.objects.filter(name="learning.train").count() == TRIES
    assert LoopEvent.objects.filter(verb="training_started").count() == TRIES


def test_a_lead_and_the_loop_at_once_start_one_training(
    connection: Connection, project: Project, people: Cast
) -> None:
    set_loop(project, connection, batch_size=2)
    for number in range(1, TRIES + 1):
        finished(project, people.ada, 2)
        by_hand: Any = partial(training.start, connection=connection, actor=people.lead)
        outcomes = together(*[partial(loop.check, project.pk), by_hand] * (AT_ONCE // 2))
        assert sum(isinstance(run, TrainingRun) for run in outcomes) == 1, outcomes
        assert TrainingRun.objects.count() == number
        TrainingRun.objects.update(state="failed")
        assert loop.check(project.pk) is None  # that one was the batch's


def test_two_workers_whose_clocks_run_start_one_training_for_each_batch(
    connection: Connection, project: Project, people: Cast, workers: Workers
) -> None:
    set_loop(project, connection, batch_size=4)
    workers.start()
    workers.start()
    for number in (1, 2):
        finished(project, people.ada, 4)
        eventually(lambda: TrainingRun.objects.count() == number, "a training starts")  # noqa: B023
        eventually(
            lambda: not TrainingRun.objects.filter(state__in=TrainingRun.UNFINISHED).exists(),
            "it ends",
        )
    runs = TrainingRun.objects.order_by("pk")
    assert list(runs.values_list("state", "reason", "finished_samples")) == [
        ("succeeded", "batch", 4),
        ("succeeded", "batch", 8),
    ]
    assert broken_promises(project) == []
