"""What kinds have in common that ask for a score on each of some metrics."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar, TypeVar

from annotate.analysis.agreement import Measure, label_measures, ordinal_alpha
from annotate.analysis.text import is_blank
from annotate.analysis.tokens import count_words
from annotate.kinds.base import Kind, Measures, Stimulus, text_measures
from annotate.kinds.capabilities import AggregateDecision, Judges, MeasuresAgreement
from annotate.kinds.problems import Problem
from annotate.kinds.scales import Metric, Reasons, ScaleAnswer, ScaleSettings
from annotate.messages import Message

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

    def agreement(self, items: Sequence[Sequence[AnswerT]], settings: SettingsT) -> list[Measure]:
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
            alpha, *others = label_measures(metric.key, metric.title, scores)
            if self.scores_mean_the_same:
                measures.append(_ordinal(alpha, scores))
            measures += others
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


def _ordinal(alpha: Measure, scores: Sequence[Sequence[int | None]]) -> Measure:
    """The same figure for scores that have an order."""
    explanation = Message("measure_alpha_ordinal")
    return replace(alpha, value=ordinal_alpha(scores), explanation=explanation)
