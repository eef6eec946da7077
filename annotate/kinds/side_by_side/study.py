"""Studies of two sources, side by side (IIW §4, App. D.4; the tables are its Tables 2 and 8), and
what else may have decided: the length of the texts, and the time people took.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean, median
from typing import ClassVar, Literal

from annotate.analysis.correlation import Correlation, spearman
from annotate.analysis.latex import escaped, number, number_range, tabular
from annotate.analysis.sxs import SCORES, Preference, level_of, overall_score, table
from annotate.analysis.tokens import count_tokens
from annotate.analysis.undefined import Undefined, defined
from annotate.kinds.judging import (
    SEED,
    JudgedStudy,
    Judgement,
    Reason,
    ReportTable,
    Row,
    StudyInterval,
    StudySchema,
)
from annotate.kinds.scale_study import (
    ScaleResults,
    ScaleStudy,
    Scores,
    agreement_of,
    agreement_table,
    ends,
    in_words,
    rounded,
)
from annotate.messages import Message

NO_TEXTS = Undefined(Message("texts_unknown"))
NO_TIMES = Undefined(Message("times_unknown"))
LENGTH = (
    "Spearman's rho over the items: tokens of the second text less those of the first, and the "
    "mean overall score (above 0: the second is preferred). Positive: longer texts are preferred."
)
TIME = (
    "Spearman's rho over the judgements: active seconds, and the overall score. The median seconds "
    "are by the level nearest to that score. Several judgements are by the same person, so there "
    "is no interval."
)


class LengthEffect(StudySchema):
    """Whether longer texts were preferred: tokens of the second less the first, and the score."""

    rho: float | None
    low: float | None
    high: float | None
    n: int
    why: Reason | None
    text: str


class TimeEffect(StudySchema):
    """How long people took, by what they came to say."""

    rho: float | None
    n: int
    why: Reason | None
    median_seconds_by_level: list[float | None]
    text: str


class StudyEffects(StudySchema):
    length: LengthEffect
    time: TimeEffect


def effects(study: JudgedStudy[Scores]) -> StudyEffects:
    overall = [(judgement, _overall(judgement.answer)) for judgement in study.judgements.counted]
    scored = [(judgement, score) for judgement, score in overall if score is not None]
    by_item: dict[int, list[float]] = defaultdict(list)
    for judgement, score in scored:
        by_item[judgement.item].append(score)
    # Nobody judges in no time: where it is 0, it was not measured.
    times = [(judgement.seconds, score) for judgement, score in scored if judgement.seconds]
    return StudyEffects(length=_length(study, by_item), time=_time(times))


def _overall(scores: Scores) -> float | None:
    return defined(overall_score({metric: score.score for metric, score in scores.items()}))


def _length(study: JudgedStudy[Scores], by_item: Mapping[int, list[float]]) -> LengthEffect:
    longer = {
        number: count_tokens(second) - count_tokens(first)
        for number, (first, second) in study.texts().items()
        if first or second
    }
    items = [item for item in by_item if item in longer]
    related = spearman([longer[item] for item in items], [fmean(by_item[item]) for item in items])
    if by_item and not longer:
        related = Correlation(NO_TEXTS, NO_TEXTS, NO_TEXTS, 0)
    return LengthEffect(
        rho=defined(related.rho),
        low=defined(related.low),
        high=defined(related.high),
        n=related.n,
        why=Reason.of(related.rho, related.low),
        text=LENGTH,
    )


def _time(times: list[tuple[float, float]]) -> TimeEffect:
    related = spearman([seconds for seconds, _ in times], [score for _, score in times])
    levels: dict[int, list[float]] = defaultdict(list)
    for seconds, score in times:
        levels[level_of(score)].append(seconds)
    return TimeEffect(
        rho=defined(related.rho),
        n=related.n,
        why=Reason.of(related.rho if times else NO_TIMES),
        median_seconds_by_level=[
            median(levels[level]) if level in levels else None for level in SCORES
        ],
        text=TIME,
    )


Umbrella = Literal["recall", "precision", "writing_style", "overall"]
_UMBRELLA_TITLES: dict[Umbrella, str] = {
    "recall": "Recall",
    "precision": "Precision",
    "writing_style": "Writing style",
    "overall": "Overall",
}
_POINTS = ("++", "+", "-", "+", "++")
_NO_PERCENT: Sequence[int | None] = [None] * 5


class SideBySideMetric(StudySchema):
    """`counts` by level, from the first source to the second; `percent` sums to 100 (largest
    remainder); `net` is the percentage that prefers the second less that which prefers the first.
    """

    key: str
    title: str
    n: int
    counts: list[int]
    percent: list[int] | None
    net: StudyInterval


class UmbrellaMetric(StudyInterval):
    key: Umbrella
    title: str


class SideBySideResults(ScaleResults):
    design: Literal["side_by_side.v1"] = "side_by_side.v1"
    levels: list[str]
    metrics: list[SideBySideMetric]
    umbrellas: list[UmbrellaMetric]
    effects: StudyEffects


class SideBySideStudy(ScaleStudy[SideBySideResults]):
    recipe = "side-by-side"
    title = "Side-by-side comparison"
    description = "People compare two texts about each image, not knowing where they come from."
    stage_title_code = "stage_comparison_title"
    # A comparison takes 15 to 20 minutes in the paper, so 45 hurry nobody.
    lease_minutes = 45
    sources = (2, 2)
    shows_all = True
    reasons_setting = "justification"
    scores: ClassVar[tuple[int, ...]] = SCORES
    Results = SideBySideResults

    def sign(self, sources: Sequence[int]) -> int:
        return -1 if sources[0] > sources[1] else 1

    def results(self, study: JudgedStudy[Scores]) -> SideBySideResults:
        judged = {
            metric["key"]: [
                (judgement.item, judgement.answer[metric["key"]].score)
                for judgement in study.judgements.counted
                if metric["key"] in judgement.answer
            ]
            for metric in study.metrics
        }
        added = table(judged, seed=SEED)
        return SideBySideResults(
            **study.common(),
            levels=level_titles(*study.sources),
            metrics=[
                _metric(metric["key"], metric["title"], added.metrics[metric["key"]])
                for metric in study.metrics
            ],
            umbrellas=[
                UmbrellaMetric(
                    key=key, title=title, **StudyInterval.of(added.umbrellas[key]).model_dump()
                )
                for key, title in _UMBRELLA_TITLES.items()
            ],
            effects=effects(study),
            agreement=agreement_of(study),
        )

    def table_rows(self, results: SideBySideResults) -> Iterator[Row]:
        points = [f"{level} %" for level in results.levels]
        agreed = ("alpha", "alpha low", "alpha high")
        yield ("metric", "judgements", *points, "net", "net low", "net high", *agreed)
        alphas = {
            row.metric: (row.alpha, row.alpha_interval.low, row.alpha_interval.high)
            for row in results.agreement
        }
        for metric in results.metrics:
            percent = metric.percent or _NO_PERCENT
            alpha = (rounded(value, 3) for value in alphas[metric.key])
            yield (metric.title, metric.n, *percent, *ends(metric.net), *alpha)
        for umbrella in results.umbrellas:
            yield (umbrella.title, None, *[None] * 5, *ends(umbrella), None, None, None)

    def latex(self, results: SideBySideResults) -> Iterator[str]:
        first, second = (escaped(title) for title in results.sources)
        yield tabular(
            "lrrrrr",
            [
                ("Metric", rf"\multicolumn{{2}}{{c}}{{{first}}}", "",
                 rf"\multicolumn{{2}}{{c}}{{{second}}}"),
                r"\cmidrule(lr){2-3} \cmidrule(lr){5-6}",
                ("", *_POINTS),
            ],
            [(escaped(metric.title), *_percent(metric)) for metric in results.metrics],
        )  # fmt: skip
        yield (
            f"% Net preference in percent: above 0, {second} is preferred. "
            + escaped(results.method)
        )
        yield tabular(
            "lrr",
            [("Metric", "Net", r"95\% interval")],
            [
                *((escaped(metric.title), *_net(metric.net)) for metric in results.metrics),
                r"\midrule",
                *((escaped(umbrella.title), *_net(umbrella)) for umbrella in results.umbrellas),
            ],
        )

    def report_tables(self, name: str, results: SideBySideResults) -> list[ReportTable]:
        titles = {metric.key: metric.title for metric in results.metrics}
        return [
            _percentages(name, results),
            ReportTable(
                caption="Umbrella metrics (IIW App. D.4), net preference",
                columns=["Metric", "Net", "95% interval"],
                rows=[[row.title, row.value, in_words(row)] for row in results.umbrellas],
            ),
            agreement_table(titles, results.agreement),
        ]

    def rating_columns(self) -> Sequence[str]:
        # The columns that an import reads: those of the released labels.
        return ("comparison", "image", "left", "right", "metric", "label", "score")

    def rating_rows(
        self, study: JudgedStudy[Scores], image: str, judgement: Judgement[Scores]
    ) -> Iterator[tuple[Row, str]]:
        for metric, score in judgement.answer.items():
            label = label_of(score.score, study.sources)
            cells = (study.name, image, *study.sources, metric, label, score.score)
            yield cells, score.justification


def level_titles(first: str, second: str) -> list[str]:
    """Return what the five points are called, as the paper does above its tables.

    >>> level_titles("A", "B")
    ['A ++', 'A +', 'neutral', 'B +', 'B ++']
    """
    return [f"{first} ++", f"{first} +", "neutral", f"{second} +", f"{second} ++"]


def label_of(score: int, titles: Sequence[str]) -> str:
    """Return a score in words, as the released labels have it.

    >>> label_of(-2, ["A", "B"]), label_of(1, ["A", "B"]), label_of(0, ["A", "B"])
    ('A is substantially better', 'B is marginally better', 'Neutral')
    """
    if score == 0:
        return "Neutral"
    better = titles[0] if score < 0 else titles[1]
    return f"{better} is {'substantially' if abs(score) == 2 else 'marginally'} better"


def _metric(key: str, title: str, added: Preference | Undefined) -> SideBySideMetric:
    if isinstance(added, Undefined):
        net = StudyInterval.of(added)
        return SideBySideMetric(key=key, title=title, n=0, counts=[0] * 5, percent=None, net=net)
    net = StudyInterval.of(added.interval).model_copy(update={"value": added.net})
    return SideBySideMetric(
        key=key, title=title, n=added.n, counts=added.counts, percent=added.percent, net=net
    )


def _percent(metric: SideBySideMetric) -> list[str]:
    return [number(cell, "d") for cell in metric.percent or _NO_PERCENT]


def _net(net: StudyInterval) -> tuple[str, str]:
    return number(net.value, "+.0f"), number_range(net.low, net.high, "+.0f")


def _percentages(name: str, results: SideBySideResults) -> ReportTable:
    first, second = results.sources
    levels = [f"{first} ++", f"{first} +", "–", f"{second} +", f"{second} ++"]
    return ReportTable(
        caption=f"{name}: percentages per point, and the net preference for “{second}”",
        columns=["Metric", *levels, "Net", "95% interval"],
        rows=[
            [metric.title, *(metric.percent or _NO_PERCENT), metric.net.value, in_words(metric.net)]
            for metric in results.metrics
        ],
        note=f"{results.method} Rows sum to 100 by the method of the largest remainder.",
    )
