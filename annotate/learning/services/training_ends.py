"""How trainings change their state and end, and what was trained elsewhere."""

from typing import Any, cast

from django.db import transaction
from django.db.models import Q

from annotate.backends.traces import clean
from annotate.core import clock, errors
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.core.jobs.schemas import JobError
from annotate.core.schemas import Notice
from annotate.learning.models import TrainingRun
from annotate.learning.services import events, training, versions
from annotate.messages import Message
from annotate.people.models import User
from annotate.seeding.models import ModelVersion

State = TrainingRun.State


def move(run: TrainingRun, to: str, **changes: Any) -> None:
    """Take a run from the state it was read in to another, by one conditional UPDATE.

    Raises:
        LeaseLost: it is not in that state any more; whoever moved it goes on with it.
    """
    ours = TrainingRun.objects.filter(pk=run.pk, state=run.state)
    if to in TrainingRun.UNFINISHED:
        changes.setdefault("problem", "")
        changes.setdefault("problem_message", None)
    else:
        changes.setdefault("finished_at", clock.now())
    if not ours.update(state=to, **changes):
        raise job_services.LeaseLost
    run.state = to
    for name, value in changes.items():
        setattr(run, name, value)


def cancel(*, run: TrainingRun, actor: User) -> TrainingRun:
    """End a training that has not ended; what it has made until then is kept on disk.

    Raises:
        Conflict: it has ended.
    """
    with transaction.atomic():
        _end(run, State.CANCELLED, actor=actor)
        if run.job is not None and run.job.state in Job.UNFINISHED:
            job_services.cancel(run.job)
        training.audit_run("training.cancelled", run, actor)
    return run


def _end(
    run: TrainingRun, state: str, *, actor: User | None = None, problem: Notice | None = None
) -> None:
    unfinished = TrainingRun.objects.filter(pk=run.pk, state__in=TrainingRun.UNFINISHED)
    if not unfinished.update(
        state=state,
        problem=problem.message[:500] if problem else "",
        problem_message=clean(problem.to_json()) if problem else None,
        finished_at=clock.now(),
    ):
        raise errors.Conflict(Message("training_ended"))
    run.refresh_from_db()
    if state == State.FAILED:
        kept = {"problem": run.problem, "problem_message": run.problem_message}
        events.about_training("training_failed", run, actor=actor, **kept)
    else:
        events.about_training("training_cancelled", run, actor=actor)


def fail(run: TrainingRun, problem: Notice) -> None:
    """End a run that cannot go on; the loop lives on, and another run may start."""
    with transaction.atomic():
        _end(run, State.FAILED, problem=problem)


def reconcile() -> int:
    """End the runs whose job was ended by others: given up, or cancelled in the list of jobs."""
    left = TrainingRun.objects.filter(
        ~Q(state=State.WAITING),
        state__in=TrainingRun.UNFINISHED,
        job__state__in=[Job.State.FAILED, Job.State.CANCELLED],
    )
    ended = 0
    for run in left.select_related("job"):
        job = cast(Job, run.job)
        was_cancelled = job.state == Job.State.CANCELLED
        try:
            with transaction.atomic():
                _end(
                    run,
                    State.CANCELLED if was_cancelled else State.FAILED,
                    problem=JobError.of_row(job.error) if job.error else None,
                )
        except errors.Conflict:
            continue  # another worker was faster
        ended += 1
    return ended


def finish(*, run: TrainingRun, model: str, notes: str, actor: User) -> TrainingRun:
    """Take in what was trained elsewhere from a run's file, and go on to measuring it.

    Raises:
        Conflict: the run does not wait for a model.
        Invalid: the back end does not understand the model's name.
    """
    with transaction.atomic():
        run = (
            TrainingRun.objects.select_for_update(of=("self",))
            .select_related("project", "connection", "base", "snapshot")
            .get(pk=run.pk)
        )
        if run.state != State.WAITING:
            raise errors.Conflict(Message("training_not_waiting"))
        version = versions.register(
            connection=run.connection, model=model, notes=notes, actor=actor
        )
        # It learned from the run's snapshot, beginning with the version the run began with.
        ModelVersion.objects.filter(pk=version.pk).update(snapshot=run.snapshot, base=run.base)
        move(run, State.EVALUATING, version=version)
        training.send(run)
        events.about_training("version_trained", run, actor=actor, elsewhere=True)
        training.audit_run("training.finished_elsewhere", run, actor, model=model)
    return run
