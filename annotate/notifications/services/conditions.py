"""Tell of what lasts: found by the clock, told when it begins, and once a day while it grows."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from annotate.core import clock
from annotate.messages import params_json
from annotate.notifications import hooks
from annotate.notifications.hooks import Found
from annotate.notifications.models import Condition, Notification
from annotate.notifications.services.telling import tell_roles
from annotate.projects.models import Project

# What lasts and has grown is told again after so long.
AGAIN_AFTER = timedelta(days=1)
Key = tuple[int, str, str]


def look_around() -> int:
    """Tell of conditions that have begun or grown, forget those that ended; return how many told.

    A project that is paused or archived has none.
    """
    at = clock.now()
    now = {_key(found): found for look in hooks.conditions for found in look(at)}
    active = Project.objects.filter(
        pk__in={project for project, _, _ in now}, state=Project.State.ACTIVE
    ).in_bulk()
    known = {(row.project_id, row.kind, row.key): row for row in Condition.objects.all()}
    for key, row in known.items():
        if key not in now or row.project_id not in active:
            _end(row)
    told = 0
    for key, found in now.items():
        if found.project_id in active:
            told += _look_at(active[found.project_id], found, known.get(key), at)
    return told


def _key(found: Found) -> Key:
    return found.project_id, found.kind, found.key


def _look_at(project: Project, found: Found, row: Condition | None, at: datetime) -> bool:
    grown = row is not None and found.count > row.count and at - row.told_at >= AGAIN_AFTER
    if row is not None and not grown:
        # What stands unread says what is true now.
        stale = _unread(found.project_id, found.kind, found.key).exclude(count=found.count)
        stale.update(count=found.count, data=params_json(found.data))
        return False
    with transaction.atomic():
        Condition.objects.update_or_create(
            project=project,
            kind=found.kind,
            key=found.key,
            defaults={"count": found.count, "told_at": at},
        )
        tell_roles(
            project=project, kind=found.kind, key=found.key, count=found.count, data=found.data
        )
    return True


def _end(row: Condition) -> None:
    """Forget a condition; nobody finds an unread row of what is no longer true."""
    with transaction.atomic():
        _unread(row.project_id, row.kind, row.key).delete()
        row.delete()


def _unread(project_id: int, kind: str, key: str) -> QuerySet[Notification]:
    return Notification.objects.filter(project=project_id, kind=kind, key=key, read_at=None)
