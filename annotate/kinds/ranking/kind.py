"""Texts about one image, put in order from the best to the worst."""

from collections.abc import Sequence
from typing import Any

from annotate.analysis import rankings
from annotate.analysis.agreement import Measure, pairwise_agreement
from annotate.analysis.undefined import defined
from annotate.kinds.base import Kind, Measures, Stimulus, text_measures
from annotate.kinds.capabilities import (
    AggregateDecision,
    Judges,
    MeasuresAgreement,
    ShowsSeveral,
)
from annotate.kinds.problems import Problem
from annotate.kinds.ranking.answer import RankingAnswer
from annotate.kinds.ranking.checks import problems
from annotate.kinds.ranking.settings import RankingSettings
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
        shown = len(answer.ranks) if stimulus.about is None else self.count(stimulus.about)
        return list(problems(answer, shown, settings))

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
            "mean_ranks": [defined(each.mean) for each in means],
        }
        return AggregateDecision(kept=True, numbers=numbers)

    def measure(self, answer: RankingAnswer) -> Measures:
        """The size is that of the reasons."""
        ranks = sum(rank is not None for rank in answer.ranks)
        return {"ranks": ranks, **text_measures(self.texts(answer).values())}

    def agreement(
        self, items: Sequence[Sequence[RankingAnswer]], settings: RankingSettings
    ) -> list[Measure]:
        """How far people put the texts of an item in the same order."""
        orders = {
            place: [groups_of(answer.ranks) for answer in item] for place, item in enumerate(items)
        }
        several = sum(len(item) > 1 for item in items)
        return [
            Measure(
                name="kendall_w",
                title=Message("measure_kendall_w"),
                value=rankings.mean_kendall_w(orders),
                n=several,
                explanation=Message("measure_kendall_w_text"),
            ),
            Measure(
                name="alpha",
                title=Message("measure_ranks_alpha"),
                value=rankings.ranks_alpha(orders),
                n=several,
                explanation=Message("measure_ranks_alpha_text"),
            ),
            Measure(
                name="same_order",
                title=Message("measure_same_order"),
                value=pairwise_agreement([[answer.ranks for answer in item] for item in items]),
                n=several,
                explanation=Message("measure_same_order_text"),
            ),
        ]
