"""Studies of rankings: which source is preferred, pair by pair, and how far people agree."""

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from itertools import combinations
from typing import ClassVar, Literal, NamedTuple

import msgspec

from annotate.analysis import ranking_intervals, rankings
from annotate.analysis.latex import escaped, number, number_range, tabular
from annotate.analysis.undefined import defined
from annotate.kinds.judging import (
    CHUNKS_METHOD,
    SEED,
    JudgedStudy,
    Judgement,
    Reason,
    ReportTable,
    Row,
    StudyDesign,
    StudyInterval,
    StudyResults,
    StudySchema,
)
from annotate.kinds.ranking.model import MAX_TEXTS
from annotate.kinds.scale_study import ends, in_words, printed, rounded
from annotate.kinds.study_ends import AGREEMENT_METHOD, StudyEnds


class Ranked(NamedTuple):
    """The rank of each source, from 1, dense."""

    ranks: Sequence[int]
    justification: str


class _Stored(msgspec.Struct, frozen=True):
    ranks: list[int]
    justification: str = ""


_ANSWERS = msgspec.json.Decoder(_Stored)


class CaseRanking(StudySchema):
    """`ranks`: of each source, in the order of the sources; 1 is the best, tied ones share it."""

    ranks: list[int]
    justification: str


class RankingSource(StudySchema):
    """`n`: rankings it is in; tied sources share the mean of their places in `mean_rank`."""

    source: str
    n: int
    mean_rank: StudyInterval


class RankingChunk(StudySchema):
    """The same of the items about so many sentences of each text, from the first one."""

    chunk: int
    items: int
    by_source: list[RankingSource]


class RankingPair(StudySchema):
    """How often the first source was put before the second, after it, or beside it.

    `first` and `second` are places of the study's sources.
    """

    first: int
    second: int
    wins: int
    losses: int
    ties: int


class RankingAgreement(StudySchema):
    """Kendall's W, corrected for ties: the mean of the items; and Krippendorff's alpha for ordinal
    data, of the ranks of all items. `items` are those that two people or more ranked. Intervals
    are over their images.
    """

    kendall_w: float | None
    kendall_w_why: Reason | None
    kendall_w_interval: StudyEnds
    alpha: float | None
    alpha_why: Reason | None
    alpha_interval: StudyEnds
    items: int


class RankingResults(StudyResults):
    design: Literal["ranking.v1"] = "ranking.v1"
    by_source: list[RankingSource]
    # Empty unless the texts were cut into chunks.
    by_chunk: list[RankingChunk]
    pairs: list[RankingPair]
    agreement: RankingAgreement


