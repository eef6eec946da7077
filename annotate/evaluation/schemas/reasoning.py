"""Compositional reasoning, as people ask for it and read it."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from annotate.analysis.compositional.model import Name as Layout
from annotate.core.jobs.schemas import Job
from annotate.core.schemas import Id, Notice, Schema, Upload
from annotate.evaluation.schemas.studies import Name
from annotate.evaluation.schemas.text_reports import ChosenTexts, NamedTexts
from annotate.people.schemas import Person

MOST_SOURCES = 12
MOST_SETS = 4


class ReasoningSet(Schema):
    id: int
    name: str
    layout: Layout
    title: Annotated[str, Field(description="What the published tables call it.")]
    questions: int
    left_out: Annotated[dict[str, int], Field(description="Rows without a question, by reason.")]
    created_by: Person
    created_at: datetime


class NewReasoningSet(Schema):
    """ARO (VG attribution or relation), SVO-Probes or Winoground, as published."""

    file: Upload
    name: Name


class NewReasoningRun(Schema):
    name: Name
    sets: Annotated[list[Id], Field(min_length=1, max_length=MOST_SETS)]
    sources: Annotated[list[ChosenTexts], Field(max_length=MOST_SOURCES)] = []
    connection: Annotated[Id, Field(description="To an OpenAI-compatible server.")]
    baseline: Annotated[bool, Field(description="Ask without a description as well.")] = True
    most: Annotated[
        int | None, Field(ge=1, le=1_000_000, description="Questions of a set, drawn; null: all.")
    ] = None
    most_cost: Annotated[
        float | None, Field(gt=0, le=1e9, description="In the currency of the connection.")
    ] = None
    seed: Annotated[int, Field(ge=0, lt=2**31)] = 1


class ReasoningOptions(Schema):
    baseline: bool
    most: int | None
    most_cost: float | None
    seed: int


class ReasoningShare(Schema):
    n: int
    right: int
    share: Annotated[float | None, Field(description="Null where n is 0.")]
    low: Annotated[float | None, Field(description="Wilson's interval of 95%.")]
    high: float | None


class ReasoningByImage(Schema):
    """The interval with the questions about one image as one cluster."""

    images: int
    low: float | None
    high: float | None


class ReasoningFigures(ReasoningShare):
    invalid: Annotated[int, Field(description="Replies that are no option; counted as wrong.")]
    unanswered: int
    failed: int
    without_description: int
    by_image: ReasoningByImage
    positions: Annotated[
        dict[str, ReasoningShare], Field(description="By the place of the true caption.")
    ]
    first_chosen: Annotated[ReasoningShare, Field(description="Of valid replies.")]
    kinds: Annotated[dict[str, ReasoningShare], Field(description="By what was changed.")]
    groups: Annotated[
        ReasoningShare | None, Field(description="Winoground: examples with both questions right.")
    ]


class ReasoningSource(Schema):
    title: Annotated[str | None, Field(description="Null: without a description.")]
    sets: dict[Layout, ReasoningFigures]


class ReasoningDifference(Schema):
    """On the questions that both answered."""

    n: int
    only_first: int
    only_second: int
    difference: float | None
    low: Annotated[float | None, Field(description="Newcombe's interval of 95% for pairs.")]
    high: float | None
    p: Annotated[float | None, Field(description="McNemar, exact, two-sided, not corrected.")]


class ReasoningComparison(Schema):
    first: str | None
    second: str | None
    sets: dict[Layout, ReasoningDifference]


class ReasoningCosts(Schema):
    questions: int
    prompts: Annotated[int, Field(description="Different ones: equal ones are asked once.")]
    replies: int
    prompt_tokens: int
    completion_tokens: int
    cost: float
    seconds: Annotated[float, Field(description="Of the model, added up over replies.")]


class ReasoningAskedSet(Schema):
    set: Layout
    title: str
    probes: int
    left_out: dict[str, int]
    asked_about: int
    images: int
    chance: float


class ReasoningResults(Schema):
    sets: list[ReasoningAskedSet]
    sources: list[ReasoningSource]
    differences: list[ReasoningComparison]
    costs: ReasoningCosts
    stopped_at_limit: bool
    failures: Annotated[list[Notice], Field(description="Why questions got no reply.")]


class ReasoningRun(Schema):
    id: int
    name: str
    sets: list[str]
    sources: list[NamedTexts]
    model: str
    options: ReasoningOptions
    state: Literal["asking", "ready", "stopped"]
    results: Annotated[
        ReasoningResults | None, Field(description="Null until something was asked, and in lists.")
    ]
    job: Job | None
    code_version: str
    created_by: Person
    created_at: datetime


class ReasoningTableQuery(Schema):
    table: Literal["figures", "differences", "answers"] = "figures"
