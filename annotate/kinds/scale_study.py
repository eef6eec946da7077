"""What studies have in common in which people give scores."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

import msgspec

from annotate.analysis.agreement_intervals import Figure, intervals_of, pairs_figure
from annotate.analysis.alpha_intervals import ordinal_alpha_figure
from annotate.analysis.intervals import Interval
from annotate.analysis.undefined import defined
from annotate.kinds.judging import (
    ImportsRatings,
    JudgedStudy,
    Reason,
    ReportTable,
    StudyDesign,
    StudyInterval,
    StudyResults,
    StudySchema,
)
from annotate.kinds.study_ends import AGREEMENT_METHOD, StudyEnds


class Score(NamedTuple):
    """One metric of a judgement."""

    score: int
    justification: str


# By metric.
Scores = dict[str, Score]


class _Stored(msgspec.Struct, frozen=True):
    score: int | None
    justification: str = ""


class _Answer(msgspec.Struct, frozen=True):
    scores: dict[str, _Stored]


# Four times as fast as what the ORM reads JSON with, and there may be ten thousands of answers.
_ANSWERS = msgspec.json.Decoder(_Answer)


class GivenScore(StudySchema):
    """-2 (the first text is substantially better) to 2 (the second), or 1 to 5."""

    score: int
    justification: str


class CaseScores(StudySchema):
    """Scores by metric."""

    scores: dict[str, GivenScore]


class StudyAgreement(StudySchema):
    """Krippendorff's alpha for ordinal data, and the share of pairs who gave the same score.

    `items` are those that two people or more judged. Intervals are over their images.
    """

    metric: str
    alpha: float | None
    why: Reason | None
    alpha_interval: StudyEnds
    pairwise: float | None
    pairwise_interval: StudyEnds
    items: int


class ScaleResults(StudyResults):
    agreement: list[StudyAgreement]


ResultsT = TypeVar("ResultsT", bound=ScaleResults)


class ScaleStudy(StudyDesign[Scores, ResultsT], ImportsRatings[Scores]):
    """A study with a score for each of some metrics."""

    CaseAnswer = CaseScores

    def sign(self, sources: Sequence[int]) -> int:
        """Return -1 where the order of an item turns the scores round."""
        return 1

    def decode(self, value: str, sources: Sequence[int]) -> Scores:
        sign = self.sign(sources)
        return {
            metric: Score(sign * score.score, score.justification)
            for metric, score in _ANSWERS.decode(value).scores.items()
            if score.score is not None
        }

    def imported(self, scores: Mapping[str, tuple[int, str]]) -> Scores:
        return {metric: Score(*score) for metric, score in scores.items()}

    def case_answer(self, answer: Scores) -> CaseScores:
        return CaseScores(
            scores={metric: GivenScore(**score._asdict()) for metric, score in answer.items()}
        )

    def reasons_of(self, answer: Scores) -> Iterator[tuple[str, int | None, str]]:
        for metric, score in answer.items():
            yield metric, score.score, score.justification

    def scores_of(self, answer: Scores) -> Iterator[tuple[Hashable, str, int]]:
        return (("", metric, score.score) for metric, score in answer.items())


def agreement_of(study: JudgedStudy[Scores]) -> list[StudyAgreement]:
    """Of all metrics at once: their intervals share the draws."""
    by_metric = {metric["key"]: _by_item(study, metric["key"]) for metric in study.metrics}
    figures: list[Figure] = []
    for by_item in by_metric.values():
        items, images = list(by_item.values()), [study.items[item].image for item in by_item]
        figures += [ordinal_alpha_figure(items, images), pairs_figure(items, images)]
    found = iter(intervals_of(figures))
    return [
        _agreement(metric, next(found), next(found), by_item.values())
        for metric, by_item in by_metric.items()
    ]


def _by_item(study: JudgedStudy[Scores], metric: str) -> dict[int, list[int]]:
    by_item: dict[int, list[int]] = defaultdict(list)
    for judgement in study.judgements.counted:
        if metric in judgement.answer:
            by_item[judgement.item].append(judgement.answer[metric].score)
    return by_item


def _agreement(
    metric: str, alpha: Interval, pairs: Interval, items: Iterable[Sequence[int]]
) -> StudyAgreement:
    return StudyAgreement(
        metric=metric,
        alpha=defined(alpha.mean),
        why=Reason.of(alpha.mean),
        alpha_interval=StudyEnds.of(alpha),
        pairwise=defined(pairs.mean),
        pairwise_interval=StudyEnds.of(pairs),
        items=sum(len(scores) > 1 for scores in items),
    )


def agreement_table(titles: Mapping[str, str], rows: Sequence[StudyAgreement]) -> ReportTable:
    return ReportTable(
        caption="Agreement of raters",
        columns=[
            "Metric", "Items", "Krippendorff's alpha", "95% interval", "Pairs that agree",
            "95% interval", "",
        ],
        rows=[
            [titles[row.metric], row.items, rounded(row.alpha), row.alpha_interval.printed(),
             rounded(row.pairwise), row.pairwise_interval.printed(), printed(row.why)]
            for row in rows
        ],
        note=AGREEMENT_METHOD,
    )  # fmt: skip


def printed(why: Reason | None) -> str:
    return why.message if why else ""


def ends(figure: StudyInterval, places: int = 2) -> list[float | None]:
    """Return value, low and high, rounded, for the cells of a CSV file."""
    return [rounded(end, places) for end in (figure.value, figure.low, figure.high)]


def rounded(value: float | None, places: int = 2) -> float | None:
    return None if value is None else round(value, places)


def in_words(figure: StudyInterval) -> str | None:
    if figure.low is None or figure.high is None:
        return None
    return f"{figure.low:.1f} to {figure.high:.1f}"
