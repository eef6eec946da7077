"""Texts that come from elsewhere, to be judged."""

from typing import ClassVar

from annotate.analysis.text import is_blank
from annotate.kinds.base import Kind, Measures, Stimulus, text_measures
from annotate.kinds.problems import Problem
from annotate.kinds.texts.model import TextsAnswer, TextsSettings
from annotate.messages import Message


class TextsKind(Kind[TextsSettings, TextsAnswer]):
    """One text or more. They are nobody's own words here, so no rule for writing looks at them."""

    name = "texts.v1"
    title = "Texts"
    Settings = TextsSettings
    Answer = TextsAnswer
    empty = TextsAnswer()
    asked: ClassVar[bool] = False

    def problems(
        self,
        answer: TextsAnswer,
        stimulus: Stimulus,
        settings: TextsSettings,
        base: TextsAnswer | None = None,
    ) -> list[Problem]:
        """Whether there is nothing at all, and every text that is empty."""
        if not answer.texts and not answer.images:
            return [Problem.about("texts", Message("no_texts"), code="text_missing")]
        return [
            Problem.about(f"texts[{place}]", Message("empty_text"), code="text_missing")
            for place, text in enumerate(answer.texts)
            if is_blank(text)
        ]

    def measure(self, answer: TextsAnswer) -> Measures:
        return text_measures(answer.texts)
