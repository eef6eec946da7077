"""Distributions, and figures beside those of everybody else."""

from typing import Annotated, Literal

from pydantic import Field

from annotate.core.schemas import Schema


class HistogramBar(Schema):
    low: float
    high: Annotated[float | None, Field(description="Null where the bar is open above.")]
    count: int


class HistogramSummary(Schema):
    """A distribution in a few numbers; all of them null where nothing was counted."""

    n: int
    mean: Annotated[float | None, Field(description="Exact: from the sum of all values.")]
    q10: float | None
    q25: float | None
    median: float | None
    q75: float | None
    q90: float | None
    error: Annotated[
        float | None,
        Field(
            description="How far a quantile may be from that of the values: 0 where they are exact,"
            " null where values lie beyond the last bin."
        ),
    ]


class Histogram(HistogramSummary):
    """A distribution with its bars, empty ones between others included."""

    bins: list[HistogramBar]


class ComparedFigure(Schema):
    mean: float | None = None
    n: Annotated[int, Field(description="Answers it is taken over.")] = 0
    pool_mean: Annotated[
        float | None,
        Field(description="What all others' answers to the same rounds would give."),
    ] = None


class ComparedFigures(Schema):
    seconds: ComparedFigure = ComparedFigure()
    edit_share: ComparedFigure = ComparedFigure()
    jaccard: ComparedFigure = ComparedFigure()
    tokens: ComparedFigure = ComparedFigure()


class DashboardStage(Schema):
    """A stage as a menu names it."""

    key: str
    title: str
    title_code: str | None
    mode: Literal["sequential", "parallel"]
