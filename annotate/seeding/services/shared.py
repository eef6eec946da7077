"""Connections of the installation: admins keep them, leads take them into projects."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from typing import Any

from django.db import IntegrityError, transaction

from annotate.core import errors, jobs
from annotate.core.clock import now
from annotate.core.jobs import services as job_services
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit
from annotate.seeding.models import Connection, SharedConnection
from annotate.seeding.schemas import Health
from annotate.seeding.selectors.connections import (
    SECRETS,
    backend_of,
    backend_or_none,
    parsed,
    places_of,
    serving,
)
from annotate.seeding.selectors.shared import configured_shared, using
from annotate.seeding.services import connections, versions
from annotate.seeding.services.sealing import (
    change_secrets,
    cleaned_name,
    kept_secrets,
    origins_of,
)

FOLLOW = "seeding.follow"
SCOPE = "installation"
# So many projects are named where one cannot be deleted.
NAMED = 10


class SharedConnectionInUse(errors.Conflict):
    code = "shared_connection_in_use"


def make(
    *,
    actor: User,
    name: str,
    backend: str,
    settings: Mapping[str, Any],
    secrets: Mapping[str, str | None],
) -> SharedConnection:
    """Connect a back end for all projects; none uses it until a lead takes it.

    Raises:
        Invalid: the back end is unknown, the name is taken, or a setting or secret will not do.
    """
    known = connections.known_backend(backend)
    complete, hidden = parsed(known, settings), kept_secrets(known, secrets, kept={})
    with _free_name(), transaction.atomic():
        shared = SharedConnection.objects.create(
            name=cleaned_name(name),
            backend=backend,
            settings=complete,
            secrets=SECRETS.seal(hidden),
            secrets_for=origins_of(known, complete),
            created_by=actor,
        )
        _audit("made", shared, actor, backend=backend)
    return shared


def change(
    *,
    shared: SharedConnection,
    actor: User,
    name: str | None = None,
    settings: Mapping[str, Any] | None = None,
    secrets: Mapping[str, str | None] | None = None,
    disabled: bool | None = None,
) -> SharedConnection:
    """Change one for all projects; what is not named stays as it is.

    Address and secrets hold at once. What changes what it says makes, in the background, a new
    version in every project that uses it, which serves there as after a lead's own change.

    Raises:
        Invalid: the name is taken, a setting or secret will not do, or a secret is to go to a
            server for which it was not given.
        NotFound: it was deleted.
    """
    with _free_name(), transaction.atomic():
        shared = _locked(shared.pk)
        before = {**shared.settings}
        if name is not None:
            shared.name = cleaned_name(name)
        if settings or secrets:
            backend = backend_of(shared)
            shared.settings = parsed(backend, {**before, **(settings or {})})
            change_secrets(shared, backend, secrets or {}, shared.settings)
        if disabled is not None and disabled is not (shared.disabled_at is not None):
            shared.disabled_at = now() if disabled else None
            _audit("disabled" if disabled else "enabled", shared, actor)
        shared.save(update_fields=["name", "settings", "secrets", "secrets_for", "disabled_at"])
        differs = sorted(key for key, value in shared.settings.items() if before.get(key) != value)
        changed = [*(["name"] if name is not None else []), *(["secrets"] if secrets else [])]
        if changed or differs:
            # Names only: a value may be a secret.
            _audit("changed", shared, actor, changed=[*changed, *differs])
        _send_on(shared, differs, actor)
    return shared


def _send_on(shared: SharedConnection, differs: Collection[str], actor: User) -> None:
    backend = backend_or_none(shared)
    # What no version has need not be brought to any.
    keys = set(differs) - (backend.settings.places if backend else frozenset())
    if keys and Connection.objects.filter(shared=shared, archived_at=None).exists():
        job_services.start(
            name=FOLLOW,
            scope=SCOPE,
            payload={"shared_id": shared.pk, "keys": sorted(keys), "actor": actor.pk},
        )


@jobs.handler(FOLLOW)
def follow(payload: dict[str, Any], progress: jobs.Progress) -> None:
    """Let every project that uses a connection have what was changed; again does nothing more."""
    taken = Connection.objects.filter(shared=payload["shared_id"], archived_at=None)
    ids = list(taken.order_by("pk").values_list("pk", flat=True))
    actor = User.objects.filter(pk=payload["actor"]).first()
    for done, connection_id in enumerate(ids):
        progress.report(done, len(ids))
        _follow(connection_id, payload["keys"], actor)
    progress.report(len(ids), len(ids))


def _follow(connection_id: int, keys: list[str], actor: User | None) -> None:
    with transaction.atomic():
        # Read under the lock: of two changes the later one holds, whichever job comes first.
        connection = versions.lock(Connection(pk=connection_id))
        shared, backend = connection.shared, backend_of(connection)
        if shared is None or connection.archived_at is not None:
            return
        base = serving(connection)
        known = {key: shared.settings[key] for key in keys if key in shared.settings}
        connections.change_settings(base, backend, {**base.settings, **known}, actor)


def delete(*, shared: SharedConnection, actor: User) -> None:
    """Delete one that no project uses; its secrets are gone for good.

    Raises:
        SharedConnectionInUse: projects use it; they are named.
        NotFound: it was deleted already.
    """
    with transaction.atomic():
        shared = _locked(shared.pk)
        projects = using([shared.pk]).get(shared.pk, [])
        if projects:
            names = [project.name for project in projects[:NAMED]]
            message = Message(
                "shared_connection_in_use", name=shared.name, count=len(projects), names=names
            )
            raise SharedConnectionInUse(message)
        SharedConnection.objects.filter(pk=shared.pk).update(
            deleted_at=now(), secrets="", secrets_for=[]
        )
        _audit("deleted", shared, actor)


def take(*, shared: SharedConnection, project: Project, actor: User) -> Connection:
    """Let a project use a connection of the installation; who asks again gets the same.

    Raises:
        NotFound: it was deleted, or an admin has disabled it.
    """
    connections.ensure_built_in(project)
    with connections.free_name(), transaction.atomic():
        # Its row first, as whoever deletes it does: either it is taken, or it is gone.
        shared = _locked(shared.pk)
        if shared.disabled_at is not None:
            raise errors.NotFound
        mine = Connection.objects.filter(project=project, shared=shared).first()
        if mine is not None and mine.archived_at is None:
            return mine
        connection = _again(mine, shared, actor) if mine else _first(shared, project, actor)
        audit(project=project, actor=actor, verb="connection.taken", target=connection.name)
    return connection


def _first(shared: SharedConnection, project: Project, actor: User) -> Connection:
    connection = Connection.objects.create(
        project=project,
        shared=shared,
        name=_name_in(project, shared.name),
        backend=shared.backend,
        created_by=actor,
    )
    connections.begin(connection, settings=shared.settings, actor=actor)
    return connection


def _again(connection: Connection, shared: SharedConnection, actor: User) -> Connection:
    """Bring back one that was put away, with what it would have now."""
    Connection.objects.filter(pk=connection.pk).update(archived_at=None)
    connection = versions.lock(connection)
    backend, base = backend_of(connection), serving(connection)
    places = places_of(connection, backend)
    settings = {key: value for key, value in shared.settings.items() if key not in places}
    connections.change_settings(base, backend, settings, actor)
    return connection


def _name_in(project: Project, wanted: str) -> str:
    """The name as it is, or with the first number under which the project has none."""
    taken = set(Connection.objects.filter(project=project).values_list("name", flat=True))
    names = (wanted if number == 1 else f"{wanted[:95]}-{number}" for number in count(1))
    return next(name for name in names if name not in taken)


def check_health(shared: SharedConnection) -> Health:
    """Whether it can work now, as an admin is told it: with the names of servers."""
    return connections.health_of(lambda: (backend_of(shared), configured_shared(shared)))


def _locked(shared_id: int) -> SharedConnection:
    rows = SharedConnection.objects.select_for_update().filter(pk=shared_id, deleted_at=None)
    return errors.existing(rows.first())


@contextmanager
def _free_name() -> Iterator[None]:
    try:
        yield
    except IntegrityError as taken:
        message = Message("shared_connection_name_taken")
        raise errors.Invalid.field("name", message, code="taken") from taken


def _audit(act: str, shared: SharedConnection, actor: User, **data: Any) -> None:
    verb = f"shared_connection.{act}"
    audit(project=None, actor=actor, verb=verb, target=shared.name, **data)
