"""Endpoints and deliveries as requests and responses say them."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AwareDatetime, Field

from annotate.core import clock
from annotate.core.schemas import Changes, Count, Notice, PageQuery, Schema, Text
from annotate.projects import models, webhook_secrets
from annotate.projects.webhook_events import EventType

Url = Annotated[str, Text(500)]
Events = Annotated[
    list[EventType], Field(max_length=20, description="What it is told of; empty: everything.")
]


EndpointState = Literal["on", "off", "gone", "failing", "secret_unreadable"]
DeliveryState = Literal["pending", "delivered", "given_up"]


class NewWebhook(Schema):
    url: Url
    events: Events = []


class WebhookChanges(Changes):
    url: Url = ""
    events: Events = []
    is_enabled: bool = True


class WebhookEndpoint(Schema):
    """An endpoint of a project."""

    id: int
    url: str
    events: list[EventType]
    is_enabled: bool
    state: Annotated[
        EndpointState,
        Field(
            description="`gone`: it answered 410; `failing`: nothing was received for five days; "
            "both are switched off. `secret_unreadable`: the secret has to be rotated."
        ),
    ]
    old_secret_until: Annotated[
        datetime | None, Field(description="Until when the secret before signs, too.")
    ]
    created_at: datetime
    secret: Annotated[
        str | None, Field(description="Shown once, in the answer that made it; otherwise null.")
    ]

    @classmethod
    def of(cls, row: models.WebhookEndpoint, secret: str | None = None) -> "WebhookEndpoint":
        until = row.old_secret_until
        old = until if until is not None and until > clock.now() else None
        return cls.from_row(row, secret=secret, state=_state_of(row), old_secret_until=old)


def _state_of(row: models.WebhookEndpoint) -> EndpointState:
    if webhook_secrets.current(row) is None:
        return "secret_unreadable"
    if row.is_enabled:
        return "on"
    off: dict[str, EndpointState] = {"gone": "gone", "failing": "failing"}
    return off.get(row.disabled_because, "off")


class Rotation(Schema):
    at_once: Annotated[bool, Field(description="Whether the secret before signs nothing more.")] = (
        False
    )


class FailedSince(Schema):
    since: Annotated[
        AwareDatetime | None, Field(description="Only what happened since; null: everything.")
    ] = None


class SentAgain(Schema):
    count: Count


class DeliveriesQuery(PageQuery):
    """Which deliveries, and which page of them."""

    state: Annotated[DeliveryState | None, Field(description="Only those in this state.")] = None


class WebhookDelivery(Schema):
    """One event on its way to an endpoint."""

    id: int
    number: Annotated[int | None, Field(description="Counted per endpoint; null until sent.")]
    message_id: str
    type: EventType
    body: str
    state: DeliveryState
    attempts: int
    due_at: datetime
    status: Annotated[int | None, Field(description="What the last attempt was answered with.")]
    fault: Notice | None
    created_at: datetime
    sent_at: datetime | None

    @classmethod
    def of(cls, row: models.WebhookDelivery) -> "WebhookDelivery":
        return cls.from_row(row, fault=Notice.restored(row.fault))
