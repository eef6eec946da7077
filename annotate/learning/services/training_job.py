"""The job of a training: snapshot, weights, figures, promotion.

Each step finds what it has made before and ends with one conditional change of state, so that a
worker that is killed anywhere leaves nothing undone and nothing done twice: a successor begins
with the step in which it was.
"""

from collections.abc import Callable
from typing import Any

from django.db import IntegrityError, transaction

from annotate.backends import BackendError
from annotate.backends.training.base import TrainingError
from annotate.core import clock, errors, jobs
from annotate.core.jobs.heartbeat import Heartbeat
from annotate.core.jobs.services import Cancelled
from annotate.core.schemas import Notice
from annotate.learning.models import TrainingRun
from annotate.learning.services import events, judging, training, training_steps
from annotate.learning.services.training_ends import fail, move

State = TrainingRun.State

Step = Callable[[TrainingRun, Heartbeat], None]
# What is done in each state, and what people are told meanwhile. Where there is no step the job
# ends: the run has ended, or waits for somebody.
_STEPS: dict[str, tuple[Step, str]] = {
    State.QUEUED: (training_steps.begin, ""),
    State.PREPARING: (training_steps.prepare, training_steps.FREEZING),
    State.TRAINING: (training_steps.train, "Training"),
    State.EVALUATING: (judging.evaluate, "Measuring on held-out samples"),
    State.PROMOTING: (judging.promote, "Deciding"),
}


@jobs.handler(training.JOB, queue="training")
def train(payload: dict[str, Any], progress: jobs.Progress) -> dict[str, Any]:
    """Take a training on from where it is to its end, or to where it waits for somebody."""
    run = _read(payload["run_id"])
    _begin_again(run)
    with Heartbeat(progress) as heartbeat:
        try:
            while run.state in _STEPS:
                step, said = _STEPS[run.state]
                heartbeat.report(0, 0, said)
                step(run, heartbeat)
                run = _read(run.pk)
        except Cancelled:
            _note_cancelled(run)
            raise
        except (TrainingError, BackendError) as expected:
            _fail(run, heartbeat, Notice.of(expected.said))
            raise errors.Conflict(expected.said, code="training_failed") from expected
        except errors.AppError as refused:
            _fail(run, heartbeat, Notice.of_error(refused))
            raise
    return {"training": run.pk, "state": run.state, "version": run.version_id}


def _read(run_id: int) -> TrainingRun:
    related = ("project", "connection", "snapshot", "base__connection", "version__connection")
    return TrainingRun.objects.select_related(*related).get(pk=run_id)


def _begin_again(run: TrainingRun) -> None:
    """Let a run whose job is repeated go on where it failed or was cancelled."""
    if run.state not in (State.FAILED, State.CANCELLED):
        return
    resumed = State.TRAINING if run.snapshot_id else State.QUEUED
    try:
        with transaction.atomic():
            move(run, State.EVALUATING if run.version_id else resumed, finished_at=None)
            events.about_training("training_resumed", run)
    except IntegrityError:
        raise training.TrainingUnderWay from None


def _fail(run: TrainingRun, heartbeat: Heartbeat, problem: Notice) -> None:
    # A worker that has lost the job may fail because its successor has cleared up after it.
    heartbeat.report(0, 0)
    fail(run, problem)


def _note_cancelled(run: TrainingRun) -> None:
    """End the run of a job that was cancelled in the list of jobs."""
    ours = TrainingRun.objects.filter(pk=run.pk, state__in=TrainingRun.UNFINISHED)
    with transaction.atomic():
        if ours.update(state=State.CANCELLED, finished_at=clock.now()):
            events.about_training("training_cancelled", run)
