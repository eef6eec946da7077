"""Coming in: parameters that anybody can type become a visit of exactly one person.

See docs/decisions/0022. An arrival is checked, signed and bound to the browser it came from; the
token is consumed once; the first person to come with a session of the platform has it for good.
"""

import secrets
from datetime import timedelta
from typing import Any

from django.core import signing
from django.db import transaction

from annotate.core import clock, errors, logs
from annotate.crowd import adapters
from annotate.crowd.adapters.base import Arrival, ClientError
from annotate.crowd.models import Channel, EntryToken, Participation
from annotate.crowd.selectors.channels import client_of, held_work, settings_of
from annotate.crowd.services import accounts, visits
from annotate.messages import Message
from annotate.projects.services import audit

log = logs.get(__name__)
SALT = "annotate.crowd.entry"
LIFETIME = timedelta(minutes=10)
_KEPT = timedelta(days=1)


class TokenRefused(errors.Forbidden):
    code = "entry_token"


class AnotherPerson(errors.Forbidden):
    code = "another_person"


class ChannelClosed(errors.Conflict):
    code = "channel_closed"


class GivenBack(errors.Conflict):
    code = "given_back"


class StillWorking(errors.Conflict):
    """Their unfinished work of an earlier visit must be handed in or given up first."""

    code = "unfinished_visit"


class PlatformSilent(errors.AppError):
    code = "platform_silent"
    status = 503


def issue(*, channel: Channel, arrival: Arrival) -> tuple[str, str]:
    """Return (token, nonce): the token goes into the address, the nonce stays in the browser."""
    at = clock.now()
    nonce = secrets.token_urlsafe(24)
    with transaction.atomic():
        EntryToken.objects.filter(expires_at__lt=at - _KEPT).delete()
        EntryToken.objects.create(channel=channel, nonce=nonce, expires_at=at + LIFETIME)
    said = {
        "channel": channel.pk,
        "nonce": nonce,
        "person": arrival.person,
        "session": arrival.session,
        "facts": dict(arrival.facts),
    }
    return signing.dumps(said, salt=SALT, compress=True), nonce


def read(*, channel: Channel, token: str) -> tuple[Arrival, str]:
    """Return (arrival, nonce) of a token that this installation signed for this channel.

    Raises:
        TokenRefused: it is forged, altered or for another channel.
    """
    try:
        said: dict[str, Any] = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        raise TokenRefused from None
    if said["channel"] != channel.pk:
        raise TokenRefused
    return Arrival(said["person"], said["session"], said["facts"]), said["nonce"]


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
    """Return the visit of who arrived, begun now or earlier.

    Args:
        give_up: end an unfinished earlier visit of theirs and hand its work back.
        name: how to call them, where the channel knows.

    Raises:
        AnotherPerson: the session is somebody else's, by our records or by the platform's.
        GivenBack, ChannelClosed, NotWelcome, PlatformSilent: as they say.
        StillWorking: they hold work of an earlier visit and do not give it up.
    """
    begun = _begun(channel, arrival)
    if begun is not None:
        accounts.join(channel=channel, user=begun.user)
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
        accounts.refuse_blocked(channel=channel, person=arrival.person)
        user = accounts.account_of(channel=channel, arrival=arrival, name=name)
        accounts.join(channel=channel, user=user)
        accounts.note_facts(user=user, settings=settings)
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
    found = (
        Participation.objects.select_related("user", "channel__project")
        .filter(channel=channel, external_session=arrival.session)
        .first()
    )
    if found is None:
        return None
    if found.external_person != arrival.person:
        log.warning("A session was claimed by another person", channel=channel.pk, visit=found.pk)
        raise AnotherPerson
    if found.state in (*Participation.LOST, Participation.State.REJECTED):
        raise GivenBack
    return found


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
    earlier = Participation.objects.select_related("channel", "user").filter(
        channel__project=channel.project_id, user=user_id, state=Participation.State.ARRIVED
    )
    for visit in earlier:
        if held_work(visit).exists() and not give_up:
            raise StillWorking
        visits.end(visit=visit, state=Participation.State.RETURNED, reason="visit_given_up")
