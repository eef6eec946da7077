"""Versions trained elsewhere, what versions measured, and the way back."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.db import transaction

from annotate.core import errors
from annotate.learning.selectors.versions import served_before
from annotate.messages import Message
from annotate.people.models import User
from annotate.seeding.hooks import ROLLED_BACK
from annotate.seeding.models import Connection, ModelVersion
from annotate.seeding.selectors import connections as selectors
from annotate.seeding.services.versions import Archived, add, lock, promote, serve

__all__ = ["Archived", "add", "measured", "promote", "register", "rollback"]

State, Source = ModelVersion.State, ModelVersion.Source


def register(*, connection: Connection, model: str, notes: str, actor: User | None) -> ModelVersion:
    """Make a version of a model that was trained elsewhere, known by its name there.

    Raises:
        Conflict: the back end asks for no model by name, or the connection is the installation's.
        Invalid: the name will not do.
    """
    if connection.shared_id is not None:
        raise errors.Conflict(Message("shared_connection_fixed"))
    if "model" not in selectors.backend_of(connection).settings.model_fields:
        raise errors.Conflict(Message("not_registrable"))
    base = selectors.serving(connection)
    try:
        return add(
            connection=connection,
            source=Source.REGISTERED,
            settings={**base.settings, "model": model},
            base=base,
            actor=actor,
            notes=notes,
        )
    except errors.Invalid as wrong:
        wrong.fields = [
            replace(field, path=field.path.removeprefix("settings.")) for field in wrong.fields
        ]
        raise


def measured(version: ModelVersion, metrics: Mapping[str, Any]) -> None:
    """Write down how a version did on held-out samples; a trained one becomes a candidate."""
    mine = ModelVersion.objects.filter(pk=version.pk)
    with transaction.atomic():
        mine.update(metrics=dict(metrics))
        mine.filter(state=State.TRAINED).update(state=State.CANDIDATE)
    version.refresh_from_db()


def rollback(
    connection: Connection, actor: User | None, *, serving: int | None = None
) -> ModelVersion:
    """Let the version serve again that served before the present one, and return it.

    Args:
        serving: the version that is to be left, where the actor says so: a second click must not
            go back twice.

    Raises:
        Conflict: nothing served before, or another version serves by now.
    """
    with transaction.atomic():
        connection = lock(connection)
        if serving is not None and selectors.serving(connection).pk != serving:
            raise errors.Conflict(Message("other_version_serves"))
        before = served_before(connection)
        if before is None:
            raise errors.Conflict(Message("nothing_before"))
        serve(connection, before, actor, verb=ROLLED_BACK, reason="")
    return before