class RankingStudy(StudyDesign[Ranked, RankingResults]):
    recipe = "ranking"
    title = "Ranking"
    description = (
        "People rank texts about each image, or images made from them, not knowing where they"
        " come from."
    )
    stage_title_code = "stage_ranking_title"
    lease_minutes = 45
    sources = (2, MAX_TEXTS)
    shows_all = True
    takes_images = True
    reasons_setting = "justification"
    # Of two scores of a pair, -1 and 1: two people put it in opposite orders.
    disagreement: ClassVar[int] = 2
    Results = RankingResults
    CaseAnswer = CaseRanking

    def decode(self, value: str, sources: Sequence[int]) -> Ranked:
        stored = _ANSWERS.decode(value)
        by_source = sorted(zip(sources, stored.ranks, strict=True))
        return Ranked(tuple(rank for _, rank in by_source), stored.justification)

    def results(self, study: JudgedStudy[Ranked]) -> RankingResults:
        orders = _orders(study)
        places = range(len(study.sources))
        chunks = sorted({item.chunk for item in study.items.values() if item.chunk is not None})
        common = study.common() | ({"method": CHUNKS_METHOD} if chunks else {})
        return RankingResults(
            **common,
            by_source=_by_source(study, orders),
            by_chunk=[_of_chunk(study, orders, chunk) for chunk in chunks],
            pairs=[
                RankingPair(
                    first=first, second=second, wins=won.wins, losses=won.losses, ties=won.ties
                )
                for (first, second), won in rankings.wins_of_pairs(orders, places).items()
            ],
            agreement=_agreement(study, orders),
        )

    def table_rows(self, results: RankingResults) -> Iterator[Row]:
        other = [f"{what} {title}" for title in results.sources for what in ("before", "tied with")]
        yield ("source", "rankings", "mean rank", "low", "high", *other)
        against = _against(results)
        for place, source in enumerate(results.by_source):
            cells = [
                count
                for rival in range(len(results.sources))
                for count in against.get((place, rival), (None, None))
            ]
            yield (source.source, source.n, *ends(source.mean_rank, 3), *cells)
        for part in results.by_chunk:
            for source in part.by_source:
                name = f"{source.source} ({in_sentences(part.chunk)})"
                yield (name, source.n, *ends(source.mean_rank, 3), *[None] * len(other))

    def latex(self, results: RankingResults) -> Iterator[str]:
        yield (
            "% Mean rank, 1 the best; tied sources share the mean of their places. "
            + escaped(results.method)
        )
        means = ((source, source.mean_rank) for source in results.by_source)
        yield tabular(
            "lrrr",
            [("Source", "Rankings", "Mean rank", r"95\% interval")],
            [
                (escaped(source.source), str(source.n), number(mean.value, ".2f"),
                 number_range(mean.low, mean.high, ".2f"))
                for source, mean in means
            ],
        )  # fmt: skip
        yield tabular(
            "llrrr",
            [("First", "Second", "First better", "Tied", "Second better")],
            [tuple(escaped(str(cell)) for cell in row) for row in _pair_cells(results)],
        )
        if results.by_chunk:
            yield "% Mean rank by chunk: the first sentence, the first two, and so on."
            yield tabular(
                "l" + "r" * len(results.by_chunk),
                [("Source", *(str(part.chunk) for part in results.by_chunk))],
                [
                    (escaped(source), *(
                        number(part.by_source[place].mean_rank.value, ".2f")
                        for part in results.by_chunk
                    ))
                    for place, source in enumerate(results.sources)
                ],
            )  # fmt: skip
        agreement = results.agreement
        yield (
            f"% Kendall's W {_in_latex(agreement.kendall_w, agreement.kendall_w_interval)}, "
            f"Krippendorff's alpha (ordinal) {_in_latex(agreement.alpha, agreement.alpha_interval)}"
            f", of {agreement.items} items. {escaped(AGREEMENT_METHOD)}"
        )

    def report_tables(self, name: str, results: RankingResults) -> list[ReportTable]:
        agreement = results.agreement
        return [
            ReportTable(
                caption=f"{name}: mean rank, 1 the best",
                columns=["Source", "Rankings", "Mean rank", "95% interval"],
                rows=[
                    [row.source, row.n, rounded(row.mean_rank.value), in_words(row.mean_rank)]
                    for row in results.by_source
                ],
                note=f"{results.method} Tied sources share the mean of their places.",
            ),
            *_chunk_tables(results),
            ReportTable(
                caption="Pairs: how often which source was put first",
                columns=["First", "Second", "First better", "Tied", "Second better"],
                rows=list(_pair_cells(results)),
            ),
            ReportTable(
                caption="Agreement of raters",
                columns=["Figure", "Items", "Value", "95% interval", ""],
                rows=[
                    [name, agreement.items, rounded(value), interval.printed(), printed(why)]
                    for name, value, interval, why in (
                        (
                            "Kendall's W",
                            agreement.kendall_w,
                            agreement.kendall_w_interval,
                            agreement.kendall_w_why,
                        ),
                        (
                            "Krippendorff's alpha",
                            agreement.alpha,
                            agreement.alpha_interval,
                            agreement.alpha_why,
                        ),
                    )
                ],
                note=AGREEMENT_METHOD,
            ),
        ]

    def rating_columns(self) -> Sequence[str]:
        return ("study", "image", "source", "rank")

    def rating_rows(
        self, study: JudgedStudy[Ranked], image: str, judgement: Judgement[Ranked]
    ) -> Iterator[tuple[Row, str]]:
        """One row per source; the reasons are those of the whole ranking, in each of them."""
        ranks, reasons = judgement.answer
        for source, rank in zip(study.sources, ranks, strict=True):
            yield (study.name, image, source, rank), reasons

    def case_answer(self, answer: Ranked) -> CaseRanking:
        return CaseRanking(ranks=list(answer.ranks), justification=answer.justification)

    def reasons_of(self, answer: Ranked) -> Iterator[tuple[str, int | None, str]]:
        yield "", None, answer.justification

    def scores_of(self, answer: Ranked) -> Iterator[tuple[Hashable, str, int]]:
        """Of each pair of sources -1 (the first was put before), 0 (tied) or 1."""
        for pair in combinations(range(len(answer.ranks)), 2):
            first, second = (answer.ranks[place] for place in pair)
            yield pair, "order", (first > second) - (first < second)


