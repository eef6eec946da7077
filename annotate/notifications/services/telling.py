"""Write down what people are told, one row each, in the transaction of what happened."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F

from annotate.core import clock, mail
from annotate.messages import Parameter, params_json
from annotate.notifications.models import Notification
from annotate.notifications.schemas import NotificationChoice
from annotate.notifications.selectors import chosen
from annotate.notifications.services.waking import wake
from annotate.notifications.subjects import SUBJECTS, Kind
from annotate.people.models import User
from annotate.projects.models import Membership, Project

# What happens again while unread is mailed again no sooner than this.
MAILED_EVERY = timedelta(hours=1)


@dataclass(frozen=True)
class _What:
    """What happened. `count` is how many there are now, or None where one more happened."""

    project: Project
    kind: Kind
    key: str
    count: int | None
    data: dict[str, Any]
    at: datetime


def tell_roles(
    *,
    project: Project,
    kind: Kind,
    key: str = "",
    count: int | None = None,
    data: Mapping[str, Parameter] | None = None,
    but: User | None = None,
) -> None:
    """Tell the members whose role it concerns; nobody who is blocked or whose account is closed.

    Args:
        key: what is told apart within the kind; of one key a person has one unread row.
        count: how many there are now; None where one more has happened.
        data: the slots of the sentence beside the count.
        but: whoever did it, and knows.
    """
    people = Membership.objects.filter(
        project=project,
        role__in=SUBJECTS[kind].roles,
        is_blocked=False,
        user__is_active=True,
        user__is_blocked=False,
    )
    members = people.exclude(user=but) if but else people
    what = _What(project, kind, key, count, params_json(data or {}), clock.now())
    _tell(what, {each.user: each for each in members.select_related("user")})


def tell_people(
    *,
    project: Project,
    kind: Kind,
    users: Iterable[int],
    key: str = "",
    data: Mapping[str, Parameter] | None = None,
) -> None:
    """Tell these people, of whom it depends on membership what they may read; see `tell_roles`."""
    active = {user.pk: user for user in User.objects.filter(pk__in=list(users), is_active=True)}
    rows = Membership.objects.filter(project=project, user__in=active)
    members = {row.user_id: row for row in rows}
    what = _What(project, kind, key, None, params_json(data or {}), clock.now())
    _tell(
        what,
        {user: members.get(pk) for pk, user in active.items() if pk in members or user.is_admin},
    )


def _tell(what: _What, people: Mapping[User, Membership | None]) -> None:
    if not people:
        return
    wishes = chosen([user.pk for user in people], what.kind)
    with transaction.atomic():
        for user, membership in people.items():
            _write(what, user, membership, wishes[user.pk])
        wake()


def _write(
    what: _What, user: User, membership: Membership | None, wish: NotificationChoice
) -> None:
    """Add to what somebody has not read yet, or write a new row."""
    mail_at = _mail_at(what, user, wish)
    if not wish.is_shown and mail_at is None:
        return
    mine = Notification.objects.filter(
        user=user, project=what.project, kind=what.kind, key=what.key, read_at=None
    )
    if _add(what, mine.first(), mail_at):
        return
    row = Notification(
        user=user,
        project=what.project,
        membership=membership,
        kind=what.kind,
        key=what.key,
        count=1 if what.count is None else what.count,
        data=what.data,
        is_shown=wish.is_shown,
        created_at=what.at,
        updated_at=what.at,
        mail_at=mail_at,
    )
    # Of two that happen at the same time the second finds the row of the first.
    Notification.objects.bulk_create([row], ignore_conflicts=True)


def _add(what: _What, row: Notification | None, mail_at: datetime | None) -> bool:
    if row is None:
        return False
    if mail_at is not None and row.mailed_at is not None:
        mail_at = max(mail_at, row.mailed_at + MAILED_EVERY)
    return bool(
        Notification.objects.filter(pk=row.pk, read_at=None).update(
            count=F("count") + 1 if what.count is None else what.count,
            data=what.data,
            updated_at=what.at,
            # Whatever is on its way already is not put off.
            mail_at=row.mail_at or mail_at,
        )
    )


def _mail_at(what: _What, user: User, wish: NotificationChoice) -> datetime | None:
    """When it is to be mailed; None for who wants no mail, or has no address."""
    if wish.mail == "none" or not user.email or not mail.is_set_up():
        return None
    return what.at if wish.mail == "at_once" else next_digest(what.at)


def next_digest(after: datetime) -> datetime:
    """The next time at which the daily mail is sent."""
    today = after.replace(hour=settings.DIGEST_HOUR, minute=0, second=0, microsecond=0)
    return today if today > after else today + timedelta(days=1)
