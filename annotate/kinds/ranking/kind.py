"""Texts about one image, put in order from the best to the worst."""

from collections.abc import Iterator, Sequence
from typing import Any

from annotate.analysis import ranking_intervals, rankings
from annotate.analysis.agreement_intervals import Images, images_of, pairs_interval
from annotate.analysis.agreement_measures import Measure
from annotate.analysis.text import is_blank
from annotate.analysis.undefined import defined
from annotate.kinds.base import Kind, Measures, Stimulus, text_measures
from annotate.kinds.capabilities import (
    AggregateDecision,
    Judges,
    MeasuresAgreement,
    ShowsSeveral,
)
from annotate.kinds.problems import Problem
from annotate.kinds.ranking.model import RankingAnswer, RankingSettings
from annotate.kinds.ranking.study import RankingStudy, groups_of
from annotate.messages import Message


class RankingKind(
    Judges[RankingSettings, RankingAnswer],
    MeasuresAgreement[RankingSettings, RankingAnswer],
    ShowsSeveral[RankingAnswer],
    Kind[RankingSettings, RankingAnswer],
):
    """Which text is the best, which comes next; nobody is told where they come from."""

    name = "ranking.v1"
    title = "Ranking"
    Settings = RankingSettings
    Answer = RankingAnswer
    empty = RankingAnswer(ranks=())
    study = RankingStudy()

    def problems(
        self,
        answer: RankingAnswer,
        stimulus: Stimulus,
        settings: RankingSettings,
        base: RankingAnswer | None = None,
    ) -> list[Problem]:
        count = len(answer.ranks) if stimulus.about is None else self.count(stimulus.about)
        return list(_problems(answer, count, settings))

    def reordered(self, answer: RankingAnswer, order: Sequence[int]) -> RankingAnswer:
        return answer.model_copy(update={"ranks": tuple(answer.ranks[place] for place in order)})

    def texts(self, answer: RankingAnswer) -> dict[str, str]:
        return {"justification": answer.justification} if answer.justification else {}

    def aggregate(
        self, answers: Sequence[RankingAnswer], settings: RankingSettings
    ) -> AggregateDecision | None:
        """The mean rank of each text, as they are shown, tied ones sharing the mean of their
        places; whatever was judged is kept. None while nobody has ranked them.
        """
        orders = [groups_of(answer.ranks) for answer in answers]
        if not any(orders):
            return None
        places = range(max(len(answer.ranks) for answer in answers))
        means = rankings.mean_ranks({0: orders}, places).values()
        numbers: dict[str, Any] = {
            "answers": len(answers),
            "mean_ranks": [defined(mean.mean) for mean in means],
        }
        return AggregateDecision(kept=True, numbers=numbers)

    def measure(self, answer: RankingAnswer) -> Measures:
        """The size is that of the reasons."""
        ranks = sum(rank is not None for rank in answer.ranks)
        return {"ranks": ranks, **text_measures(self.texts(answer).values())}

    def agreement(
        self,
        items: Sequence[Sequence[RankingAnswer]],
        settings: RankingSettings,
        images: Images = None,
    ) -> list[Measure]:
        """How far people put the texts of an item in the same order."""
        ranks = [[answer.ranks for answer in item] for item in items]
        orders = {place: list(map(groups_of, item)) for place, item in enumerate(ranks)}
        several = sum(len(item) > 1 for item in items)
        of = dict(enumerate(images_of(items, images)))
        figures = {
            "kendall_w": ("measure_kendall_w", ranking_intervals.kendall_w_interval(orders, of)),
            "alpha": ("measure_ranks_alpha", ranking_intervals.ranks_alpha_interval(orders, of)),
            "same_order": ("measure_same_order", pairs_interval(ranks, images)),
        }
        return [
            Measure(
                name=name,
                title=Message(code),
                interval=figure,
                n=several,
                explanation=Message(f"{code}_text"),
            )
            for name, (code, figure) in figures.items()
        ]


Ranks = Sequence[int | None]


def _problems(answer: RankingAnswer, count: int, settings: RankingSettings) -> Iterator[Problem]:
    """Yield texts without a rank, ranks of no text, gaps, ties that may not be, missing reasons.

    ``count`` is how many texts there are. Gaps are told once every text has a rank: until then the
    next one may close them.
    """
    unfinished = [*_missing(answer.ranks, count), *_beyond(answer.ranks, count)]
    yield from unfinished or _gaps(answer.ranks)
    if not settings.ties:
        yield from _ties(answer.ranks)
    if settings.justification == "required" and is_blank(answer.justification):
        message = Message("ranking_reason_missing")
        yield Problem.about("justification", message, code="justification_missing")


def _missing(ranks: Ranks, count: int) -> Iterator[Problem]:
    for place in range(count):
        if place >= len(ranks) or ranks[place] is None:
            yield _problem(place, Message("rank_missing", item=_letter(place)))


def _beyond(ranks: Ranks, count: int) -> Iterator[Problem]:
    for place in range(count, len(ranks)):
        message = Message("rank_of_no_text", count=count)
        yield _problem(place, message, code="unknown_text")


def _gaps(ranks: Ranks) -> Iterator[Problem]:
    for place, rank in enumerate(ranks):
        if rank is not None and rank > 1 and rank - 1 not in ranks:
            yield _problem(place, Message("rank_gap", rank=rank - 1))


def _ties(ranks: Ranks) -> Iterator[Problem]:
    for place, rank in enumerate(ranks):
        if rank is not None and rank in ranks[:place]:
            yield _problem(place, Message("rank_tied", rank=rank))


def _letter(place: int) -> str:
    """What raters call the item: the first one is A."""
    return chr(ord("A") + place)


def _problem(place: int, message: Message, code: str | None = None) -> Problem:
    return Problem.about(f"ranks[{place}]", message, code=code)
