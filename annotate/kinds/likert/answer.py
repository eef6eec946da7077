"""The answer to a rating."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from annotate.kinds.base import Record
from annotate.kinds.fields import Block
from annotate.kinds.scales import MAX_METRICS, MetricKey, Rating, ScaleAnswer


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
