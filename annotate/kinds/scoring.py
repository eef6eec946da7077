"""Kinds that ask for a score on each of some metrics, with the reasons."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal, Protocol, Self, TypeVar

from pydantic import Field, StringConstraints, model_validator

from annotate.analysis.agreement_intervals import Images
from annotate.analysis.agreement_measures import Measure, label_measures, score_measures
from annotate.analysis.text import is_blank
from annotate.analysis.tokens import count_words
from annotate.kinds.base import Kind, Measures, Record, Stimulus, text_measures
from annotate.kinds.capabilities import AggregateDecision, Judges, MeasuresAgreement
from annotate.kinds.problems import Problem
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


SettingsT = TypeVar("SettingsT", bound=ScaleSettings)
AnswerT = TypeVar("AnswerT", bound=ScaleAnswer)


class ScaleKind(
    Judges[SettingsT, AnswerT], MeasuresAgreement[SettingsT, AnswerT], Kind[SettingsT, AnswerT]
):
    """A score on each of some metrics about somebody's answer, from ``lowest`` to ``highest``."""

    # Whether a score says the same whichever side of the screen what it is about was on.
    scores_mean_the_same: ClassVar[bool] = True
    lowest: ClassVar[int]
    highest: ClassVar[int]

    @abstractmethod
    def reasons(self, settings: SettingsT) -> tuple[Reasons, int]:
        """Return whether reasons are asked for, and of how many words at least."""

    def problems(
        self,
        answer: AnswerT,
        stimulus: Stimulus,
        settings: SettingsT,
        base: AnswerT | None = None,
    ) -> list[Problem]:
        asked, fewest = self.reasons(settings)
        problems: list[Problem] = []
        for metric in settings.metrics:
            rating = answer.ratings.get(metric.key)
            if rating is None or rating.score is None:
                message = Message("score_missing", title=metric.title)
                problems.append(Problem.about(f"scores.{metric.key}.score", message))
            justification = rating.justification if rating is not None else ""
            problem = _reason_problem(metric, justification, asked, fewest)
            problems += [problem] if problem else []
        known = {metric.key for metric in settings.metrics}
        for key in answer.ratings:
            if key not in known:
                message = Message("unknown_metric", metric=key)
                problems.append(Problem.about(f"scores.{key}", message))
        return problems

    def texts(self, answer: AnswerT) -> dict[str, str]:
        return {
            f"scores.{key}.justification": one.justification
            for key, one in answer.ratings.items()
            if one.justification
        }

    def aggregate(
        self, answers: Sequence[AnswerT], settings: SettingsT
    ) -> AggregateDecision | None:
        """Return how often each score was scores; whatever was judged is kept.

        None while a metric has no score. The numbers: ``answers`` and per metric ``counts``, from
        the lowest score to the highest.
        """
        scale = range(self.lowest, self.highest + 1)
        counts: dict[str, Any] = {}
        for metric in settings.metrics:
            ratings = [answer.ratings.get(metric.key) for answer in answers]
            scores = [one.score for one in ratings if one is not None]
            counts[metric.key] = [scores.count(score) for score in scale]
            if not any(counts[metric.key]):
                return None
        return AggregateDecision(kept=True, numbers={"answers": len(answers), "counts": counts})

    def measure(self, answer: AnswerT) -> Measures:
        """The size is that of the reasons."""
        scores = sum(one.score is not None for one in answer.ratings.values())
        return {"scores": scores, **text_measures(self.texts(answer).values())}

    def agreement(
        self, items: Sequence[Sequence[AnswerT]], settings: SettingsT, images: Images = None
    ) -> list[Measure]:
        """How far scores agree, metric by metric.

        Left and right say nothing about the sources, so of comparisons only what does not hang on
        the side is told: pairs that agree. Alpha is on the page of the study, which knows the
        sides.
        """
        measures: list[Measure] = []
        for metric in settings.metrics:
            scores = [
                [one.score if (one := answer.ratings.get(metric.key)) else None for answer in item]
                for item in items
            ]
            if self.scores_mean_the_same:
                measures += score_measures(metric.key, metric.title, scores, images)
            else:
                measures += label_measures(metric.key, metric.title, scores, images)[1:]
        return measures


def _reason_problem(
    metric: Metric, justification: str, asked: Reasons, fewest: int
) -> Problem | None:
    path = f"scores.{metric.key}.justification"
    if is_blank(justification):
        missing = Message("justification_missing", title=metric.title)
        return Problem.about(path, missing) if asked == "required" else None
    count = count_words(justification)
    if asked == "off" or count >= fewest:
        return None
    message = Message("justification_too_short", count=count, fewest=fewest, title=metric.title)
    return Problem.about(path, message)
