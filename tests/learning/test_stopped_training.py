"""Trainings that fail or are stopped: why is said, the next may start, and nothing done is lost."""

from pathlib import Path
from typing import Any

import pytest

from annotate.core import errors
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.learning.models import TrainingRun
from annotate.learning.selectors.training import folder_of
from annotate.learning.services import training
from annotate.seeding.models import Connection, ModelVersion, Snapshot
from tests.conftest import Cast
from tests.learning.acts import fresh, pupil, run_job, start, verbs
from tests.learning.test_training import connection

__all__ = ["connection", "pupil"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pupil")]


def test_a_training_that_fails_says_why_and_the_next_may_start(connection: Connection) -> None:
    run = run_job(start(connection, failure="The loss is not a number."))
    assert (run.state, run.problem) == ("failed", "The loss is not a number.")
    assert run.job is not None
    assert run.job.state == Job.State.FAILED
    assert verbs(connection.project)[-1] == "training_failed"
    assert run_job(start(connection)).state == "succeeded"


def test_checkpoints_of_failed_trainings_go_when_one_succeeds(
    connection: Connection, models: Path
) -> None:
    failed = run_job(start(connection, failure="No memory."))
    work = folder_of(failed).work
    assert (work / "step").exists()
    run_job(start(connection))
    assert not work.exists()


def test_a_failed_training_is_repeated_from_its_checkpoint(connection: Connection) -> None:
    run = run_job(start(connection, steps=3, failure="The disk is full."))
    TrainingRun.objects.filter(pk=run.pk).update(settings={"steps": 5})
    assert run.job is not None
    job_services.retry(run.job)
    run = run_job(run)
    assert (run.state, run.problem) == ("succeeded", "")
    assert "training_resumed" in verbs(connection.project)
    assert Snapshot.objects.count() == 1
    event = connection.project.loop_events.get(verb="version_trained")
    assert event.data["facts"]["first_step"] == 4
    assert list(run.points.order_by("step").values_list("step", flat=True)) == [1, 2, 3, 4, 5]


def test_an_unexpected_fault_is_tried_again_and_then_given_up(connection: Connection) -> None:
    run = start(connection, steps=1, failure="!secret path")
    for _ in range(training.MAX_ATTEMPTS):
        run = run_job(run)
        assert run.state == "training"
    assert run.job is not None
    assert run.job.state == Job.State.FAILED
    assert training.reconcile() == 1
    assert fresh(run).state == "failed"
    assert fresh(run).problem == "It stopped unexpectedly (RuntimeError)."
    assert training.reconcile() == 0


def test_a_training_is_cancelled_before_it_begins(connection: Connection, people: Cast) -> None:
    run = training.cancel(run=start(connection), actor=people.lead)
    assert run.state == "cancelled"
    assert run_job(run).state == "cancelled"
    assert ModelVersion.objects.filter(connection=connection).count() == 1
    with pytest.raises(errors.Conflict, match="already ended"):
        training.cancel(run=run, actor=people.lead)
    assert start(connection).state == "queued"


def test_a_training_stops_at_its_next_step_when_it_is_cancelled(
    connection: Connection, people: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = start(connection, steps=9)
    reports = []

    def cancelled_at_the_third(progress: Any, done: int, total: int, note: Any = None) -> None:
        reports.append(done)
        if done == 3:
            training.cancel(run=fresh(run), actor=people.lead)
        original(progress, done, total, note)

    original = job_services._JobProgress.report
    monkeypatch.setattr(job_services._JobProgress, "report", cancelled_at_the_third)
    assert run_job(run).state == "cancelled"
    assert max(reports) == 3
    assert verbs(connection.project).count("training_cancelled") == 1


def test_a_job_cancelled_in_the_list_of_jobs_ends_its_training(connection: Connection) -> None:
    run = start(connection)
    assert run.job is not None
    job_services.cancel(run.job)
    training.reconcile()
    assert fresh(run).state == "cancelled"
