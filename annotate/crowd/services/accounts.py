"""Which account a person from elsewhere has, and how they become a member."""

import secrets

from django.db import IntegrityError, transaction

from annotate.core import clock, errors
from annotate.crowd import adapters
from annotate.crowd.adapters.base import Arrival, Settings
from annotate.crowd.models import Channel
from annotate.messages import Message
from annotate.people.models import PlatformRecord, User
from annotate.projects.models import Membership, Role
from annotate.projects.services import audit


class NotWelcome(errors.Forbidden):
    code = "blocked"


def account_of(*, channel: Channel, arrival: Arrival, name: str = "") -> User:
    """Return the account of an external person in this project, made at their first arrival.

    It has no password and cannot be reached in any way but through a channel of the project.
    Accounts are not shared between projects: leads know the ids and sessions of their workers, and
    could come in as them; that must open nothing of anybody else's. Blocks do follow the person.
    """
    platform = f"{channel.adapter}:{channel.project_id}"
    record = _record(platform, arrival.person)
    if record is None:
        try:
            with transaction.atomic():
                return _new_account(channel, platform, arrival.person, name)
        except IntegrityError:  # they arrived twice at once
            record = _record(platform, arrival.person)
    if record is None:
        raise errors.Conflict(Message("not_just_now"), retry=True)
    return record.user


def refuse_blocked(*, channel: Channel, person: str) -> None:
    """Refuse whoever is blocked everywhere under this id of the platform, in whatever project.

    Raises:
        NotWelcome: they are.
    """
    if not adapters.get(channel.adapter).has_global_ids:
        return
    known = PlatformRecord.objects.filter(
        platform__startswith=f"{channel.adapter}:", external_id=person, user__is_blocked=True
    )
    if known.exists():
        raise NotWelcome(Message("not_welcome"))


def _record(platform: str, person: str) -> PlatformRecord | None:
    return (
        PlatformRecord.objects.select_related("user")
        .filter(platform=platform, external_id=person)
        .first()
    )


def _new_account(channel: Channel, platform: str, person: str, name: str) -> User:
    mark = secrets.token_hex(4)
    title = adapters.get(channel.adapter).title
    user = User(username=f"{channel.adapter}-{mark}", display_name=name or f"{title} {mark}")
    user.set_unusable_password()
    user.save()
    PlatformRecord.objects.create(user=user, platform=platform, external_id=person)
    return user


def join(*, channel: Channel, user: User) -> Membership:
    """Make somebody an annotator of the channel's project; who is one stays as they are.

    Raises:
        NotWelcome: they are blocked here or everywhere, or their account is closed.
    """
    membership, joined = Membership.objects.get_or_create(
        project_id=channel.project_id, user=user, defaults={"role": Role.ANNOTATOR}
    )
    if membership.is_blocked or user.is_blocked or not user.is_active:
        raise NotWelcome(Message("not_welcome"))
    if joined:
        audit(
            project=channel.project,
            actor=user,
            verb="member.joined",
            target=user.username,
            role=membership.role,
            channel=channel.name,
        )
    return membership


def note_facts(*, user: User, settings: Settings) -> None:
    """Write down what the platform vouches for; entry conditions read it."""
    record = PlatformRecord.objects.filter(user=user).first()
    if record is None:
        return
    record.approved = settings.vouched_approved if settings.vouched_approved else record.approved
    if settings.vouched_approval_rate is not None:
        record.approval_rate = settings.vouched_approval_rate
    record.updated_at = clock.now()
    record.save(update_fields=["approved", "approval_rate", "updated_at"])
    if settings.vouched_locale:
        User.objects.filter(pk=user.pk).update(locale=settings.vouched_locale)
