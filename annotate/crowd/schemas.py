"""Channels, visits and payments as requests and responses say them."""

from datetime import datetime
from decimal import Decimal
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from annotate.core.schemas import Changes, Id, JsonObject, Notice, Schema, Text
from annotate.crowd import models
from annotate.crowd.adapters.base import AdapterField, AdapterName, Completion, Document
from annotate.people.schemas import Email, Person
from annotate.projects.schemas import StageKey

ChannelName = Annotated[str, Text(200)]
# Secrets may be among them: they are written, and never read.
ChannelSettings = Annotated[JsonObject, Field(description="The settings and secrets of a channel.")]


class Adapter(Schema):
    name: AdapterName
    title: str
    description: str
    notice: str | None
    fields: list[AdapterField]


class NewChannel(Schema):
    name: ChannelName
    adapter: AdapterName
    stage: StageKey | None = None
    settings: ChannelSettings = {}


class ChannelChanges(Changes):
    nullable: ClassVar[frozenset[str]] = frozenset({"stage"})

    name: ChannelName | None = None
    state: models.Channel.State | None = None
    stage: StageKey | None = None
    settings: ChannelSettings | None = None


class ChannelCounts(Schema):
    arrived: int
    working: int
    submitted: int
    returned: int


class Channel(Schema):
    """A channel, never with a secret."""

    id: int
    name: str
    adapter: AdapterName
    stage: str | None
    state: models.Channel.State
    settings: JsonObject
    has_credentials: bool
    entry_url: str
    webhook_url: str | None
    setup: list[Document]
    counts: ChannelCounts
    created_at: datetime


class NewLink(Schema):
    name: Annotated[str, Text(100, min_length=0)] = ""
    email: Email = ""
    send: bool = False


# "sending": a job is about to send it, or tries again.
LinkMail = Literal["none", "sending", "sent", "failed"]


class Link(Schema):
    id: int
    name: str
    email: str
    created_at: datetime
    expires_at: datetime
    mail: LinkMail
    mailed_at: datetime | None
    used_at: datetime | None

    @classmethod
    def of(cls, link: models.MagicLink) -> "Link":
        return cls.from_row(link, mail=_mail_of(link))


def _mail_of(link: models.MagicLink) -> LinkMail:
    if link.mailed_at is not None:
        return "sent"
    if link.mail_at is not None:
        return "sending"
    return "failed" if link.mail_failed else "none"


class CreatedLink(Link):
    """A new link with its address, which is said here and never again."""

    url: str


class VisitedProject(Schema):
    id: int
    name: str


class VisitedStage(Schema):
    key: str
    title: str
    title_code: str | None


class Participation(Schema):
    """A visit as the person on it sees it."""

    id: int
    project: VisitedProject
    platform: str
    stage: VisitedStage | None
    state: models.Participation.State | Literal["working"]
    preview: bool
    next: Literal["claim", "submit", "done"]
    hit: int | None
    completion: Completion | None


class Visit(Schema):
    """A visit as leads see it: with the platform's ids, which they need to look it up there."""

    id: int
    annotator: Person
    person: str
    session: str
    verified: bool
    state: models.Participation.State
    outcome: str
    platform_status: str
    delivered: int
    arrived_at: datetime
    ended_at: datetime | None

    @classmethod
    def of(cls, visit: models.Participation) -> "Visit":
        """Of a visit that `selectors.visits.visits` counted the deliveries of."""
        return cls(
            id=visit.pk,
            annotator=Person.of(visit.user),
            person=visit.external_person,
            session=visit.external_session,
            verified=visit.verified,
            state=models.Participation.State(visit.state),
            outcome=visit.outcome,
            platform_status=visit.platform_status,
            delivered=getattr(visit, "delivered", 0),
            arrived_at=visit.arrived_at,
            ended_at=visit.ended_at,
        )


class Rejection(Schema):
    message: Annotated[str, Text(2000)]
    category: Annotated[str, Text(40)] = "OTHER"


class ReturnRequest(Schema):
    reasons: Annotated[list[Annotated[str, Text(500)]], Field(min_length=1, max_length=10)]


class PlatformCheck(Notice):
    """That the secrets work, and what they open."""


class Webhook(Schema):
    result: Literal["noted", "repeated", "ignored"]


class PaidChannel(Schema):
    id: int
    name: str


class Payment(Schema):
    id: int
    annotator: Person
    channel: PaidChannel
    hit: int | None
    base: Decimal
    bonus: Decimal
    currency: str
    state: Literal["computed", "approved", "sent", "failed"]
    reason: Notice | None
    is_uncertain: bool
    approved_at: datetime | None
    created_at: datetime

    @classmethod
    def of(cls, payment: models.Payment) -> "Payment":
        delivery = payment.delivery
        visit = delivery.participation
        state = models.Payment.State(payment.state)
        return cls(
            id=payment.pk,
            annotator=Person.of(visit.user),
            channel=PaidChannel.model_validate(visit.channel, from_attributes=True),
            hit=delivery.hit_id,
            base=payment.base,
            bonus=payment.bonus,
            currency=payment.currency,
            # While a job sends it, it is approved and not sent: there is nothing for a lead to do.
            state="approved" if state == models.Payment.State.SENDING else state.value,
            reason=Notice.stored(payment.reason, payment.reason_message)
            if payment.reason
            else None,
            is_uncertain=payment.is_uncertain,
            approved_at=payment.approved_at,
            created_at=payment.created_at,
        )


class PaymentChoice(Schema):
    ids: Annotated[list[Id], Field(min_length=1, max_length=1000)]


class Computed(Schema):
    """How many payments are new, changed and no longer due, and how many deliveries earn none."""

    new: int
    changed: int
    dropped: int
    not_due: int


class Approved(Schema):
    done: int
