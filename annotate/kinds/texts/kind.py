"""Texts that come from elsewhere, to be judged."""

from collections.abc import Sequence
from itertools import combinations
from typing import ClassVar

from annotate.analysis import overlap
from annotate.analysis.text import is_blank
from annotate.analysis.tokens import count_tokens, count_words, sentence_spans, words
from annotate.kinds.base import Kind, Measures, Row, Stimulus
from annotate.kinds.problems import Problem
from annotate.kinds.texts.answer import TextsAnswer
from annotate.kinds.texts.settings import TextsSettings


class TextsKind(Kind[TextsSettings, TextsAnswer]):
    """One or two texts. They are nobody's own words here, so no rule for writing looks at them."""

    name = "texts.v1"
    title = "Texts"
    Settings = TextsSettings
    Answer = TextsAnswer
    asked: ClassVar[bool] = False

    def problems(
        self,
        answer: TextsAnswer,
        stimulus: Stimulus,
        settings: TextsSettings,
        base: TextsAnswer | None = None,
    ) -> list[Problem]:
        """Return whether there is no text at all, and every text that is empty."""
        if not answer.texts:
            message = "There is no text to be judged."
            return [Problem(code="text_missing", path="texts", message=message)]
        return [
            Problem(code="text_missing", path=f"texts[{place}]", message="This text is empty.")
            for place, text in enumerate(answer.texts)
            if is_blank(text)
        ]

    def seed_from(self, previous: TextsAnswer | None) -> TextsAnswer:
        """Return the previous texts unchanged, or none."""
        return previous or TextsAnswer(texts=())

    def measure(self, answer: TextsAnswer) -> Measures:
        """Return tokens, words, sentences and characters of all texts together."""
        return {
            "tokens": sum(map(count_tokens, answer.texts)),
            "words": sum(map(count_words, answer.texts)),
            "sentences": sum(len(sentence_spans(text)) for text in answer.texts),
            "characters": sum(map(len, answer.texts)),
        }

    def changes(self, before: TextsAnswer | None, after: TextsAnswer) -> overlap.Figures:
        """Return token counts and overlap of the texts, one after the other."""
        counts: overlap.Figures = {
            "tokens_before": sum(map(count_tokens, before.texts)) if before else 0,
            "tokens_after": sum(map(count_tokens, after.texts)),
        }
        if before is None:
            return counts | overlap.no_comparison()
        return counts | overlap.compare(_as_words(before), _as_words(after))

    def similarity(self, before: TextsAnswer, after: TextsAnswer, *, n: int) -> float | None:
        """Return the n-gram Jaccard similarity of the texts, one after the other."""
        return overlap.jaccard(_as_words(before), _as_words(after), n)

    def agreement(self, answers: Sequence[TextsAnswer]) -> float | None:
        """Return the mean word Jaccard (n = 1) over all pairs, as ``description.v1`` does."""
        found = [self.similarity(a, b, n=1) for a, b in combinations(answers, 2)]
        defined = [value for value in found if value is not None]
        return sum(defined) / len(defined) if defined else None

    def rows(self, answer: TextsAnswer) -> list[Row]:
        """Return one row per text."""
        return [
            {"position": place, "text": text} for place, text in enumerate(answer.texts, start=1)
        ]


def _as_words(answer: TextsAnswer) -> list[str]:
    return [word for text in answer.texts for word in words(text)]
