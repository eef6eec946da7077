"""Studies of ratings from 1 to 5: by source, with the median of each item (TextCaps §4.2)."""

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from typing import ClassVar, Literal

from annotate.analysis import likert
from annotate.analysis.latex import escaped, number, number_range, tabular
from annotate.kinds.judging import (
    SEED,
    JudgedStudy,
    Judgement,
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
)


class LikertSource(StudySchema):
    """Medians of the items and single ratings are counted by level, from 1 to 5."""

    source: str
    items: int
    median_counts: list[int]
    mean_of_medians: StudyInterval
    counts: list[int]


class LikertMetric(StudySchema):
    """`difference`: second source less first, by image; None unless there are two."""

    key: str
    title: str
    by_source: list[LikertSource]
    difference: StudyInterval | None


class LikertResults(ScaleResults):
    design: Literal["likert.v1"] = "likert.v1"
    metrics: list[LikertMetric]


class LikertStudy(ScaleStudy[LikertResults]):
    recipe = "likert"
    title = "Rating"
    description = "People rate texts about images one by one, not knowing where they come from."
    stage_title_code = "stage_rating_title"
    lease_minutes = 30
    sources = (1, 5)
    shows_all = False
    reasons_setting = "comment"
    scores: ClassVar[tuple[int, ...]] = likert.LEVELS
    Results = LikertResults

    def results(self, study: JudgedStudy[Scores]) -> LikertResults:
        return LikertResults(
            **study.common(),
            metrics=[_metric(study, metric["key"], metric["title"]) for metric in study.metrics],
            agreement=agreement_of(study),
        )

    def table_rows(self, results: LikertResults) -> Iterator[Row]:
        medians = [f"median {level}" for level in likert.LEVELS]
        ratings = [f"ratings of {level}" for level in likert.LEVELS]
        yield ("metric", "source", "items", "mean of medians", "low", "high", *medians, *ratings)
        for metric in results.metrics:
            for source in metric.by_source:
                mean = ends(source.mean_of_medians, 3)
                counts = (*source.median_counts, *source.counts)
                yield (metric.title, source.source, source.items, *mean, *counts)
            if metric.difference:
                apart = ends(metric.difference, 3)
                second_less_first = " - ".join(reversed(results.sources))
                yield (metric.title, second_less_first, None, *apart, *[None] * 10)

    def latex(self, results: LikertResults) -> Iterator[str]:
        yield f"% Mean over images of the median rating. {escaped(results.method)}"
        yield tabular(
            "llrrr",
            [("Metric", "Source", "Items", "Mean", r"95\% interval")],
            _latex_cells(results),
        )

    def report_tables(self, name: str, results: LikertResults) -> list[ReportTable]:
        titles = {metric.key: metric.title for metric in results.metrics}
        means = ReportTable(
            caption=f"{name}: mean of the items' medians, 1 to 5",
            columns=["Metric", "Texts", "Items", "Mean of medians", "95% interval"],
            rows=[
                [
                    metric.title,
                    source.source,
                    source.items,
                    source.mean_of_medians.value,
                    in_words(source.mean_of_medians),
                ]
                for metric in results.metrics
                for source in metric.by_source
            ],
        )
        return [means, agreement_table(titles, results.agreement)]

    def rating_columns(self) -> Sequence[str]:
        return ("study", "image", "source", "metric", "score")

    def rating_rows(
        self, study: JudgedStudy[Scores], image: str, judgement: Judgement[Scores]
    ) -> Iterator[tuple[Row, str]]:
        source = study.sources[study.items[judgement.item].sources[0]]
        for metric, score in judgement.answer.items():
            yield (study.name, image, source, metric, score.score), score.justification


# An image, and the scores of its text of one source.
_ByImage = dict[Hashable, list[int]]


def _metric(study: JudgedStudy[Scores], key: str, title: str) -> LikertMetric:
    ratings = _ratings(study, key)
    added = [likert.rated(by_image, seed=SEED) for by_image in ratings]
    apart = None
    if len(ratings) == 2:
        first, second = map(likert.medians, ratings)
        apart = StudyInterval.of(likert.difference(first, second, seed=SEED))
    return LikertMetric(
        key=key,
        title=title,
        by_source=[
            LikertSource(
                source=source,
                items=rated.items,
                median_counts=rated.median_counts,
                mean_of_medians=StudyInterval.of(rated.mean),
                counts=rated.counts,
            )
            for source, rated in zip(study.sources, added, strict=True)
        ],
        difference=apart,
    )


def _ratings(study: JudgedStudy[Scores], metric: str) -> list[_ByImage]:
    ratings: list[_ByImage] = [defaultdict(list) for _ in study.sources]
    for judgement in study.judgements.counted:
        score = judgement.answer.get(metric)
        if score is not None:
            item = study.items[judgement.item]
            ratings[item.sources[0]][item.image].append(score.score)
    return ratings


def _latex_cells(results: LikertResults) -> Iterator[Sequence[str]]:
    for metric in results.metrics:
        for source in metric.by_source:
            mean = source.mean_of_medians
            cells = (number(mean.value, ".2f"), number_range(mean.low, mean.high, ".2f"))
            yield (escaped(metric.title), escaped(source.source), str(source.items), *cells)
