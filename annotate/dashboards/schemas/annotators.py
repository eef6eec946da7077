"""The annotators' dashboards."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from annotate.core.schemas import Notice, PageQuery, Schema, Text
from annotate.dashboards.schemas.histograms import ComparedFigures
from annotate.dashboards.schemas.rounds import DaysQuery
from annotate.people.schemas import Person
from annotate.projects.models import Role
from annotate.workflow.models import Assignment
from annotate.workflow.schemas.parts import ShownImage

Order = Literal[
    "evidence",
    "-evidence",
    "name",
    "-name",
    "submissions",
    "-submissions",
    "seconds",
    "-seconds",
    "edit_share",
    "-edit_share",
    "jaccard",
    "-jaccard",
    "tokens",
    "-tokens",
    "skips",
    "-skips",
    "flags",
    "-flags",
    "gold",
    "-gold",
    "reviews",
    "-reviews",
    "passed_on",
    "-passed_on",
    "unchanged",
    "-unchanged",
    "last_at",
    "-last_at",
]


class TextsQuery(PageQuery):
    stage: Annotated[
        Annotated[str, Text(100)] | None, Field(description="Work in this stage alone.")
    ] = None


class AnnotatorsQuery(TextsQuery, DaysQuery):
    order: Annotated[Order, Field(description="The worst by evidence first if left out.")] = (
        "-evidence"
    )
    warned: Annotated[bool, Field(description="Those with early warnings alone.")] = False


class Warning(Notice):
    """A figure outside the range in which the pool's answers would put it."""

    code: Literal["time_low", "time_high", "edits_low", "edits_high"]
    figure: Literal["seconds", "edit_share"]
    stage: str
    value: float
    low: float
    high: float
    n: Annotated[int, Field(description="Answers it is taken over.")]


class FlagCounts(Schema):
    open: int = 0
    total: int = 0


class AnnotatorGold(Schema):
    right: int
    n: int


class ReviewCounts(Schema):
    approved: int = 0
    rejected: int = 0


class Evidence(Schema):
    """What speaks against a person's work, over all of the time.

    `questioned` are answers that a lead has rejected, or that have an open flag. `score` is the
    share of those, or that of the wrong parts of gold if it is larger, at the lower end of its
    95% interval: 14 of 14 weigh more than 1 of 1.
    """

    score: float = 0
    questioned: int = 0
    answers: int = 0
    gold_wrong: int = 0
    gold: int = 0


class PassedOn(Schema):
    """Of what answers began with, how much was submitted as it came.

    Of objects those that were not looked at, where the client said which were. A text counts as
    one thing, passed on where no word of it was changed: whether it was read nobody can see.
    """

    number: int
    of: int
    answers: Annotated[int, Field(description="Answers that this is known of.")]
    low: Annotated[float, Field(description="The lower end of the 95% interval of the share.")]
    high: float


class Unchanged(Schema):
    """Answers that were handed in just as they began (IIW App. B.3).

    Of texts those of which no word was changed, of objects those that were all kept as they were,
    whether or not anything was looked at. `low` and `high` are the ends of the 95% interval of
    the share (Wilson 1927).
    """

    number: int
    of: Annotated[int, Field(description="Answers that began with something.")]
    low: float
    high: float


class AnnotatorSums(Schema):
    """What the sums say of a person: enough to order and to filter by."""

    user: Person
    role: Annotated[Role | None, Field(description="Null for one who has left the project.")]
    is_blocked: bool
    submissions: int
    first_at: Annotated[date | None, Field(description="The first day of work.")]
    last_at: datetime | None
    is_new: bool
    figures: ComparedFigures
    skips: int
    passed_on: Annotated[PassedOn | None, Field(description="Null where nothing is known.")]
    unchanged: Annotated[
        Unchanged | None, Field(description="Null where no answer began with anything.")
    ]
    warnings: list[Warning]


class Annotator(AnnotatorSums):
    evidence: Evidence
    flags: FlagCounts
    gold: AnnotatorGold | None
    reviews: ReviewCounts


class AnnotatorWeek(Schema):
    start: date
    n: Annotated[int, Field(description="Submissions.")]
    figures: ComparedFigures


class AnnotatorStage(Schema):
    stage: str
    title: str
    title_code: str | None
    index: int
    submissions: int
    figures: ComparedFigures
    passed_on: PassedOn | None
    unchanged: Unchanged | None


class FlagCodeCounts(Schema):
    code: str
    title: str
    open: int
    total: int


class AnnotatorDetail(Annotator):
    weeks: list[AnnotatorWeek]
    by_stage: list[AnnotatorStage]
    flags_by_code: list[FlagCodeCounts]


class TextFigures(Schema):
    tokens: int | None
    edit_distance: int | None
    edit_share: float | None
    jaccard: float | None


class AnnotatorText(Schema):
    annotation: int
    sample: int
    image: ShownImage
    stage: str
    index: int
    at: datetime
    active_seconds: float
    before: Annotated[str | None, Field(description="Null where it began from nothing.")]
    after: str
    figures: TextFigures
    verdict: Assignment.Verdict
    flags: list[str]
