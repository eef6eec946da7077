"""A side-by-side comparison as an answer, and what a study can set for it."""

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
)


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


# IIW App. D.4, in its order; the wording is ours.
DEFAULT_METRICS = (
    Metric(
        key="comprehensiveness",
        title="Comprehensiveness",
        help=(
            "Does it cover all that matters in the image: objects, people, the place, what happens"
            " and how things relate to each other?"
        ),
    ),
    Metric(
        key="specificity",
        title="Specificity",
        help=(
            "Is it precise? “Two green parrots” says more than “some birds”, and the name of a"
            " landmark more than “a large building”."
        ),
    ),
    Metric(
        key="hallucination",
        title="Hallucinations",
        help=(
            "Is all of it true and to be seen in the image? Better is the text with fewer things"
            " that are wrong, made up or only guessed."
        ),
    ),
    Metric(
        key="tldr",
        title="First lines as a summary",
        help="Do the first lines alone tell in short what there is to expect in the image?",
    ),
    Metric(
        key="human_like",
        title="Human-likeness",
        help=(
            "Does it read as if a person who writes well had written it, without stock phrases and"
            " repetitions?"
        ),
    ),
)


class SideBySideSettings(ScaleSettings):
    """The metrics, and whether reasons are asked for: of ``min_words`` words at least."""

    metrics: Annotated[tuple[Metric, ...], Field(min_length=1, max_length=MAX_METRICS)] = (
        DEFAULT_METRICS
    )
    justification: Reasons = "required"
    min_words: int = Field(strict=True, default=1, ge=1, le=100)
