"""How versions come to be and which one serves. Nothing else changes the state of a version."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import Max

from annotate import __version__
from annotate.core import errors
from annotate.core.clock import now
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.services import audit, webhooks
from annotate.seeding import hooks
from annotate.seeding.hooks import PROMOTED
from annotate.seeding.models import Connection, ModelVersion, Snapshot
from annotate.seeding.selectors import connections as selectors

State, Source = ModelVersion.State, ModelVersion.Source


class Archived(errors.Conflict):
    code = "connection_archived"


def add(
    *,
    connection: Connection,
    source: str,
    settings: Mapping[str, Any],
    base: ModelVersion | None,
    snapshot: Snapshot | None = None,
    artifact: str = "",
    sha256: str = "",
    actor: User | None = None,
    notes: str = "",
) -> ModelVersion:
    """Write down a new version of a connection under the next number.

    Args:
        settings: all of them, not only what differs from the base.
        artifact: the folder of its weights below MODELS_DIR.
        sha256: the digest of what is in it.

    Raises:
        Invalid: the back end does not understand these settings.
    """
    backend = selectors.backend_of(connection)
    places = selectors.places_of(connection, backend)
    complete = selectors.parsed(backend, {**settings, **places})
    complete = {name: value for name, value in complete.items() if name not in places}
    with transaction.atomic():
        lock(connection)
        newest = ModelVersion.objects.filter(connection=connection).aggregate(Max("number"))
        number = newest["number__max"]
        version = ModelVersion.objects.create(
            project_id=connection.project_id,
            connection=connection,
            number=0 if number is None else number + 1,
            source=source,
            base=base,
            snapshot=snapshot,
            settings=complete,
            artifact=artifact,
            artifact_sha256=sha256,
            code_version=f"annotate {__version__}, {backend.name} {backend.version}"[:50],
            notes=notes,
            created_by=actor,
        )
        if source != Source.BASE:
            _audit("version.added", version, actor, source=source)
    return version


def begin(version: ModelVersion) -> None:
    """Let the first version of a connection serve; nothing served before it."""
    ModelVersion.objects.filter(pk=version.pk, number=0, state=State.TRAINED).update(
        state=State.SERVING, promoted_at=now()
    )


def promote(version: ModelVersion, actor: User | None, reason: str = "") -> bool:
    """Let a version serve instead of the one that does; return whether anything changed.

    Raises:
        Archived: its connection was put away.
    """
    with transaction.atomic():
        connection = lock(version.connection)
        return serve(connection, version, actor, verb=PROMOTED, reason=reason)


def serve(
    connection: Connection,
    version: ModelVersion,
    actor: User | None,
    *,
    verb: hooks.ServedVerb,
    reason: str,
) -> bool:
    """Change which version serves. The connection's row is locked, so that one follows another."""
    if connection.archived_at is not None:
        raise Archived
    if version.weights_gone_at is not None:
        raise errors.Conflict(Message("version_without_weights"))
    at = now()
    others = ModelVersion.objects.filter(connection=connection, state=State.SERVING)
    before = others.exclude(pk=version.pk).first()
    others.exclude(pk=version.pk).update(state=State.RETIRED, retired_at=at)
    mine = ModelVersion.objects.filter(pk=version.pk, connection=connection)
    changed = mine.exclude(state=State.SERVING).update(
        state=State.SERVING, promoted_at=at, retired_at=None
    )
    version.refresh_from_db()
    if not changed:
        return False
    left = before.label if before else None
    _audit(f"version.{verb}", version, actor, reason=reason, before=left)
    if verb == PROMOTED:
        told = {"model_version": version.pk}
        name = version.label
        webhooks.note(version.project, "model_version.promoted", told, actor=actor, name=name)
    served = hooks.Served(
        version=version, verb=verb, actor=actor, reason=reason, before=left, at=at
    )
    for listener in hooks.served:
        listener(served)
    return True


def forget_weights(version: ModelVersion) -> bool:
    """Let a version never serve, since its weights go; False where it has come into use."""
    at = now()
    idle = ModelVersion.objects.filter(pk=version.pk, promoted_at=None, weights_gone_at=None)
    gone = idle.exclude(state=State.SERVING).update(
        weights_gone_at=at, state=State.RETIRED, retired_at=at
    )
    return bool(gone)


def lock(connection: Connection) -> Connection:
    return (
        Connection.objects.select_for_update(of=("self",))
        .select_related("project", "shared")
        .get(pk=connection.pk)
    )


def _audit(verb: str, version: ModelVersion, actor: User | None, **data: Any) -> None:
    target = f"{version.connection.name} {version.label}"
    audit(project=version.project, actor=actor, verb=verb, target=target, **data)
