"""The round charts and the simulator of early stopping."""

from datetime import date
from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from annotate.core.schemas import Schema, Text
from annotate.dashboards.schemas.histograms import DashboardStage, Histogram, HistogramSummary
from annotate.projects.recipes import StopRule

CalendarUnit = Literal["day", "week", "month"]


class StageQuery(Schema):
    stage: Annotated[
        Annotated[str, Text(100)] | None,
        Field(description="The last one with rounds if left out."),
    ] = None


class DaysQuery(Schema):
    first_day: Annotated[date | None, Field(alias="from", description="The first day.")] = None
    last_day: Annotated[date | None, Field(alias="to", description="The last day.")] = None


class RoundsQuery(StageQuery, DaysQuery):
    """Of one stage, on some days."""


class RoundCounts(Schema):
    index: int
    submissions: int
    from_scratch: int
    stopped_early: int


class RoundHistograms(RoundCounts):
    tokens: Histogram
    seconds: Histogram
    jaccard: Annotated[
        Histogram,
        Field(description="Similarity to the round before, where both are people's."),
    ]


class RoundBrief(RoundCounts):
    tokens: HistogramSummary
    seconds: HistogramSummary
    jaccard: HistogramSummary


class PairPoint(Schema):
    start: date
    n: int
    jaccard: HistogramSummary


class PairOverTime(Schema):
    first: int
    second: int
    points: list[PairPoint]


class RoundPoint(Schema):
    start: date
    n: Annotated[int, Field(description="Submissions.")]
    tokens: HistogramSummary
    seconds: HistogramSummary


class RoundOverTime(Schema):
    index: int
    points: list[RoundPoint]


class Calendar(Schema):
    unit: CalendarUnit
    pairs: list[PairOverTime]
    rounds: list[RoundOverTime]


class Rounds(Schema):
    model_config = ConfigDict(serialize_by_alias=True)

    stages: list[DashboardStage]
    stage: str
    first_day: Annotated[date | None, Field(serialization_alias="from")]
    last_day: Annotated[date | None, Field(serialization_alias="to")]
    ngram: Annotated[int, Field(description="Words in a row by which rounds are compared.")]
    rounds: list[RoundHistograms]
    calendar: Calendar
    small_n: int


class Threshold(Schema):
    threshold: float
    rounds_saved: int
    share_saved: float | None
    seconds_saved: float
    edit_distance_lost: int
    tokens_lost: Annotated[
        int,
        Field(
            description="Net, of rounds that began with a text: negative where later rounds cut."
        ),
    ]
    would_go_on: Annotated[
        int,
        Field(
            description="Samples that were stopped below this threshold; what more rounds would "
            "have given is not known."
        ),
    ]


class ComparedRounds(Schema):
    first: int
    second: int
    texts: int
    alike: Annotated[int, Field(description="Texts that reached the threshold.")]
    share: float | None
    low: Annotated[float | None, Field(description="95% interval of the share (Wilson).")]
    high: float | None


class FewerRounds(Schema):
    """What the last four weeks say about fewer rounds for the whole stage; a lead decides."""

    threshold: float
    first_day: date
    last_day: date
    pairs: list[ComparedRounds]
    proposed: Annotated[int | None, Field(description="Rounds that would do; null: as many.")]
    rounds_spared: Annotated[int, Field(description="Done in these days beyond `proposed`.")]
    seconds_spared: float


class Stopping(Schema):
    stages: list[DashboardStage]
    stage: Annotated[str | None, Field(description="Null where no stage has rounds.")] = None
    rule: StopRule | None = None
    ngram: Annotated[int, Field(description="Words in a row by which rounds are compared.")] = 1
    rounds_allowed: int = 0
    rounds_done: int = 0
    seconds_done: float = 0.0
    thresholds: list[Threshold] = []
    fewer: Annotated[FewerRounds | None, Field(description="Null where nobody worked.")] = None
    small_n: int
