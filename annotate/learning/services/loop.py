"""The loop: how it is set up, a training after each batch, and new seeds after a promotion."""

from collections.abc import Mapping, Sequence
from typing import Any

from celery import current_app
from django.db import transaction

from annotate.core import clock, errors, logs
from annotate.core.prepared import Parameter, Prepared
from annotate.learning.models import Loop, LoopEvent, TrainingRun
from annotate.learning.promotion import METRICS
from annotate.learning.services import events, training
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit
from annotate.seeding.hooks import Served
from annotate.seeding.models import Connection, ModelAssignment
from annotate.seeding.selectors.connections import roles_in
from annotate.seeding.services import starting
from annotate.workflow.selectors import count_done


def of(project: Project) -> Loop:
    """The loop of a project; one that nobody has set up is off."""
    return Loop.objects.filter(project=project).first() or Loop(project=project)


def change(*, project: Project, actor: User | None, changes: Mapping[str, Any]) -> Loop:
    """Set the loop up, turn it on or off; what is not named stays as it is.

    Args:
        changes: fields of the loop; `connection` is an id or None.

    Raises:
        Invalid: the connection cannot learn, or its trainer does not understand the settings.
    """
    with transaction.atomic():
        Loop.objects.get_or_create(project=project)
        loop = Loop.objects.select_for_update().get(project=project)
        before = {name: _audited(loop, name) for name in changes}
        for name, value in changes.items():
            setattr(loop, "connection_id" if name == "connection" else name, value)
        _check(loop)
        loop.updated_at = clock.now()
        loop.save()
        after = {name: _audited(loop, name) for name in changes}
        differs = {name: after[name] for name in changes if before[name] != after[name]}
        if differs:
            LoopEvent.objects.create(
                project=project, verb="loop_changed", data=differs, actor=actor
            )
            audit(project=project, actor=actor, verb="loop.changed", **differs)
    return loop


def _audited(loop: Loop, name: str) -> Any:
    if name != "connection":
        return getattr(loop, name)
    if loop.connection_id is None:
        return None
    return Connection.objects.values_list("name", flat=True).filter(pk=loop.connection_id).first()


def _check(loop: Loop) -> None:
    if loop.metric not in METRICS:
        raise errors.Invalid.field("metric", Message("unknown_learning_metric", metrics=METRICS))
    if loop.connection_id is None:
        if loop.is_on:
            message = Message("loop_without_connection")
            raise errors.Invalid.field("connection", message, code="required")
        return
    connection = Connection.objects.filter(
        project=loop.project_id, pk=loop.connection_id, archived_at=None
    ).first()
    if connection is None:
        raise errors.Invalid.field("connection", Message("unknown_connection"))
    loop.connection = connection
    try:
        training.parsed(connection, loop.training, at="training")
    except training.CannotLearn:
        raise errors.Invalid.field("connection", Message("cannot_learn")) from None


log = logs.get(__name__)

_LEARNING = Prepared(lambda: Loop.objects.filter(project=Parameter("project"), is_on=True))


# --- after samples are done -----------------------------------------------------------------


def note_finished(project: Project, sample_ids: Sequence[int]) -> None:
    """Have a worker look whether a batch is full; called in the transaction of the last answer.

    One query, whatever the project; a message where its loop is on.
    """
    if _LEARNING.first(project=project.pk) is None:
        return

    def look() -> None:
        try:
            current_app.send_task("learning.check_loop", args=[project.pk])
        except Exception:
            # The clock looks at all loops in any case.
            log.exception("The broker did not take the news of a finished sample")

    transaction.on_commit(look)


def check(project_id: int) -> TrainingRun | None:
    """Start a training if a batch of samples was finished since the last; safe to call any time."""
    loop = (
        Loop.objects.select_related("connection", "project")
        .filter(project=project_id, is_on=True)
        .first()
    )
    if loop is None or loop.connection is None:
        return None
    finished = count_done([project_id]).get(project_id, 0)
    if finished - loop.counted < loop.batch_size:
        return None
    try:
        return _start_batch(loop, loop.connection, finished)
    except training.TrainingUnderWay:
        return None  # the batch stays due, and is looked at again when that one has ended
    except errors.AppError as refused:
        _note_refused(loop, finished, refused)
        return None


def _start_batch(loop: Loop, connection: Connection, finished: int) -> TrainingRun | None:
    with transaction.atomic():
        # However many workers notice a full batch, one of them changes this row.
        if not Loop.objects.filter(
            pk=loop.pk, is_on=True, connection=connection, counted=loop.counted
        ).update(counted=finished):
            return None
        return training.start(connection=connection, actor=None, reason="batch")


def _note_refused(loop: Loop, finished: int, refused: errors.AppError) -> None:
    """Say why a batch was not trained on, once: the next batch is tried again."""
    with transaction.atomic():
        if Loop.objects.filter(pk=loop.pk, counted=loop.counted).update(counted=finished):
            LoopEvent.objects.create(
                project=loop.project,
                verb="training_not_started",
                connection=loop.connection,
                data={**events.kept("problem", refused.entry), "samples": finished},
            )


def sweep() -> int:
    """End runs whose jobs are gone and look at every loop; return how many trainings started."""
    training.reconcile()
    loops = Loop.objects.filter(is_on=True).order_by("pk").values_list("project_id", flat=True)
    return sum(check(project_id) is not None for project_id in loops)


# --- after a promotion ----------------------------------------------------------------------


def uses(connection: Connection) -> bool:
    """Whether a loop trains this connection."""
    return Loop.objects.filter(connection=connection).exists()


def note_served(served: Served) -> None:
    """Write it down, and give samples that nobody has started new seeds; in its transaction."""
    events.about_serving(served)
    version, actor = served.version, served.actor
    assignment = ModelAssignment.objects.filter(project=version.project_id).first()
    if not roles_in(assignment, version.connection_id):
        return  # it makes no seeds here
    try:
        with transaction.atomic():
            seeding = starting.refresh(project=version.project, actor=actor)
    except errors.AppError as refused:
        events.about_refresh(version, None, actor=actor, problem=refused.entry)
        return
    if seeding is not None:
        events.about_refresh(version, seeding, actor=actor)
