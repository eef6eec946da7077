"""What is asked and answered on scales: a score for each of some metrics, with the reasons."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Annotated, Literal, Protocol, Self

from pydantic import Field, StringConstraints, model_validator

from annotate.kinds.base import Record
from annotate.messages import Message

MAX_METRICS = 20
MetricKey = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]*$", max_length=40)]
Title = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
Help = Annotated[str, StringConstraints(strip_whitespace=True, max_length=1_000)]
# Whether people give their reasons for each score.
Reasons = Literal["required", "optional", "off"]


class Metric(Record):
    """One question that is answered with a score."""

    key: MetricKey
    title: Title
    help: Help = ""


class ScaleSettings(Record):
    """The metrics, in the order in which they are asked."""

    metrics: Annotated[tuple[Metric, ...], Field(min_length=1, max_length=MAX_METRICS)]

    @model_validator(mode="after")
    def _keys_differ(self) -> Self:
        keys = [metric.key for metric in self.metrics]
        for key in keys:
            if keys.count(key) > 1:
                raise ValueError(Message("metric_keys_equal", key=key))
        return self


class Rating(Protocol):
    """A score, None as long as it is missing, and the reasons for it."""

    @property
    def score(self) -> int | None: ...
    @property
    def justification(self) -> str: ...


class ScaleAnswer(Record):
    """A score for each metric by its key; subclasses say in ``scores`` which scores there are."""

    @property
    @abstractmethod
    def ratings(self) -> Mapping[str, Rating]:
        """The scores by metric, whatever scale they are on."""

    def __hash__(self) -> int:
        return hash(frozenset(self.ratings.items()))
