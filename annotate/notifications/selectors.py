"""What people are told: each of them only what they may still know."""

from collections.abc import Iterable
from datetime import datetime
from typing import cast

from django.db.models import Min, Q, QuerySet, Sum

from annotate.core import clock, errors, mail
from annotate.notifications import schemas
from annotate.notifications.models import Choice, Notification
from annotate.notifications.subjects import SUBJECTS, Kind, kinds_for
from annotate.people.models import User
from annotate.projects.access import Asker
from annotate.projects.models import Role


def allowed(user: User) -> QuerySet[Notification]:
    """What was written for somebody, without what their role no longer lets them know."""
    mine = Notification.objects.filter(user=user)
    if user.is_admin:
        return mine
    if user.is_blocked:
        return mine.none()
    may = Q(pk=None)
    for role in Role:
        may |= Q(membership__role=role, kind__in=kinds_for(role))
    return mine.filter(may, membership__is_blocked=False)


def shown(user: User, *, unread: bool = False) -> QuerySet[Notification]:
    """The list of somebody, without an order."""
    rows = allowed(user).filter(is_shown=True).select_related("project")
    return rows.filter(read_at=None) if unread else rows


def mentions(user: User) -> tuple[int, datetime | None]:
    """How often somebody is mentioned in what they have not read, and since when."""
    unread = shown(user, unread=True).filter(kind="mention")
    found = unread.aggregate(number=Sum("count", default=0), since=Min("created_at"))
    return found["number"], found["since"]


def own(asker: Asker, notification_id: int) -> Notification:
    """A notification, for the one it is for."""
    return errors.existing(shown(cast(User, asker)).filter(pk=notification_id).first())


def due(user: User) -> list[Notification]:
    """What is to be mailed to somebody now, the oldest first."""
    rows = allowed(user).filter(mail_at__lte=clock.now()).select_related("project")
    return list(rows.order_by("updated_at", "pk"))


def chosen(users: Iterable[int], kind: Kind) -> dict[int, schemas.NotificationChoice]:
    """How each of these people wants to be told of a kind."""
    rows = {row.user_id: row for row in Choice.objects.filter(user__in=users, kind=kind)}
    standard = schemas.NotificationChoice.standard(kind)
    return {
        user: schemas.NotificationChoice.from_row(rows[user]) if user in rows else standard
        for user in users
    }


def choices(user: User) -> schemas.NotificationChoices:
    """How somebody is told of each kind."""
    rows = {
        row.kind: schemas.NotificationChoice.from_row(row)
        for row in Choice.objects.filter(user=user)
    }
    return schemas.NotificationChoices(
        mail_is_set_up=mail.is_set_up(),
        address=user.email,
        choices=[rows.get(kind, schemas.NotificationChoice.standard(kind)) for kind in SUBJECTS],
    )
