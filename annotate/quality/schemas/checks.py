"""The checks of a project, and what they say of people and of agreement."""

from typing import Annotated

from pydantic import Field

from annotate.analysis.agreement_measures import Measure as MeasureFound
from annotate.analysis.quality.people import Gold
from annotate.analysis.undefined import Undefined, defined
from annotate.core.schemas import Id, Notice, PageQuery, Schema, Text
from annotate.kinds.capabilities import Summary
from annotate.people.schemas import Person
from annotate.projects.schemas import StageKey
from annotate.quality import models
from annotate.quality.settings import QualitySettings
from annotate.workflow.schemas.parts import ShownImage, StageName


class FlagCode(Schema):
    code: str
    title: str
    description: str


class Quality(Schema):
    settings: QualitySettings
    codes: list[FlagCode]
    open_by_code: dict[str, int]
    answers_waiting: int
    skips_waiting: int


class RandomDraw(Schema):
    """How many answers to draw from each stage."""

    count: Annotated[int, Field(ge=1, le=10_000)]
    seed: Annotated[int, Field(ge=0, le=2**62)]


class ChecksRun(Schema):
    stage: StageKey | None = None
    batch: Id | None = None
    checks: Annotated[list[Annotated[str, Text(60)]], Field(max_length=100)] | None = None
    random: RandomDraw | None = None


def reason_undefined(value: float | Undefined) -> Notice | None:
    return Notice.of(value.message) if isinstance(value, Undefined) else None


class GoldRecord(Schema):
    right: int
    total: int
    accuracy: float | None

    @classmethod
    def of(cls, gold: Gold) -> "GoldRecord":
        return cls(right=gold.right, total=gold.total, accuracy=defined(gold.accuracy))


class TimeStanding(Schema):
    median: float | None
    pool_median: float | None
    z: float | None
    undefined: Notice | None


class EditStanding(Schema):
    mean: float | None
    pool_mean: float | None
    z: float | None
    undefined: Notice | None


class BlockedFrom(Schema):
    scope: models.Block.Scope


class AnnotatorQuality(Schema):
    user: Person
    stage: StageName
    submissions: int
    approved: int
    rejected: int
    approval_rate: float | None
    flags_open: int
    gold: GoldRecord
    active_seconds: TimeStanding
    edit_distance: EditStanding
    is_new: bool
    warning: bool
    reasons: list[Notice]
    blocked: BlockedFrom | None


class Measure(Schema):
    """A figure of agreement; `low` and `high` are the ends of its interval of 95%."""

    name: str
    title: Notice
    value: float | None
    undefined: Notice | None
    n: Annotated[int, Field(description="Items that two people or more answered; votes.")]
    low: float | None
    high: float | None
    no_interval: Annotated[Notice | None, Field(description="Why there is no interval.")]
    images: Annotated[int, Field(description="Of so many images the items are.")]
    assumption: Annotated[Notice, Field(description="What the interval takes for granted.")]
    explanation: Notice

    @classmethod
    def of(cls, measure: MeasureFound) -> "Measure":
        return cls(
            name=measure.name,
            title=Notice.of(measure.title),
            value=defined(measure.value),
            undefined=reason_undefined(measure.value),
            n=measure.n,
            low=defined(measure.interval.low),
            high=defined(measure.interval.high),
            no_interval=reason_undefined(measure.interval.low),
            images=measure.interval.n,
            assumption=Notice.of(measure.assumption),
            explanation=Notice.of(measure.explanation),
        )


class StageAgreement(StageName):
    measures: list[Measure]


class Agreement(Schema):
    stages: list[StageAgreement]


class AggregatesQuery(PageQuery):
    stage: Annotated[
        StageKey | None, Field(description="The first whose answers add up, if left out.")
    ] = None


class Outcomes(Schema):
    kept: int
    dropped: int


class Aggregate(Summary, Schema):
    """What the answers about an image say together."""

    sample: int
    image: ShownImage
    answers: int
    outcomes: Outcomes | None
