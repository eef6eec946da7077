"""What people do with what they are told."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction

from annotate.core import clock
from annotate.notifications import schemas
from annotate.notifications.models import Choice, Notification
from annotate.notifications.selectors import shown
from annotate.notifications.subjects import Kind
from annotate.people.models import User

# Rows that are deleted in one statement.
PRUNED_AT_ONCE = 1000


def mark_read(*, notification: Notification) -> None:
    """Note that it was read, and mail it no more; a second time changes nothing."""
    unread = Notification.objects.filter(pk=notification.pk, read_at=None)
    unread.update(read_at=clock.now(), mail_at=None)


def mark_all_read(*, user: User) -> None:
    """Note that somebody has read all that they see."""
    unread = shown(user, unread=True).values("pk")
    rows = Notification.objects.filter(pk__in=unread)
    rows.update(read_at=clock.now(), mail_at=None)


def choose(*, user: User, kind: Kind, changes: Mapping[str, Any]) -> schemas.NotificationChoice:
    """Change how somebody is told of a kind; what was not sent stays as it is."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        row = Choice.objects.filter(user=user, kind=kind).first()
        before = (
            schemas.NotificationChoice.from_row(row)
            if row
            else schemas.NotificationChoice.standard(kind)
        )
        after = before.model_copy(update=dict(changes))
        Choice.objects.update_or_create(
            user=user, kind=kind, defaults={"is_shown": after.is_shown, "mail": after.mail}
        )
        if after.mail == "none":
            Notification.objects.filter(user=user, kind=kind).update(mail_at=None)
    return after


def prune() -> int:
    """Delete what is older than `NOTIFICATIONS_KEEP_DAYS`, read or not; return how many rows."""
    before = clock.now() - timedelta(days=settings.NOTIFICATIONS_KEEP_DAYS)
    old = Notification.objects.filter(updated_at__lt=before)
    deleted = 0
    while keys := list(old.values_list("pk", flat=True)[:PRUNED_AT_ONCE]):
        deleted += old.filter(pk__in=keys).delete()[0]
    return deleted
