"""Endpoints and deliveries as requests and responses say them."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from annotate.core.schemas import Changes, Notice, Schema, Text
from annotate.projects import models
from annotate.projects.webhook_events import EventType

Url = Annotated[str, Text(500)]
Events = Annotated[
    list[EventType], Field(max_length=20, description="What it is told of; empty: everything.")
]


class NewWebhook(Schema):
    url: Url
    events: Events = []


class WebhookChanges(Changes):
    url: Url = ""
    events: Events = []
    is_enabled: bool = True


class Webhook(Schema):
    """An endpoint of a project."""

    id: int
    url: str
    events: list[EventType]
    is_enabled: bool
    created_at: datetime
    secret: Annotated[
        str | None, Field(description="Shown once, in the answer that made it; otherwise null.")
    ]

    @classmethod
    def of(cls, row: models.WebhookEndpoint, secret: str | None = None) -> "Webhook":
        return cls.from_row(row, secret=secret)


class WebhookDelivery(Schema):
    """One event on its way to an endpoint."""

    id: int
    number: Annotated[int | None, Field(description="Counted per endpoint; null until sent.")]
    message_id: str
    type: EventType
    body: str
    state: Literal["pending", "delivered", "given_up"]
    attempts: int
    due_at: datetime
    status: Annotated[int | None, Field(description="What the last attempt was answered with.")]
    fault: Notice | None
    created_at: datetime
    sent_at: datetime | None

    @classmethod
    def of(cls, row: models.WebhookDelivery) -> "WebhookDelivery":
        return cls.from_row(row, fault=Notice.restored(row.fault))
