"""A rating as an answer, and what a study can set for it."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from annotate.kinds.base import Record
from annotate.kinds.fields import Block
from annotate.kinds.scoring import (
    MAX_METRICS,
    Metric,
    MetricKey,
    Rating,
    Reasons,
    ScaleAnswer,
    ScaleSettings,
    Title,
)


class Grade(Record):
    """1 is the lowest, 5 the highest; None is no answer yet."""

    score: Annotated[int, Field(strict=True, ge=1, le=5)] | None = None
    justification: Block = ""


class LikertAnswer(ScaleAnswer):
    """A grade for each metric."""

    scores: Annotated[dict[MetricKey, Grade], Field(max_length=MAX_METRICS)]

    @property
    def ratings(self) -> Mapping[str, Rating]:
        return self.scores


DEFAULT_METRICS = (
    Metric(
        key="overall",
        title="Overall quality",
        help=(
            "How well does this text describe the image to somebody who cannot see it? Think of"
            " what it covers, whether it is true, and how it reads."
        ),
    ),
)


class LikertSettings(ScaleSettings):
    """The metrics, what the ends of the scale are called, and whether reasons are asked for."""

    metrics: Annotated[tuple[Metric, ...], Field(min_length=1, max_length=MAX_METRICS)] = (
        DEFAULT_METRICS
    )
    low_label: Title = "Very poor"
    high_label: Title = "Very good"
    comment: Reasons = "optional"
