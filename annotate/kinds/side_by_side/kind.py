"""Two texts about one image, compared on a scale of five points (IIW §4, App. D.4)."""

from collections.abc import Sequence
from typing import ClassVar

from annotate.kinds.capabilities import ShowsSeveral
from annotate.kinds.scoring import Reasons, ScaleKind
from annotate.kinds.side_by_side.model import SideBySideAnswer, SideBySideSettings
from annotate.kinds.side_by_side.study import SideBySideStudy


class SideBySideKind(
    ScaleKind[SideBySideSettings, SideBySideAnswer], ShowsSeveral[SideBySideAnswer]
):
    """Which of two texts is better, and by how much; nobody is told where they come from."""

    name = "side_by_side.v1"
    title = "Side-by-side comparison"
    Settings = SideBySideSettings
    Answer = SideBySideAnswer
    empty = SideBySideAnswer(scores={})
    scores_mean_the_same: ClassVar[bool] = False
    lowest: ClassVar[int] = -2
    highest: ClassVar[int] = 2
    study = SideBySideStudy()

    def reordered(self, answer: SideBySideAnswer, order: Sequence[int]) -> SideBySideAnswer:
        if order[0] < order[1]:
            return answer
        scores = {
            metric: comparison.model_copy(update={"score": comparison.score and -comparison.score})
            for metric, comparison in answer.scores.items()
        }
        return answer.model_copy(update={"scores": scores})

    def reasons(self, settings: SideBySideSettings) -> tuple[Reasons, int]:
        return settings.justification, settings.min_words
