"""How versions come to be and which one serves. Nothing else changes the state of a version."""

from collections.abc import Callable, Mapping
from typing import Any

from django.db import transaction
from django.db.models import Max

from annotate import __version__
from annotate.core import errors
from annotate.core.clock import now
from annotate.core.hooks import Hook
from annotate.people.models import User
from annotate.projects.services import audit
from annotate.seeding.models import Connection, LoopEvent, ModelVersion, Snapshot
from annotate.seeding.selectors import connections as selectors
from annotate.seeding.selectors.versions import PROMOTED, ROLLED_BACK, served_before

State, Source = ModelVersion.State, ModelVersion.Source
# Told, in the transaction, of each version that begins to serve and of who made it. Whoever
# listens is cheap: it starts jobs and does nothing itself.
promoted: Hook[Callable[[ModelVersion, User | None], None]] = Hook("seeding.promoted")


class Archived(errors.Conflict):
    code = "connection_archived"
    default_message = "This connection was put away."
    default_remedy = "Use another one."


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
    complete = selectors.parsed(backend, settings)
    with transaction.atomic():
        _lock(connection)
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


def register(*, connection: Connection, model: str, notes: str, actor: User | None) -> ModelVersion:
    """Make a version of a model that was trained elsewhere, known by its name there.

    Raises:
        Conflict: the back end asks for no model by name.
        Invalid: the name will not do.
    """
    if "model" not in selectors.backend_of(connection).settings.model_fields:
        raise errors.Conflict(
            "This back end asks for no model by its name.",
            code="not_registrable",
            remedy="Train a version of it, or connect another back end.",
        )
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
        fields = [
            errors.FieldError(field.path.removeprefix("settings."), field.code, field.message)
            for field in wrong.fields
        ]
        raise errors.Invalid(wrong.message, fields=fields) from None


def measured(version: ModelVersion, metrics: Mapping[str, Any]) -> None:
    """Write down how a version did on held-out samples; a trained one becomes a candidate."""
    mine = ModelVersion.objects.filter(pk=version.pk)
    with transaction.atomic():
        mine.update(metrics=dict(metrics))
        mine.filter(state=State.TRAINED).update(state=State.CANDIDATE)
    version.refresh_from_db()


def promote(version: ModelVersion, actor: User | None, reason: str = "") -> bool:
    """Let a version serve instead of the one that does; return whether anything changed.

    Raises:
        Archived: its connection was put away.
    """
    with transaction.atomic():
        connection = _lock(version.connection)
        return _serve(connection, version, actor, verb=PROMOTED, reason=reason)


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
        connection = _lock(connection)
        if serving is not None and selectors.serving(connection).pk != serving:
            raise errors.Conflict("Another version serves by now.")
        before = served_before(connection)
        if before is None:
            raise errors.Conflict(
                "No other version has served before this one.",
                code="nothing_before",
                remedy="Promote the version that you want.",
            )
        _serve(connection, before, actor, verb=ROLLED_BACK, reason="")
    return before


def _serve(
    connection: Connection, version: ModelVersion, actor: User | None, *, verb: str, reason: str
) -> bool:
    """Change which version serves. The connection's row is locked, so that one follows another."""
    if connection.archived_at is not None:
        raise Archived
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
    LoopEvent.objects.create(
        project_id=version.project_id,
        verb=verb,
        connection=connection,
        version=version,
        data={"reason": reason, "before": left},
        actor=actor,
        at=at,
    )
    _audit(f"version.{verb}", version, actor, reason=reason, before=left)
    for listener in promoted:
        listener(version, actor)
    return True


def _lock(connection: Connection) -> Connection:
    return (
        Connection.objects.select_for_update(of=("self",))
        .select_related("project")
        .get(pk=connection.pk)
    )


def _audit(verb: str, version: ModelVersion, actor: User | None, **data: Any) -> None:
    target = f"{version.connection.name} {version.label}"
    audit(project=version.project, actor=actor, verb=verb, target=target, **data)
