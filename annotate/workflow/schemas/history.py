"""What somebody has submitted, and what became of it."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from annotate.core.schemas import JsonObject, Schema
from annotate.kinds.capabilities import QuestionVotes
from annotate.workflow.schemas.shown import KindAnswer, NamedProject, ShownImage, StageName

# In one word each; the words of the client say more.
OutcomeState = Literal[
    "waiting",  # nobody has gone on from it yet
    "continued",  # somebody has, and others may still
    "final",  # nobody changed it: it is how the stage ended
    "finished",  # others went on from it, and the stage has ended
    "counted",  # it stands beside those of others
    "kept",  # by those who judged it
    "dropped",
    "rejected",  # by a lead
    "withdrawn",  # with its image
    "practice",
    "test",
]


class LaterAnswer(Schema):
    """What somebody made of a text after it was handed in: never who, never when."""

    answer: JsonObject
    similarity: Annotated[
        float | None,
        Field(description="Of the two texts, from 0 to 1, as early stopping counts it."),
    ]
    tokens_before: int
    tokens_after: int
    from_scratch: bool
    scratch_reason: str


class Votes(Schema):
    """What those who judged an answer came to."""

    kept: bool
    criteria: list[QuestionVotes]


class AnswerOutcome(Schema):
    state: OutcomeState
    later: Annotated[list[LaterAnswer], Field(description="The next first, the newest last.")]
    votes: Votes | None


class Remarks(Schema):
    count: int
    unread: int


class SubmittedWork(Schema):
    assignment_id: int
    project: NamedProject
    stage: StageName
    image: ShownImage
    hit: int | None
    submitted_at: datetime
    active_seconds: float
    feedback: Remarks


class HistoryItem(SubmittedWork):
    outcome: OutcomeState


class HistoryDetail(SubmittedWork):
    settings: JsonObject
    about: KindAnswer | None
    mine: JsonObject
    start: JsonObject | None
    outcome: AnswerOutcome
