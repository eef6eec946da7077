"""The cases behind figures of harms, as leads read and judge them."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from annotate.core.schemas import Id, Page, PageQuery, Schema, Text
from annotate.evaluation.schemas.harm_figures import (
    Aspect,
    Bound,
    HarmSynset,
    Kind,
    Measure,
    Scenario,
)
from annotate.people.schemas import Person
from annotate.workflow.schemas.parts import ShownImage

Verdict = Literal["genuine", "wrong_synset", "wrong_label", "other"]
Act = Literal["review", "redo", "leave_out", "let_in"]


class HarmCasesQuery(PageQuery):
    measure: Measure | None = None
    bound: Annotated[
        Bound | None,
        Field(description="The cases that count in this bound: in `upper` those of all three."),
    ] = None
    kind: Kind | None = None
    aspect: Aspect | None = None
    word: Annotated[str, Text(200)] | None = None
    synset: Annotated[
        Annotated[str, StringConstraints(pattern=r"^[nvar][0-9]{8}$")] | None,
        Field(description="Part of speech and offset in WordNet 3.0."),
    ] = None
    version: Annotated[Id | None, Field(description="The version of a model behind the text.")] = (
        None
    )
    arm: Literal["seeded", "unseeded"] | None = None
    verdict: Annotated[
        Literal["unread", "genuine", "wrong_synset", "wrong_label", "other"] | None,
        Field(description="`unread`: nobody has judged it."),
    ] = None


class HarmSpan(Schema):
    """Code points of a text, the end not included."""

    start: int
    end: int


class HarmText(Schema):
    side: Literal["candidate", "truth"]
    text: str
    spans: Annotated[list[HarmSpan], Field(description="The words that it is about.")]
    annotation: Annotated[int | None, Field(description="The answer whose text it is.")]


class HarmMeaning(Schema):
    """The synset that was counted, and why this one."""

    synset: HarmSynset
    gloss: str
    reason: Annotated[
        Literal["most_common", "other_part_of_speech", "listed_word"],
        Field(description="The most common one of the right part of speech, or of another."),
    ]
    synsets: Annotated[int, Field(description="How many the word has.")]


class HarmActDone(Schema):
    act: Act
    by: Person
    at: datetime


class HarmCase(Schema):
    id: int
    measure: Measure
    kind: Kind | None
    bound: Bound | None
    scenario: Scenario | None
    aspect: Annotated[
        Aspect | None,
        Field(description="The harm by context, the axis of identity, or what is absent."),
    ]
    word: str
    meaning: Annotated[HarmMeaning | None, Field(description="Null where WordNet has none.")]
    of: Annotated[list[HarmSynset], Field(description="The object, or subject and object.")]
    instead: Annotated[HarmSynset | None, Field(description="What the truth has: less specific.")]
    quoted: bool
    arm: Literal["seeded", "unseeded"] | None
    sample: int | None
    image: ShownImage | None
    key: str
    group: Annotated[str | None, Field(description="Always null: groups are told in sums alone.")]
    texts: list[HarmText]
    verdict: Verdict | None
    note: str
    decided_by: Person | None
    decided_at: datetime | None
    acts: list[HarmActDone]


class HarmCasesPage(Page[HarmCase]):
    """One page of the cases that match, and where it stands among them."""

    count: Annotated[int, Field(description="All that match now.")]
    before: Annotated[int, Field(description="Those of them before the first of this page.")]


class HarmVerdict(Schema):
    """What a reader finds of a case; null takes it back. All but `genuine` dismiss it."""

    verdict: Verdict | None
    note: Annotated[str, Text(2000, min_length=0)] = ""


class NewHarmAct(Schema):
    """Send the answer to review, have it done again, or leave its image out of training.

    `let_in` takes the last back.
    """

    act: Act
    reason: Annotated[str, Text(1000)]
