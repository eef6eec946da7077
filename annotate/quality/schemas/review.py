"""Flags, and what leads decide about the answers and skipped tasks that have them."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from annotate.core.schemas import Id, JsonObject, Notice, PageQuery, Schema, Text
from annotate.people.schemas import Person
from annotate.projects.schemas import StageKey
from annotate.quality import models, wording
from annotate.workflow.models import Assignment, Sample
from annotate.workflow.schemas.shown import KindAnswer, ShownImage, StageName

MAX_AT_ONCE = 200


class ReviewQuery(PageQuery):
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
    opened: int
    reason: str | None


class Judged(Review):
    requeued: Requeued | None


class NewVerdict(Schema):
    verdict: Assignment.Verdict
    reason: Annotated[str, Text(1000, min_length=0)] = ""
    requeue: bool = False


class NewVerdicts(NewVerdict):
    annotations: Annotated[list[Id], Field(min_length=1, max_length=MAX_AT_ONCE)]


class JudgingFailure(Notice):
    annotation: int


class BulkResult(Schema):
    done: int
    requeued: int
    failed: list[JudgingFailure]


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
