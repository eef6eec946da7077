"""One text about one image, rated on a scale of five points."""

from typing import ClassVar

from annotate.kinds.likert.model import LikertAnswer, LikertSettings
from annotate.kinds.likert.study import LikertStudy
from annotate.kinds.scoring import Reasons, ScaleKind


class LikertKind(ScaleKind[LikertSettings, LikertAnswer]):
    """How good a text is; nobody is told where it comes from."""

    name = "likert.v1"
    title = "Rating"
    Settings = LikertSettings
    Answer = LikertAnswer
    empty = LikertAnswer(scores={})
    lowest: ClassVar[int] = 1
    highest: ClassVar[int] = 5
    study = LikertStudy()

    def reasons(self, settings: LikertSettings) -> tuple[Reasons, int]:
        """One word is enough."""
        return settings.comment, 1
