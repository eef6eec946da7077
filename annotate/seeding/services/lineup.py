"""Which connection makes what for a project."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from annotate import backends
from annotate.core import errors
from annotate.core.clock import now
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit
from annotate.seeding.models import Connection, Lineup
from annotate.seeding.selectors.connections import ROLES, backend_of
from annotate.seeding.services.connections import ensure_built_in

# What makes seeds until a lead chooses something else.
USUAL: Mapping[backends.Role, str] = {
    "detector": "classical",
    "captioner": "classical",
    "ocr": "tesseract",
}


def of(project: Project) -> Lineup:
    """Return the line-up of a project; one that nobody has chosen is the usual one."""
    found = Lineup.objects.filter(project=project).first()
    if found is not None:
        return found
    ensure_built_in(project)
    offered = Connection.objects.filter(project=project, name__in=USUAL.values(), archived_at=None)
    by_name = {connection.name: connection for connection in offered}
    usual: dict[str, Any] = {role: by_name.get(name) for role, name in USUAL.items()}
    return Lineup.objects.get_or_create(project=project, defaults=usual)[0]


def change(*, project: Project, actor: User | None, changes: Mapping[str, Any]) -> Lineup:
    """Change who makes what: `detector`, `captioner` and `ocr` are ids of connections or None.

    Raises:
        Invalid: a connection is not of this project, was put away, or cannot play its role.
    """
    of(project)
    with transaction.atomic():
        # Numbers that no key can be are no keys; SQLite would stumble over them.
        wanted = {pk for role in ROLES if (pk := changes.get(role)) and 0 < pk < 2**63}
        # Locked, so that none of them is put away meanwhile; in order, so that nobody waits
        # in a circle.
        mine = Connection.objects.select_for_update().filter(project=project, pk__in=wanted)
        found = {connection.pk: connection for connection in mine.order_by("pk")}
        for role in ROLES:
            if changes.get(role) is not None:
                _check(role, found.get(changes[role]))
        values = {f"{role}_id" if role in ROLES else role: value for role, value in changes.items()}
        Lineup.objects.filter(project=project).update(**values, updated_at=now())
        audit(project=project, actor=actor, verb="lineup.changed", **_told(changes, found))
    return Lineup.objects.get(project=project)


def _told(changes: Mapping[str, Any], found: Mapping[int, Connection]) -> dict[str, Any]:
    return {
        key: found[value].name if key in ROLES and value is not None else value
        for key, value in changes.items()
    }


def _check(role: backends.Role, connection: Connection | None) -> None:
    if connection is None or connection.archived_at is not None:
        raise errors.Invalid.field(
            role, "unknown_connection", "The project has no such connection."
        )
    if role not in backend_of(connection).roles:
        raise errors.Invalid.field(role, "wrong_role", f"{connection.name} cannot act as {role}.")
