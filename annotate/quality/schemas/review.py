"""Flags, and what leads decide about the answers and skipped tasks that have them."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from annotate.core.schemas import Id, JsonObject, Notice, PageQuery, Schema, Text
from annotate.people.schemas import Person
from annotate.projects.schemas import StageKey
from annotate.quality import models, wording
from annotate.quality.schemas.checks import AnnotatorQuality, GoldRecord
from annotate.workflow.models import Assignment, Sample
from annotate.workflow.schemas.parts import KindAnswer, NamedProject, ShownImage, StageName
from annotate.workflow.schemas.samples import Batch


class SkipsQuery(PageQuery):
    state: Literal["open", "settled", "all"] = "open"
    code: Annotated[str, Text(60)] | None = None
    stage: StageKey | None = None
    annotator: Id | None = None
    batch: Id | None = None


class Flag(Notice):
    """A flag with its numbers, and with a message that says them."""

    id: int
    code: str
    title: str
    numbers: JsonObject
    related: list[int]
    state: models.Flag.State
    created_at: datetime

    @classmethod
    def of_row(cls, flag: models.Flag) -> "Flag":
        return cls.of(
            wording.explain(flag.code, flag.numbers),
            id=flag.pk,
            code=flag.code,
            title=wording.about(flag.code).title,
            numbers=flag.numbers,
            related=flag.related,
            state=models.Flag.State(flag.state),
            created_at=flag.created_at,
        )


class ReviewAnswer(Schema):
    annotation: int
    assignment: int
    sample: int
    image: ShownImage
    stage: StageName
    round: int
    split: str
    annotator: Person
    value: JsonObject
    about: KindAnswer | None
    active_seconds: float
    submitted_at: datetime
    verdict: Assignment.Verdict
    verdict_reason: str
    verdict_by: Person | None
    batch: int | None


class OtherAnswer(Schema):
    """Another answer about the same image or answer."""

    annotator: Person
    value: JsonObject
    active_seconds: float
    verdict: Assignment.Verdict


class Review(Schema):
    answer: ReviewAnswer
    flags: list[Flag]
    others: list[OtherAnswer]


class Requeued(Schema):
    """What came of having an answer done again.

    `opened` counts the tasks opened for others; where it is 0, `reason` says why. `superseded`
    counts later answers that were set aside.
    """

    opened: int
    superseded: int
    reason: Notice | None


class Judged(Review):
    requeued: Requeued | None


class NewVerdict(Schema):
    verdict: Assignment.Verdict
    reason: Annotated[str, Text(1000, min_length=0)] = ""
    requeue: bool = False


class Consequences(Schema):
    """What rejecting answers would do, for each of the two ways to go on."""

    answers: int
    superseded: Annotated[int, Field(description="Later answers: set aside, if done again.")]
    reopened: Annotated[int, Field(description="Finished samples opened, if done again.")]
    at_work: Annotated[int, Field(description="People called off, if done again; drafts stay.")]
    emptied: Annotated[int, Field(description="Finished samples opened even so, if kept.")]


class JudgingFailure(Notice):
    annotation: int


class Skipped(Schema):
    """A skipped task or a reported image."""

    flag: Flag
    assignment: int
    sample: int
    sample_state: Sample.State
    image: ShownImage
    stage: StageName
    annotator: Person
    reason: str
    comment: str
    skipped_at: datetime


class SkipDecision(Schema):
    settled: bool = True


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
    requeue: Annotated[bool, Field(description="Reject what they gave and nobody judged.")] = False
    keep_later: Annotated[bool, Field(description="Keep what others made of it.")] = False


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
        return cls.from_row(
            block,
            user=Person.of(block.user),
            batch=block.batch_id,
            created_by=Person.of(block.created_by),
            lifted_by=Person.of(block.lifted_by) if block.lifted_by else None,
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
