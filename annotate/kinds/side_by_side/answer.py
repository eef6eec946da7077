"""The answer to a side-by-side comparison."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from annotate.kinds.base import Record
from annotate.kinds.fields import Block
from annotate.kinds.scales import MAX_METRICS, MetricKey, Rating, ScaleAnswer


class Comparison(Record):
    """-2: the left text is substantially better … 2: the right one is; None is no answer yet."""

    score: Annotated[int, Field(strict=True, ge=-2, le=2)] | None = None
    justification: Block = ""


class SideBySideAnswer(ScaleAnswer):
    """A comparison for each metric, of the texts as they were shown."""

    scores: Annotated[dict[MetricKey, Comparison], Field(max_length=MAX_METRICS)]

    @property
    def ratings(self) -> Mapping[str, Rating]:
        return self.scores
