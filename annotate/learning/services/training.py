"""Start trainings and end them. The job itself, step by step, is in `training_job`."""

from collections.abc import Mapping
from typing import Any, cast

from django.db import IntegrityError, transaction
from django.db.models import Q
from pydantic import ValidationError

from annotate import backends
from annotate.backends.base import as_message
from annotate.backends.traces import clean
from annotate.backends.training.base import TrainerSettings
from annotate.core import clock, errors
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.core.jobs.schemas import JobError
from annotate.core.schemas import Notice
from annotate.learning.models import Loop, TrainingRun
from annotate.learning.services import events, versions
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.services import audit
from annotate.seeding.models import Connection, ModelVersion
from annotate.seeding.selectors.connections import backend_of, configured, serving, settings_refused
from annotate.workflow.selectors import count_done

JOB = "learning.train"
# A training resumes from its checkpoint, so that it may outlive more than a worker or two.
MAX_ATTEMPTS = 5


class TrainingUnderWay(errors.Conflict):
    code = "training_under_way"


class CannotLearn(errors.Conflict):
    code = "cannot_learn"


class NothingFinished(errors.Conflict):
    code = "nothing_finished"


def trainer_of(connection: Connection) -> backends.Trainer:
    """What trains a connection; raises CannotLearn. One of the installation learns nowhere."""
    make = backend_of(connection).make_trainer
    if make is None or connection.shared_id is not None:
        raise CannotLearn
    return make()


def parsed(
    connection: Connection, raw: Mapping[str, Any], *, at: str = "settings"
) -> TrainerSettings:
    """Settings of the connection's trainer.

    Raises:
        Invalid: each field that is wrong is named `<at>.<field>`.
    """
    try:
        return trainer_of(connection).settings.model_validate(dict(raw))
    except ValidationError as wrong:
        raise settings_refused(wrong, at) from None


def start(
    *,
    connection: Connection,
    actor: User | None,
    reason: str = "manual",
    settings: Mapping[str, Any] | None = None,
) -> TrainingRun:
    """Train a connection on all that is finished, in the background.

    Args:
        settings: what the trainer is told; None stands for the loop's, where it trains this
            connection, else for what is usual.

    Raises:
        CannotLearn: nothing trains this back end.
        Conflict: it cannot be trained here and now, or nothing is finished.
        TrainingUnderWay: another training of this connection has not ended.
        Invalid: the settings do not work.
    """
    if connection.archived_at is not None:
        raise versions.Archived
    trainer, base = trainer_of(connection), serving(connection)
    loop = Loop.objects.filter(project=connection.project_id, connection=connection).first()
    chosen = settings if settings is not None else (loop.training if loop else {})
    options = parsed(connection, chosen)
    problem = trainer.problem(configured(base), options)
    if problem is not None:
        raise errors.Conflict(
            as_message(problem),
            code="training_impossible",
            remedy=Message("training_impossible_remedy"),
        )
    finished = count_done([connection.project_id]).get(connection.project_id, 0)
    if not finished:
        raise NothingFinished
    try:
        with transaction.atomic():
            return _start(connection, actor, reason, base, options, finished)
    except IntegrityError as clash:
        # Two that start at once: the database lets one through.
        if not under_way(connection):
            raise
        raise TrainingUnderWay from clash


def _start(
    connection: Connection,
    actor: User | None,
    reason: str,
    base: ModelVersion,
    options: TrainerSettings,
    finished: int,
) -> TrainingRun:
    # What this run learns from needs no run of the loop's any more. First the loop's row, then the
    # run's: in this order the loop itself takes them, so that nobody waits in a circle.
    Loop.objects.filter(project=connection.project_id, connection=connection).update(
        counted=finished
    )
    run = TrainingRun.objects.create(
        project_id=connection.project_id,
        connection=connection,
        reason=reason,
        base=base,
        settings=options.model_dump(mode="json"),
        finished_samples=finished,
        created_by=actor,
    )
    send(run)
    events.about_training("training_started", run, actor=actor, reason=reason, samples=finished)
    audit_run("started", run, actor, reason=reason, samples=finished)
    return run


def send(run: TrainingRun) -> None:
    """Give a run a job that takes it on from the state it is in."""
    run.job = job_services.start(
        name=JOB,
        scope=run.project.scope,
        payload={"run_id": run.pk},
        max_attempts=MAX_ATTEMPTS,
        by=run.created_by_id,
    )
    TrainingRun.objects.filter(pk=run.pk).update(job=run.job)


def under_way(connection: Connection) -> bool:
    unfinished = TrainingRun.objects.filter(state__in=TrainingRun.UNFINISHED)
    return unfinished.filter(connection=connection).exists()


def audit_run(verb: str, run: TrainingRun, actor: User | None, **data: Any) -> None:
    """Write down who did what to a run; call it in the transaction that does it."""
    audit(project=run.project, actor=actor, verb=verb, target=run.connection.name, **data)


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
        audit_run("cancelled", run, actor)
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
        send(run)
        events.about_training("version_trained", run, actor=actor, elsewhere=True)
        audit_run("finished_elsewhere", run, actor, model=model)
    return run
