"""Messages of platforms: verified, taken note of once, in whatever order they come."""

from collections.abc import Mapping
from typing import Literal

from django.db import IntegrityError, transaction

from annotate.core import clock, errors, logs
from annotate.crowd import adapters
from annotate.crowd.adapters.base import BadSignature, Event
from annotate.crowd.models import Channel, Participation, PlatformEvent
from annotate.crowd.selectors.channels import secrets_of
from annotate.crowd.services import visits

log = logs.get(__name__)
Outcome = Literal["noted", "repeated", "ignored"]


class NotThePlatform(errors.NotAuthenticated):
    code = "bad_signature"


def receive(
    *, channel: Channel, headers: Mapping[str, str], body: bytes
) -> Literal["noted", "repeated", "ignored"]:
    """Take note of a message, once.

    Raises:
        NotThePlatform: its signature is wrong, absent or too old, or the channel has no secret.
    """
    adapter = adapters.get(channel.adapter)
    try:
        event = adapter.verify(
            headers=headers, body=body, secrets=secrets_of(channel), now=clock.now()
        )
    except BadSignature:
        log.warning("A message with a wrong signature was refused", channel=channel.pk)
        raise NotThePlatform from None
    if event is None:
        return "ignored"
    try:
        with transaction.atomic():
            PlatformEvent.objects.create(
                channel=channel,
                event_id=event.event_id,
                kind=event.kind,
                session=event.session,
                status=event.status,
                at=event.at,
            )
            _act(channel, event)
    except IntegrityError:
        return "repeated"
    return "noted"


def _act(channel: Channel, event: Event) -> None:
    # A platform has one webhook for a workspace; it may know of visits through a channel beside.
    visit = (
        Participation.objects.select_related("channel__project", "user")
        .filter(
            channel__project=channel.project_id,
            channel__adapter=channel.adapter,
            external_session=event.session,
        )
        .first()
    )
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
