"""Why raters judged as they did, and how one looks for it."""

from typing import Annotated, Literal

from pydantic import Field

from annotate.core.schemas import Page, PageQuery, Schema, Text
from annotate.workflow.models import Assignment

RaterRole = Literal["lead", "reviewer", "annotator", "none"]


class JustificationFilters(Schema):
    """Which justifications: those that meet every filter that is given."""

    words: Annotated[
        str,
        Text(200, min_length=0),
        Field(description="Each of them stands somewhere in the justification, in any case."),
    ] = ""
    metric: Annotated[str, Text(40, min_length=0), Field(description="What was asked.")] = ""
    score: Annotated[int | None, Field(description="What the rater gave for it.")] = None
    verdict: Annotated[
        Assignment.Verdict | None, Field(description="What a lead made of the judgement.")
    ] = None
    role: Annotated[
        RaterRole | None,
        Field(
            description="What the rater is in the project where people judge; `none`: no member "
            "any more, or the judgements were brought in."
        ),
    ] = None


class JustificationQuery(JustificationFilters, PageQuery):
    """One page of items."""


class Span(Schema):
    """A stretch of a text in code points, the end not in it."""

    start: int
    end: int


class Justification(Schema):
    rater: str
    role: RaterRole
    metric: Annotated[str, Field(description="Empty where the reasons are for all of it.")]
    score: int | None
    verdict: Assignment.Verdict | None
    text: str
    found: Annotated[list[Span], Field(description="Where the words that one looks for stand.")]


class ItemJustifications(Schema):
    number: int
    image_name: str
    justifications: list[Justification]


class JustificationPage(Page[ItemJustifications]):
    """One page of items, and how many justifications and items were found in all."""

    total: int
    items: int
