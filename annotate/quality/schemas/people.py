"""What leads tell annotators, and whom they keep from further work."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from annotate.core.schemas import Id, JsonObject, PageQuery, Schema, Text
from annotate.people.schemas import Person
from annotate.quality import models
from annotate.quality.schemas.checks import AnnotatorQuality, GoldRecord
from annotate.workflow.schemas.samples import Batch
from annotate.workflow.schemas.shown import NamedProject, ShownImage, StageName

Scope = Literal["batch", "project", "platform"]
Reason = Annotated[str, Text(1000)]


class SentFeedbackQuery(PageQuery):
    annotation: Id | None = None
    annotator: Id | None = None
    receipt: Literal["unread", "read", "answered"] | None = None


class InboxQuery(PageQuery):
    assignment: Id | None = None


class Span(Schema):
    """Code points of a text, the end not included."""

    start: Annotated[int, Field(ge=0, le=2_000_000)]
    end: Annotated[int, Field(ge=1, le=2_000_000)]


class NewFeedback(Schema):
    annotation: Id
    path: Annotated[str, Text(200, min_length=0)] = "text"
    span: Span | None = None
    message: Annotated[str, Text(2000)]


class FeedbackReply(Schema):
    message: Annotated[str, Text(1000)]


class Feedback(Schema):
    id: int
    path: str
    span: Span | None
    message: str
    created_at: datetime
    read_at: datetime | None
    reply: str
    replied_at: datetime | None
    stage: StageName
    image: ShownImage


class SentFeedback(Feedback):
    """A message as leads see it."""

    quote: str
    annotation: int
    annotator: Person
    sent_by: Person


class ReceivedFeedback(Feedback):
    """A message as its annotator sees it: with their own answer, and no lead's name."""

    project: NamedProject
    assignment: int | None
    mine: JsonObject


class NewBlock(Schema):
    user: Id
    scope: Scope
    batch: Id | None = None
    reason: Reason
    requeue: bool = False


class BlockLift(Schema):
    reason: Reason


class Block(Schema):
    id: int
    user: Person
    scope: models.Block.Scope
    batch: int | None
    reason: str
    evidence: JsonObject
    created_at: datetime
    created_by: Person
    lifted_at: datetime | None
    lifted_by: Person | None
    lift_reason: str
    returned: int
    requeued: int

    @classmethod
    def of(cls, block: models.Block) -> "Block":
        return cls(
            id=block.pk,
            user=Person.of(block.user),
            scope=models.Block.Scope(block.scope),
            batch=block.batch_id,
            reason=block.reason,
            evidence=block.evidence,
            created_at=block.created_at,
            created_by=Person.of(block.created_by),
            lifted_at=block.lifted_at,
            lifted_by=Person.of(block.lifted_by) if block.lifted_by else None,
            lift_reason=block.lift_reason,
            returned=block.returned,
            requeued=block.requeued,
        )


class BatchReport(Schema):
    batch: Batch
    submissions: int
    approved: int
    rejected: int
    annotators: list[AnnotatorQuality]
    flags: dict[str, int]
    gold: GoldRecord
    blocked: list[Block]
