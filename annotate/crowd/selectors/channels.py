"""Channels, and what their settings and secrets open."""

from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from annotate.core import errors
from annotate.crowd import adapters, schemas, secret_store
from annotate.crowd.adapters.base import Client
from annotate.crowd.models import Channel, Participation
from annotate.messages import Message
from annotate.projects.models import Project
from annotate.workflow.models import Assignment


def channels(project: Project) -> QuerySet[Channel]:
    """A project's channels with the counts of their visits, newest first."""
    lost = Q(participations__state__in=Participation.LOST)
    return (
        Channel.objects.filter(project=project)
        .select_related("project")
        .annotate(
            submitted=_count(Q(participations__state=Participation.State.SUBMITTED)),
            returned=_count(lost),
            open_visits=_count(Q(participations__state=Participation.State.ARRIVED)),
        )
        .order_by("-pk")
    )


def _count(condition: Q) -> Count:
    return Count("participations", filter=condition, distinct=True)


def channel(project: Project, channel_id: int) -> Channel:
    return errors.existing(channels(project).filter(pk=channel_id).first())


def by_slug(slug: str) -> Channel:
    """The channel an address leads to; raises NotFound."""
    # What no column can hold is asked of none.
    channels = Channel.objects.select_related("project").filter(slug=slug)
    channel = channels.first() if slug.isprintable() else None
    if channel is None:
        raise errors.NotFound(Message("link_leads_nowhere"))
    return channel


def settings_of(channel: Channel) -> Any:
    return adapters.parse_settings(adapters.get(channel.adapter), channel.settings)


def secrets_of(channel: Channel) -> Any:
    """Call it only where they are used."""
    secrets = secret_store.unseal(channel.credentials)
    return adapters.parse_secrets(adapters.get(channel.adapter), secrets)


def client_of(channel: Channel) -> Client | None:
    """The API of the channel's platform, or None where there is no secret for it."""
    return adapters.get(channel.adapter).client(settings_of(channel), secrets_of(channel))


def held_work(visit: Participation) -> QuerySet[Assignment]:
    """What somebody holds of the project they visit."""
    return Assignment.objects.filter(
        annotator=visit.user_id, project=visit.channel.project_id, state=Assignment.State.LIVE
    )


def working_in(channel: Channel) -> int:
    """How many open visits there are in which work is held."""
    held = Assignment.objects.filter(
        annotator=OuterRef("user"), project=channel.project_id, state=Assignment.State.LIVE
    )
    return channel.participations.filter(Exists(held), state=Participation.State.ARRIVED).count()


def as_schema(channel: Channel, *, origin: str) -> schemas.Channel:
    """`origin` is our own address. A new channel was not counted yet: it has nothing to count."""
    adapter = adapters.get(channel.adapter)
    entry_url = f"{origin}/enter/{channel.slug}"
    webhook_url = f"{origin}/api/v1/crowd/webhooks/{channel.slug}"
    working = working_in(channel)
    return schemas.Channel(
        id=channel.pk,
        name=channel.name,
        adapter=adapter.name,
        stage=channel.stage_key or None,
        state=Channel.State(channel.state),
        settings=channel.settings,
        has_credentials=bool(channel.credentials),
        entry_url=entry_url,
        webhook_url=webhook_url if adapter.has_webhook else None,
        setup=adapter.setup(settings_of(channel), entry_url=entry_url),
        counts=schemas.ChannelCounts(
            arrived=max(getattr(channel, "open_visits", 0) - working, 0),
            working=working,
            submitted=getattr(channel, "submitted", 0),
            returned=getattr(channel, "returned", 0),
        ),
        created_at=channel.created_at,
    )
