"""Coming in: parameters that anybody can type become a visit of exactly one person.

See docs/decisions/0022. An arrival is checked, signed and bound to the browser it came from; the
token is consumed once; the first person to come with a session of the platform has it for good.
"""

import secrets
from datetime import timedelta
from typing import Any

from django.core import signing
from django.db import IntegrityError, transaction

from annotate.core import clock, errors, logs
from annotate.crowd import adapters
from annotate.crowd.adapters.base import Arrival, ClientError, Settings
from annotate.crowd.models import Channel, EntryToken, Participation
from annotate.crowd.selectors.channels import client_of, held_work, settings_of
from annotate.crowd.selectors.visits import known_visits
from annotate.crowd.services import visits
from annotate.messages import Message
from annotate.people.models import PlatformRecord, User
from annotate.projects.models import Membership, Role
from annotate.projects.services import audit

log = logs.get(__name__)
SALT = "annotate.crowd.entry"
LIFETIME = timedelta(minutes=10)
_KEPT = timedelta(days=1)


class NotWelcome(errors.Forbidden):
    code = "blocked"


class TokenRefused(errors.Forbidden):
    code = "entry_token"


class AnotherPerson(errors.Forbidden):
    code = "another_person"


class ChannelClosed(errors.Conflict):
    code = "channel_closed"


class StillWorking(errors.Conflict):
    """Their unfinished work of an earlier visit must be handed in or given up first."""

    code = "unfinished_visit"


class PlatformSilent(errors.AppError):
    code = "platform_silent"
    status = 503


def issue(*, channel: Channel, arrival: Arrival) -> tuple[str, str]:
    """(Token, nonce): the token goes into the address, the nonce stays in the browser."""
    at = clock.now()
    nonce = secrets.token_urlsafe(24)
    with transaction.atomic():
        EntryToken.objects.filter(expires_at__lt=at - _KEPT).delete()
        EntryToken.objects.create(channel=channel, nonce=nonce, expires_at=at + LIFETIME)
    values = {
        "channel": channel.pk,
        "nonce": nonce,
        "person": arrival.person,
        "session": arrival.session,
        "facts": dict(arrival.facts),
    }
    return signing.dumps(values, salt=SALT, compress=True), nonce


def read(*, channel: Channel, token: str) -> tuple[Arrival, str]:
    """(Arrival, nonce) of a token that this installation signed for this channel.

    Raises:
        TokenRefused: it is forged, altered or for another channel.
    """
    try:
        values: dict[str, Any] = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        raise TokenRefused from None
    if values["channel"] != channel.pk:
        raise TokenRefused
    return Arrival(values["person"], values["session"], values["facts"]), values["nonce"]


def redeem(*, channel: Channel, token: str, nonce: str) -> Arrival:
    """Consume a token, in the browser that it was made for.

    Raises:
        TokenRefused: it is forged, used up, too old, or was taken to another browser.
    """
    arrival, bound_to = read(channel=channel, token=token)
    if not secrets.compare_digest(bound_to, nonce):
        raise TokenRefused(Message("opened_in_another_browser"))
    at = clock.now()
    fresh = EntryToken.objects.filter(nonce=nonce, used_at__isnull=True, expires_at__gt=at)
    if not fresh.update(used_at=at):
        raise TokenRefused
    return arrival


def admit(
    *, channel: Channel, arrival: Arrival, give_up: bool = False, name: str = ""
) -> Participation:
    """The visit of who arrived, begun now or earlier.

    Args:
        give_up: end an unfinished earlier visit of theirs and hand its work back.
        name: how to call them, where the channel knows.

    Raises:
        AnotherPerson: the session is somebody else's, by our records or by the platform's.
        Conflict: they gave this session back, or its time was over.
        ChannelClosed, NotWelcome, PlatformSilent: as they say.
        StillWorking: they hold work of an earlier visit and do not give it up.
    """
    begun = _begun(channel, arrival)
    if begun is not None:
        join(channel=channel, user=begun.user)
        return begun
    if channel.state != Channel.State.OPEN:
        raise ChannelClosed
    # The platform is asked before anything is locked: it may take its time.
    verified = _confirmed(channel, arrival)
    with transaction.atomic():
        Channel.objects.select_for_update(no_key=True).get(pk=channel.pk)
        begun = _begun(channel, arrival)
        if begun is not None:
            return begun
        settings = settings_of(channel)
        if settings.places and channel.participations.count() >= settings.places:
            raise ChannelClosed(Message("places_taken"))
        refuse_blocked(channel=channel, person=arrival.person)
        user = account_of(channel=channel, arrival=arrival, name=name)
        join(channel=channel, user=user)
        note_facts(user=user, settings=settings)
        _end_earlier(channel, user.pk, give_up=give_up)
        return Participation.objects.create(
            channel=channel,
            user=user,
            external_person=arrival.person,
            external_session=arrival.session,
            verified=verified,
            facts=dict(arrival.facts),
            arrived_at=clock.now(),
        )


def note_entry(*, visit: Participation) -> None:
    """Write down every time somebody is signed in by a link: it is done with ids others know."""
    audit(
        project=visit.channel.project,
        actor=visit.user,
        verb="visit.entered",
        target=visit.user.username,
        channel=visit.channel.name,
        visit=visit.pk,
        verified=visit.verified,
    )


def _begun(channel: Channel, arrival: Arrival) -> Participation | None:
    visit = known_visits(channel=channel, external_session=arrival.session).first()
    if visit is None:
        return None
    if visit.external_person != arrival.person:
        log.warning("A session was claimed by another person", channel=channel.pk, visit=visit.pk)
        raise AnotherPerson
    if visit.state in (*Participation.LOST, Participation.State.REJECTED):
        raise errors.Conflict(Message("given_back"))
    return visit


def _confirmed(channel: Channel, arrival: Arrival) -> bool:
    """Whether the platform says that this session is this person's; False where it says nothing."""
    client = client_of(channel) if adapters.get(channel.adapter).confirms_arrivals else None
    if client is None:
        return False
    try:
        holder = client.holder(arrival.session)
    except ClientError as silent:
        log.warning("The platform could not be asked", channel=channel.pk, why=str(silent))
        raise PlatformSilent from None
    if holder is None:
        return False
    facts = {key: value for key, value in holder.facts.items() if key in arrival.facts}
    if holder.person != arrival.person or facts != {key: arrival.facts[key] for key in facts}:
        log.warning("The platform knows the session as another's", channel=channel.pk)
        raise AnotherPerson
    return True


def _end_earlier(channel: Channel, user_id: int, *, give_up: bool) -> None:
    """End open visits to this project: what is handed in must belong to exactly one."""
    arrived = Participation.State.ARRIVED
    for visit in known_visits(channel__project=channel.project_id, user=user_id, state=arrived):
        if held_work(visit).exists() and not give_up:
            raise StillWorking
        visits.end(visit=visit, state=Participation.State.RETURNED, reason="visit_given_up")


def account_of(*, channel: Channel, arrival: Arrival, name: str = "") -> User:
    """The account of an external person in this project, made at their first arrival.

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
    records = PlatformRecord.objects.select_related("user")
    return records.filter(platform=platform, external_id=person).first()


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