def _in_latex(value: float | None, ends: StudyEnds) -> str:
    return f"{number(value, '.3f')} {number_range(ends.low, ends.high, '.3f')}"


def groups_of(ranks: Sequence[int | None]) -> list[list[int]]:
    """The places of what is ranked, from the best to the worst; tied ones are in one group.

    >>> groups_of([2, 1, None, 2])
    [[1], [0, 3]]
    """
    groups: dict[int, list[int]] = defaultdict(list)
    for place, rank in enumerate(ranks):
        if rank is not None:
            groups[rank].append(place)
    return [groups[rank] for rank in sorted(groups)]


def _by_source(study: JudgedStudy[Ranked], orders: "_Orders") -> list[RankingSource]:
    """Items about one image are drawn together: they are no independent cases."""
    by_image: dict[Hashable, list[list[list[int]]]] = defaultdict(list)
    for item, rankings_of_item in orders.items():
        by_image[study.items[item].image] += rankings_of_item
    means = rankings.mean_ranks(by_image, range(len(study.sources)), seed=SEED)
    return [
        RankingSource(
            source=study.sources[place],
            n=sum(map(len, orders.values())),
            mean_rank=StudyInterval.of(mean),
        )
        for place, mean in means.items()
    ]


def _of_chunk(study: JudgedStudy[Ranked], orders: "_Orders", chunk: int) -> RankingChunk:
    of_chunk = {item: ranks for item, ranks in orders.items() if study.items[item].chunk == chunk}
    return RankingChunk(chunk=chunk, items=len(of_chunk), by_source=_by_source(study, of_chunk))


_Orders = dict[int, list[list[list[int]]]]


def _orders(study: JudgedStudy[Ranked]) -> _Orders:
    orders: _Orders = defaultdict(list)
    for judgement in study.judgements.counted:
        orders[judgement.item].append(groups_of(judgement.answer.ranks))
    return orders


def _agreement(study: JudgedStudy[Ranked], orders: _Orders) -> RankingAgreement:
    images = {item: study.items[item].image for item in orders}
    concordance = ranking_intervals.kendall_w_interval(orders, images)
    alpha = ranking_intervals.ranks_alpha_interval(orders, images)
    return RankingAgreement(
        kendall_w=defined(concordance.mean),
        kendall_w_why=Reason.of(concordance.mean),
        kendall_w_interval=StudyEnds.of(concordance),
        alpha=defined(alpha.mean),
        alpha_why=Reason.of(alpha.mean),
        alpha_interval=StudyEnds.of(alpha),
        items=sum(len(ranks) > 1 for ranks in orders.values()),
    )


def _against(results: RankingResults) -> dict[tuple[int, int], tuple[int, int]]:
    """Wins and ties of each source against each other."""
    against: dict[tuple[int, int], tuple[int, int]] = {}
    for pair in results.pairs:
        against[pair.first, pair.second] = (pair.wins, pair.ties)
        against[pair.second, pair.first] = (pair.losses, pair.ties)
    return against


def in_sentences(chunk: int) -> str:
    return "first sentence" if chunk == 1 else f"first {chunk} sentences"


def _chunk_tables(results: RankingResults) -> Iterator[ReportTable]:
    if results.by_chunk:
        yield ReportTable(
            caption="Mean rank by chunk",
            columns=["Source", *(in_sentences(part.chunk) for part in results.by_chunk)],
            rows=[
                [source, *(
                    rounded(part.by_source[place].mean_rank.value) for part in results.by_chunk
                )]
                for place, source in enumerate(results.sources)
            ],
        )  # fmt: skip


def _pair_cells(results: RankingResults) -> Iterator[list[str | int | float | None]]:
    for pair in results.pairs:
        first, second = results.sources[pair.first], results.sources[pair.second]
        yield [first, second, pair.wins, pair.ties, pair.losses]
