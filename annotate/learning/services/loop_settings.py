"""Set the loop up: what learns, how often, and when a new version takes over."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from annotate.core import clock, errors
from annotate.learning.models import Loop, LoopEvent
from annotate.learning.promotion import METRICS
from annotate.learning.services import training
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit
from annotate.seeding.models import Connection


def of(project: Project) -> Loop:
    """Return the loop of a project; one that nobody has set up is off."""
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
