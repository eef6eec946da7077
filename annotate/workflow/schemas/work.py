"""Work: what there is, what is held, and what is sent back. Answers are checked by their kinds."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from annotate.core.schemas import Count, Id, JsonObject, Notice, Schema, Text
from annotate.kinds import Problem
from annotate.kinds.capabilities import QuestionVotes
from annotate.projects.recipes import HitSpec
from annotate.workflow import models
from annotate.workflow.schemas.parts import (
    KindAnswer,
    NamedProject,
    ShownImage,
    StageName,
    StageOfWork,
)

GateReason = Literal[
    "consent",
    "guidelines",
    "practice",
    "test",
    "test_failed",
    "history",
    "locale",
    "blocked",
    "author",
]
# "other_teams": what is open asks for people of teams that this person is not in.
Nothing = Literal["nothing_open", "no_more_for_you", "other_teams"]
NoTask = Literal["nothing_open", "no_more_for_you", "other_teams", "gated", "not_ahead", "paused"]
NoWork = Literal["nothing_open", "no_more_for_you", "other_teams", "gated", "blocked", "paused"]
# Gold looks like work.
HitPurpose = Literal["work", "practice", "test"]
SkipReason = Literal["image_broken", "inappropriate", "cannot_describe", "language", "other"]
Seconds = Annotated[float, Field(ge=0, le=10_000_000, allow_inf_nan=False)]


class Gate(Notice):
    """Why a person is given no work of a stage yet, and what they can do about it."""

    reason: GateReason
    data: JsonObject = {}


class Lease(Schema):
    expires_at: datetime
    seconds: int
    heartbeat_seconds: int


class EarlierText(Schema):
    key: str
    answer: JsonObject


LookedAt = Annotated[
    list[Annotated[str, Text(40)]] | None,
    Field(
        max_length=1000,
        description="The ids of the parts of the answer, such as objects, that were looked at.",
    ),
]


class Draft(Schema):
    version: int
    answer: JsonObject
    saved_at: datetime
    scratch_reason: str | None
    looked_at: LookedAt


class TokenBox(Schema):
    """In pixels of the upright original."""

    x: float
    y: float
    width: float
    height: float


class ShownToken(Schema):
    text: str
    box: TokenBox


class Assignment(Schema):
    """All a workbench needs. Deliberately without origin, author, round or annotation ids."""

    id: int
    state: models.Assignment.State
    is_ahead: Annotated[bool, Field(description="Held for some minutes, begun by the next claim.")]
    project: NamedProject
    stage: StageOfWork
    hit: int | None
    image: ShownImage
    about: Annotated[KindAnswer | None, Field(description="The answer to be judged.")]
    tokens: list[ShownToken]
    objects: list[JsonObject]
    start: JsonObject
    texts: list[EarlierText]
    start_key: str | None
    draft: Draft | None
    draft_version: int
    lease: Lease
    active_seconds: float
    idle_seconds: int


class Hit(Schema):
    """A mini-batch of work with one deadline. Gold is never named."""

    id: int
    state: models.Hit.State
    purpose: HitPurpose
    project: NamedProject
    stage: StageOfWork
    deadline: datetime
    seconds: int
    started_at: datetime
    assignments: list[Assignment]


class ClaimOptions(Schema):
    stage: Annotated[str, Text(50)] | None = None
    ahead: Annotated[
        bool, Field(description="Not the next task, but the one after the one that is held.")
    ] = False


class Claim(Schema):
    assignment: Assignment | None
    hit: Hit | None
    reason: NoTask | None
    gate: Gate | None


class Edit(Schema):
    answer: JsonObject
    active_seconds: Seconds = 0
    scratch_reason: Annotated[str, Text(1000, min_length=0)] | None = None
    looked_at: LookedAt = None


class DraftEdit(Edit):
    version: Count
    check: Annotated[
        bool, Field(description="Whether to say at once what `check` would say of this answer.")
    ] = False


class DraftSaved(Schema):
    version: int
    saved_at: datetime
    lease: Lease
    problems: Annotated[
        list[Problem] | None,
        Field(
            description="What there is to say about the answer; null where nobody asked, or where"
            " `check` would answer 429: the draft is saved all the same."
        ),
    ]


class ActiveTime(Schema):
    active_seconds: Seconds


class Heartbeat(Schema):
    lease: Lease


class Submission(Edit):
    key: UUID


class Submitted(Schema):
    assignment_id: int
    submitted_at: datetime
    repeated: bool


class HitAnswer(Schema):
    assignment: Id
    answer: JsonObject
    active_seconds: Seconds = 0
    looked_at: LookedAt = None


class HitSubmission(Schema):
    key: UUID
    answers: Annotated[list[HitAnswer], Field(max_length=100)]


class HitSubmitted(Schema):
    hit_id: int
    submitted_at: datetime
    repeated: bool


class Skip(Schema):
    reason: SkipReason
    comment: Annotated[str, Text(1000, min_length=0)] = ""


class AnswerToCheck(Schema):
    answer: JsonObject


class Findings(Schema):
    problems: list[Problem]


class LabelsQuery(Schema):
    prefix: Annotated[str, Text(200, min_length=0, strip=False)] = ""
    limit: Annotated[int, Field(ge=1, le=50)] = 8


class LabelUse(Schema):
    label: str
    count: int


class Labels(Schema):
    """Labels and how often each is used; deliberately without whose they are, where and when."""

    labels: list[LabelUse]


class HeldTask(Schema):
    assignment_id: int
    project: NamedProject
    stage: StageName
    image: ShownImage
    saved_at: datetime | None
    expires_at: datetime


class HeldHit(Schema):
    hit_id: int
    project: NamedProject
    stage: StageName
    purpose: HitPurpose
    count: int
    deadline: datetime


class StageAvailable(StageName):
    available: bool
    hit: HitSpec | None


class ProjectOfWork(Schema):
    id: int
    name: str
    description: str
    guidelines_unread: bool
    stages: list[StageAvailable]
    done_by_me: int
    reason: NoWork | None
    gate: Gate | None


class Work(Schema):
    held: list[HeldTask]
    hits: list[HeldHit]
    projects: list[ProjectOfWork]
    unread_feedback: int
    leads: Annotated[
        bool, Field(description="Whether they lead or review a project: then `home` is their page.")
    ]


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
    may_comment: Annotated[bool, Field(description="Whether the project takes comments on it.")]
    about: KindAnswer | None
    mine: JsonObject
    start: JsonObject | None
    outcome: AnswerOutcome
