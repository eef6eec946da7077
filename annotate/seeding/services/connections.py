"""Make connections, change them, put them away, and ask whether they answer."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.db import IntegrityError, transaction

from annotate import backends
from annotate.backends import Availability, Backend, Configured
from annotate.core import errors
from annotate.core.clock import now
from annotate.core.schemas import Notice
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit
from annotate.seeding import hooks
from annotate.seeding.models import Connection, ModelAssignment, ModelVersion
from annotate.seeding.schemas import Health
from annotate.seeding.selectors.connections import (
    SECRETS,
    backend_of,
    configured,
    is_built_in,
    parsed,
    roles_in,
    serving,
)
from annotate.seeding.services import versions
from annotate.seeding.services.sealing import (
    change_secrets,
    cleaned_name,
    kept_secrets,
    origins_of,
)

HEALTH_SECONDS = 10.0


def check_health(connection: Connection, *, seconds: float = HEALTH_SECONDS) -> Health:
    """Whether the serving version can work now."""
    return health_of(
        lambda: (backend_of(connection), configured(serving(connection))), seconds=seconds
    )


def health_of(
    found: Callable[[], tuple[Backend, Configured]], *, seconds: float = HEALTH_SECONDS
) -> Health:
    """Whether what is found can work now, and if not why."""
    started = time.perf_counter()
    reason: Notice | None
    try:
        backend, ready = found()
    except errors.AppError as refused:
        available, reason = False, Notice.of_error(refused)
    else:
        state = _within(backend, ready, seconds)
        available, reason = state.available, Notice.of(state.reason) if state.reason else None
    return Health(
        available=available, reason=reason, seconds=round(time.perf_counter() - started, 3)
    )


def _within(backend: Backend, ready: Configured, seconds: float) -> Availability:
    """Ask for its health; who does not answer in time is not waited for."""
    answers: list[Availability] = []
    # A back end knows no database, so that nothing is left open in a thread that hangs.
    thread = threading.Thread(target=lambda: answers.append(backend.health(ready)), daemon=True)
    thread.start()
    thread.join(seconds)
    late = Availability(available=False, reason=Message("backend_silent", seconds=seconds))
    return answers[0] if answers else late


__all__ = ["archive", "change", "configured", "ensure_built_in", "make", "named", "serving"]


def ensure_built_in(project: Project) -> None:
    """Give a project a connection to each back end that needs no setting up; once each."""
    known = set(Connection.objects.filter(project=project).values_list("name", flat=True))
    for name in backends.names():
        if name not in known and backends.get(name).built_in:
            _make_built_in(project, backends.get(name))


def _make_built_in(project: Project, backend: backends.Backend) -> None:
    with transaction.atomic():
        # Of two who make it at once, the second waits here for the whole of the first.
        connection, is_new = Connection.objects.get_or_create(
            project=project, name=backend.name, defaults={"backend": backend.name}
        )
        if is_new:
            begin(connection, settings={}, actor=None)


def begin(connection: Connection, *, settings: Mapping[str, Any], actor: User | None) -> None:
    """Give a new connection its M₀, which serves from the start."""
    version = versions.add(
        connection=connection,
        source=ModelVersion.Source.BASE,
        settings=settings,
        base=None,
        actor=actor,
    )
    versions.begin(version)


def named(project: Project, name: str, role: backends.Role) -> Connection:
    """The connection of this name that is to play `role`.

    Raises:
        Invalid: there is none of that name, or it cannot play the role.
    """
    ensure_built_in(project)
    offered = Connection.objects.filter(project=project, archived_at=None)
    connection = offered.filter(name=name).first()
    if connection is None:
        names = list(offered.order_by("pk").values_list("name", flat=True))
        message = Message("unknown_connection_name", name=name, names=names)
        raise errors.Invalid.field(role, message, code="unknown_backend")
    if role not in backend_of(connection).roles:
        raise errors.Invalid.field(role, wrong_role(name, role))
    return connection


def wrong_role(name: str, role: backends.Role) -> Message:
    return Message("wrong_role", name=name, role=backends.role_name(role))


def known_backend(name: str) -> backends.Backend:
    """The back end that somebody asks for; raises Invalid, about the field `backend`."""
    try:
        return backends.get(name)
    except backends.UnknownBackendError as unknown:
        raise errors.Invalid.field("backend", unknown.entry) from None


def make(
    *,
    project: Project,
    actor: User | None,
    name: str,
    backend: str,
    settings: Mapping[str, Any],
    secrets: Mapping[str, str | None],
) -> Connection:
    """Connect a back end to a project; its settings become M₀.

    Raises:
        Invalid: the back end is unknown, the name is taken, or a setting or secret will not do.
    """
    ensure_built_in(project)
    known = known_backend(backend)
    complete, hidden = parsed(known, settings), kept_secrets(known, secrets, kept={})
    with free_name(), transaction.atomic():
        connection = Connection.objects.create(
            project=project,
            name=cleaned_name(name),
            backend=backend,
            secrets=SECRETS.seal(hidden),
            secrets_for=origins_of(known, complete),
            created_by=actor,
        )
        begin(connection, settings=complete, actor=actor)
        audit(
            project=project,
            actor=actor,
            verb="connection.made",
            target=connection.name,
            backend=backend,
        )
    return connection


def change(
    *,
    connection: Connection,
    actor: User | None,
    name: str | None = None,
    settings: Mapping[str, Any] | None = None,
    secrets: Mapping[str, str | None] | None = None,
) -> Connection:
    """Change a connection; settings and secrets that are not named stay as they are.

    Settings that change what it says make a new version, which serves at once. Those that say how
    it is reached hold for every version. Secrets are kept only for the servers they were given for:
    who leads a connection to another one has to give them again, or take them away.

    Raises:
        Invalid: the name is taken, a setting or secret will not do, or a secret is to go to a
            server for which it was not given.
        Archived: it was put away.
        Conflict: it is of the installation.
    """
    if connection.shared_id is not None:
        raise errors.Conflict(Message("shared_connection_fixed"))
    backend = backend_of(connection)
    with free_name(), transaction.atomic():
        connection = _locked(connection)
        changed = {"name": name is not None, "secrets": bool(secrets), "settings": bool(settings)}
        if name is not None:
            connection.name = cleaned_name(name)
        if secrets or settings:
            base = serving(connection)
            complete = parsed(backend, {**base.settings, **(settings or {})})
            change_secrets(connection, backend, secrets or {}, complete)
        connection.save(update_fields=["name", "secrets", "secrets_for"])
        if settings:
            change_settings(base, backend, complete, actor)
        audit(
            project=connection.project,
            actor=actor,
            verb="connection.changed",
            target=connection.name,
            # Names only: a value may be a secret.
            changed=[key for key, is_changed in changed.items() if is_changed],
        )
    return connection


def change_settings(
    base: ModelVersion,
    backend: backends.Backend,
    complete: Mapping[str, Any],
    actor: User | None,
) -> None:
    """Let a connection have these settings: a new version where they change what it says."""
    connection = base.connection
    differs = {key for key, value in complete.items() if base.settings.get(key) != value}
    reach = {key: complete[key] for key in differs & backend.settings.reach}
    if reach:
        for version in ModelVersion.objects.filter(connection=connection):
            version.settings = {**version.settings, **reach}
            version.save(update_fields=["settings"])
    if differs - reach.keys():
        version = versions.add(
            connection=connection,
            source=ModelVersion.Source.SETTINGS,
            settings=complete,
            base=base,
            # The weights are the same, and so is what they learned from.
            snapshot=base.snapshot,
            artifact=base.artifact,
            sha256=base.artifact_sha256,
            actor=actor,
        )
        versions.promote(version, actor, reason="settings")


def archive(*, connection: Connection, actor: User | None) -> None:
    """Put a connection away: it is offered no more, and what it made keeps its name.

    Raises:
        Conflict: it is in use, or part of every project.
    """
    with transaction.atomic():
        connection = _locked(connection)
        if is_built_in(connection):
            raise errors.Conflict(Message("built_in_connection"))
        assignment = ModelAssignment.objects.filter(project=connection.project_id).first()
        used = any(needs(connection) for needs in hooks.in_use)
        if used or roles_in(assignment, connection.pk):
            raise errors.Conflict(Message("connection_in_use", name=connection.name))
        Connection.objects.filter(pk=connection.pk).update(archived_at=now())
        audit(
            project=connection.project,
            actor=actor,
            verb="connection.archived",
            target=connection.name,
        )


def _locked(connection: Connection) -> Connection:
    """A connection that nobody else changes meanwhile; raises Archived if it is put away."""
    connection = versions.lock(connection)
    if connection.archived_at is not None:
        raise versions.Archived
    return connection


@contextmanager
def free_name() -> Iterator[None]:
    """Say which field is wrong where a project has a connection of this name."""
    try:
        yield
    except IntegrityError as taken:
        message = Message("connection_name_taken")
        raise errors.Invalid.field("name", message, code="taken") from taken
