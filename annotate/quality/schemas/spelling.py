"""Doubtful words, and what was decided about them."""

from typing import Annotated, Literal

from pydantic import Field

from annotate.core.schemas import Id, Notice, PageQuery, Schema, Text
from annotate.projects.schemas import StageKey
from annotate.quality import models
from annotate.workflow.schemas.parts import ShownImage

MAX_WORDS = 20_000
Ids = Annotated[list[Id], Field(min_length=1, max_length=500)]


class SpellingRun(Schema):
    stage: StageKey


class SpellingQuery(PageQuery):
    state: Literal["open", "accepted", "rejected", "all"] = "open"
    min_confidence: Annotated[float, Field(ge=0, le=1)] = 0
    word: Annotated[
        Annotated[str, Text(100, min_length=0)], Field(description="A part of the doubtful word.")
    ] = ""


class TextSpan(Schema):
    """Code points of a text, the end not included."""

    start: int
    end: int


class SpellingOption(Schema):
    word: str
    confidence: float


class Suggestion(Schema):
    id: int
    annotation: int
    image: ShownImage
    path: str
    text: Annotated[str, Field(description="As it was typed.")]
    span: TextSpan
    word: str
    suggestions: list[SpellingOption]
    state: models.Suggestion.State
    replacement: Annotated[str | None, Field(description="What it was replaced by.")]


class AcceptedSpelling(Schema):
    """One suggestion to accept; without a replacement of one's own, its best option is taken."""

    id: Id
    replacement: Annotated[str, Text(1000, min_length=0)] | None = None


class SpellingAcceptance(Schema):
    items: Annotated[list[AcceptedSpelling], Field(min_length=1, max_length=500)]


class SpellingRejection(Schema):
    ids: Ids
    add_to_words: bool = False


class SpellingUndo(Schema):
    ids: Ids


class SpellingFailure(Notice):
    id: int
    code: str


class SpellingOutcome(Schema):
    done: int
    failed: list[SpellingFailure]


class Words(Schema):
    words: Annotated[list[Annotated[str, Text(200)]], Field(max_length=MAX_WORDS)]
