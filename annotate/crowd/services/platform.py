"""What a lead asks of a platform, and what a platform tells of its own accord."""

from collections.abc import Callable, Mapping
from typing import Literal, TypeVar

from django.db import IntegrityError, transaction

from annotate.core import clock, errors, logs
from annotate.crowd import adapters
from annotate.crowd.adapters.base import BadSignature, Client, ClientError, Event
from annotate.crowd.models import Channel, Participation, PlatformEvent
from annotate.crowd.selectors.channels import client_of, secrets_of
from annotate.crowd.selectors.visits import known_visits
from annotate.crowd.services import visits
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.services import audit

log = logs.get(__name__)
AnswerT = TypeVar("AnswerT")
_NOTED = ("event_id", "kind", "session", "status", "at")


class PlatformRefused(errors.Conflict):
    code = "platform_refused"


def check(*, channel: Channel) -> Message:
    """What the secrets of a channel open; raises PlatformRefused where they do not work."""
    return _ask(channel, lambda client: client.check())


def reject_visit(*, visit: Participation, actor: User, message: str, category: str) -> None:
    """Refuse the work of a visit on its platform, and take it out of what is owed.

    What was handed in stays here: whether it is kept is decided in the review.
    """
    session = visit.external_session
    _ask(visit.channel, lambda client: client.reject(session, message=message, category=category))
    visits.end(visit=visit, state=Participation.State.REJECTED, reason="platform_rejected")
    _note(visit, actor, "visit.rejected", message=message, category=category)


def request_return(*, visit: Participation, actor: User, reasons: list[str]) -> None:
    """Ask the person, on the platform, to give their place back; nothing changes until they do."""
    session = visit.external_session
    _ask(visit.channel, lambda client: client.request_return(session, reasons=reasons))
    _note(visit, actor, "visit.return_requested", reasons=reasons)


def _ask(channel: Channel, act: Callable[[Client], AnswerT]) -> AnswerT:
    client = client_of(channel)
    if client is None:
        raise PlatformRefused(Message("channel_without_api", name=channel.name))
    try:
        return act(client)
    except ClientError as refused:
        raise PlatformRefused(refused.reason) from None


def _note(visit: Participation, actor: User, verb: str, **data: object) -> None:
    audit(
        project=visit.channel.project,
        actor=actor,
        verb=verb,
        target=visit.user.username,
        channel=visit.channel.name,
        **data,
    )


def receive(
    *, channel: Channel, headers: Mapping[str, str], body: bytes
) -> Literal["noted", "repeated", "ignored"]:
    """Take note of a message once, in whatever order messages come.

    Raises:
        NotAuthenticated: its signature is wrong, absent or too old, or the channel has no secret.
    """
    adapter = adapters.get(channel.adapter)
    try:
        event = adapter.verify(
            headers=headers, body=body, secrets=secrets_of(channel), now=clock.now()
        )
    except BadSignature:
        log.warning("A message with a wrong signature was refused", channel=channel.pk)
        message = Message("bad_signature")
        raise errors.NotAuthenticated(message, code=message.code) from None
    if event is None:
        return "ignored"
    try:
        with transaction.atomic():
            noted = {name: getattr(event, name) for name in _NOTED}
            PlatformEvent.objects.create(channel=channel, **noted)
            _act(channel, event)
    except IntegrityError:
        return "repeated"
    return "noted"


def _act(channel: Channel, event: Event) -> None:
    # A platform has one webhook for a workspace; it may know of visits through a channel beside.
    visit = known_visits(
        channel__project=channel.project_id,
        channel__adapter=channel.adapter,
        external_session=event.session,
    ).first()
    if visit is None or (event.person and event.person != visit.external_person):
        return
    if visit.platform_at is not None and event.at < visit.platform_at:
        return  # something newer is known
    Participation.objects.filter(pk=visit.pk).update(
        platform_status=event.status, platform_at=event.at
    )
    if event.becomes is not None:
        state = Participation.State(event.becomes)
        visits.end(visit=visit, state=state, reason=f"platform_{event.becomes}")
