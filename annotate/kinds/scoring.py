"""What kinds have in common that ask for a score on each of some metrics."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, ClassVar, TypeVar

from annotate.analysis import overlap
from annotate.analysis.text import is_blank
from annotate.analysis.tokens import count_tokens, count_words, sentence_spans, words
from annotate.kinds.base import Kind, Measures, Row, Settlement, Stimulus
from annotate.kinds.problems import Problem, plural
from annotate.kinds.scales import Metric, Rating, Reasons, ScaleAnswer, ScaleSettings

SettingsT = TypeVar("SettingsT", bound=ScaleSettings)
AnswerT = TypeVar("AnswerT", bound=ScaleAnswer)


class ScaleKind(Kind[SettingsT, AnswerT]):
    """A score on each of some metrics about somebody's answer, from ``lowest`` to ``highest``."""

    judges: ClassVar[bool] = True
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
        """Return per metric a missing score or reason, then every score that nobody asked for."""
        asked, fewest = self.reasons(settings)
        found: list[Problem] = []
        for metric in settings.metrics:
            rating = answer.ratings.get(metric.key)
            if rating is None or rating.score is None:
                message = f"Choose a point on the scale: {metric.title}."
                found.append(_problem("score_missing", f"scores.{metric.key}.score", message))
            said = rating.justification if rating is not None else ""
            problem = _reason_problem(metric, said, asked, fewest)
            found += [problem] if problem else []
        known = {metric.key for metric in settings.metrics}
        for key in answer.ratings:
            if key not in known:
                message = f"There is no metric {key!r}; remove this score."
                found.append(_problem("unknown_metric", f"scores.{key}", message))
        return found

    def measure(self, answer: AnswerT) -> Measures:
        """Return how many scores there are, and the size of all reasons together."""
        texts = list(self.texts(answer).values())
        return {
            "scores": sum(one.score is not None for one in answer.ratings.values()),
            "tokens": sum(map(count_tokens, texts)),
            "words": sum(map(count_words, texts)),
            "sentences": sum(len(sentence_spans(text)) for text in texts),
            "characters": sum(map(len, texts)),
        }

    def changes(self, before: AnswerT | None, after: AnswerT) -> overlap.Figures:
        """Return token counts of the reasons and overlap of scores and reasons as words."""
        counts: overlap.Figures = {
            "tokens_before": int(self.measure(before)["tokens"]) if before else 0,
            "tokens_after": int(self.measure(after)["tokens"]),
        }
        if before is None:
            return counts | overlap.no_comparison()
        return counts | overlap.compare(_as_words(before), _as_words(after))

    def similarity(self, before: AnswerT, after: AnswerT, *, n: int) -> float | None:
        """Return the n-gram Jaccard similarity of scores and reasons as words."""
        return overlap.jaccard(_as_words(before), _as_words(after), n)

    def agreement(self, answers: Sequence[AnswerT]) -> float | None:
        """Return how near the scores are to each other, over all pairs of people, in [0, 1].

        The scale has an order, so two neighbouring points agree more than the two ends: a pair of
        scores counts 1 less their distance over the length of the scale. Per pair the mean over
        the metrics that both scored; None with fewer than two people, or where no pair scored the
        same metric. Not corrected for chance: see Krippendorff's alpha for ordinal data in
        ``annotate.analysis.agreement`` for that.

        Worked example on one metric from -2 to 2: scores of 2, 1 and -2 are 1, 4 and 3 points
        apart of 4, so the mean is (3/4 + 0 + 1/4) / 3 = 1/3.
        """
        pairs = [self._nearness(a.ratings, b.ratings) for a, b in combinations(answers, 2)]
        defined = [value for value in pairs if value is not None]
        return sum(defined) / len(defined) if defined else None

    def _nearness(self, a: Mapping[str, Rating], b: Mapping[str, Rating]) -> float | None:
        length = self.highest - self.lowest
        near = [
            1 - abs(one.score - other.score) / length
            for key, one in a.items()
            if one.score is not None
            and (other := b.get(key)) is not None
            and other.score is not None
        ]
        return sum(near) / len(near) if near else None

    def rows(self, answer: AnswerT) -> list[Row]:
        """Return one row per metric, in the order of the answer."""
        return [
            {
                "metric": key,
                "score": "" if one.score is None else one.score,
                "justification": one.justification,
            }
            for key, one in answer.ratings.items()
        ]

    def texts(self, answer: AnswerT) -> dict[str, str]:
        """Return the reasons that were given."""
        return {
            f"scores.{key}.justification": one.justification
            for key, one in answer.ratings.items()
            if one.justification
        }

    def settle(self, answers: Sequence[AnswerT], settings: SettingsT) -> Settlement | None:
        """Return how often each score was given; whatever was judged is kept.

        None while a metric has no score. The numbers: ``answers`` and per metric ``counts``, from
        the lowest score to the highest.
        """
        scale = range(self.lowest, self.highest + 1)
        counts: dict[str, Any] = {}
        for metric in settings.metrics:
            ratings = [answer.ratings.get(metric.key) for answer in answers]
            given = [one.score for one in ratings if one is not None]
            counts[metric.key] = [given.count(score) for score in scale]
            if not any(counts[metric.key]):
                return None
        return Settlement(kept=True, numbers={"answers": len(answers), "counts": counts})


def _reason_problem(metric: Metric, said: str, asked: Reasons, fewest: int) -> Problem | None:
    """Return what is wrong with the reasons for one score, or None."""
    path = f"scores.{metric.key}.justification"
    if is_blank(said):
        message = f"Say in a few words why: {metric.title}."
        missing = _problem("justification_missing", path, message, title=metric.title)
        return missing if asked == "required" else None
    count = count_words(said)
    if asked == "off" or count >= fewest:
        return None
    message = f"The reason has {plural(count, 'word')}; write at least {fewest}: {metric.title}."
    params: dict[str, str | int] = {"count": count, "min": fewest, "title": metric.title}
    return _problem("justification_too_short", path, message, **params)


def _problem(code: str, path: str, message: str, **params: str | int) -> Problem:
    return Problem(code=code, path=path, message=message, params=dict(params))


def _as_words(answer: ScaleAnswer) -> list[str]:
    """Return each score as one word followed by its reasons, metric by metric."""
    found: list[str] = []
    for key, one in sorted(answer.ratings.items()):
        if one.score is not None:
            found.append(f"{key}={one.score}")
        found += words(one.justification)
    return found
