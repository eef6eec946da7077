"""Which answers a lead wants to see, in which order, and what may be done with many at once."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from annotate.core.schemas import Id, Page, PageQuery, Schema, Text
from annotate.people.schemas import Person
from annotate.projects.schemas import StageKey
from annotate.quality import models
from annotate.quality.schemas.review import JudgingFailure, Review
from annotate.workflow.models import Assignment

MAX_AT_ONCE = 200

Column = Literal["image", "person", "stage", "round", "flags", "verdict", "seconds", "at"]
Order = Literal[
    "image",
    "-image",
    "person",
    "-person",
    "stage",
    "-stage",
    "round",
    "-round",
    "flags",
    "-flags",
    "verdict",
    "-verdict",
    "seconds",
    "-seconds",
    "at",
    "-at",
]


class AnswerFilters(Schema):
    """Which answers: those that meet every filter that is given."""

    state: Annotated[
        Literal["open", "settled", "all"],
        Field(description="With open flags, decided by a lead, or every answer."),
    ] = "open"
    code: Annotated[
        Annotated[str, Text(60)] | None, Field(description="With a flag of this code.")
    ] = None
    stage: StageKey | None = None
    annotator: Id | None = None
    batch: Id | None = None
    round: Annotated[
        Annotated[int, Field(ge=1, le=32_767)] | None,
        Field(description="The round, or which of several answers given side by side."),
    ] = None
    split: Annotated[Annotated[str, Text(10)] | None, Field(description="Of the image.")] = None
    verdict: Assignment.Verdict | None = None
    words: Annotated[
        Annotated[str, Text(200)] | None,
        Field(description="Each of them stands somewhere in the answer, in any case."),
    ] = None
    first_day: Annotated[
        date | None, Field(alias="from", description="Given on this day or later, in UTC.")
    ] = None
    last_day: Annotated[
        date | None, Field(alias="to", description="Given on this day or earlier, in UTC.")
    ] = None

    @field_validator("last_day")
    @classmethod
    def _in_order(cls, last: date | None, info: ValidationInfo) -> date | None:
        first = info.data.get("first_day")
        if first is not None and last is not None and last < first:
            raise PydanticCustomError("before_from", "The last day comes before the first")
        return last


class ReviewQuery(AnswerFilters, PageQuery):
    order: Annotated[Order, Field(description="The newest first if left out.")] = "-at"


class ReviewPage(Page[Review]):
    """One page of answers, and how many there are in all."""

    total: int


class ActsQuery(PageQuery):
    annotator: Annotated[Id | None, Field(description="Acts on this person's answers alone.")] = (
        None
    )


class NewAct(Schema):
    """Something to be done with many answers: those named, or all that match.

    ``expected`` says how many match as far as the lead has seen; if others have come or gone since,
    nothing is done.
    """

    verb: models.ReviewAct.Verb
    annotations: Annotated[list[Id], Field(max_length=MAX_AT_ONCE)] = []
    matching: AnswerFilters | None = None
    expected: Annotated[int, Field(ge=0)] | None = None
    reason: Annotated[str, Text(1000, min_length=0)] = ""
    keep_later: Annotated[
        bool, Field(description="Rejecting: keep what others made of the answers.")
    ] = False


class Rejections(Schema):
    """Answers that may be rejected: these, all that match, or a person's that nobody has judged."""

    annotations: Annotated[list[Id], Field(max_length=MAX_AT_ONCE)] = []
    matching: AnswerFilters | None = None
    user: Id | None = None
    batch: Id | None = None


class ActCounts(Schema):
    """What came of an act so far.

    `unchanged` were so before; `pending` are still to come; `kept` could not be taken back.
    """

    total: int
    pending: int
    done: int
    unchanged: int
    failed: int
    undone: int
    kept: int
    requeued: Annotated[int, Field(description="Tasks opened for others.")]


class Act(Schema):
    id: int
    verb: models.ReviewAct.Verb
    state: models.ReviewAct.State
    reason: str
    keep_later: bool
    actor: Person
    created_at: datetime
    undone_by: Person | None
    undone_at: datetime | None
    counts: ActCounts


class ActDetail(Act):
    """An act with what it could not do, and what of it could not be taken back; 100 at most."""

    problems: list[JudgingFailure]
