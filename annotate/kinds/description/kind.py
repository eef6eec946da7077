"""Task 2: the description of the whole image."""

from collections.abc import Sequence
from itertools import combinations

from annotate.analysis import overlap
from annotate.analysis.text import is_blank
from annotate.analysis.tokens import count_tokens, count_words, sentence_spans, words
from annotate.kinds.base import Kind, Measures, Row, Stimulus
from annotate.kinds.description.answer import DescriptionAnswer
from annotate.kinds.description.settings import DescriptionSettings
from annotate.kinds.problems import Problem, plural
from annotate.kinds.rules import check_rules


class DescriptionKind(Kind[DescriptionSettings, DescriptionAnswer]):
    """One text per answer; rounds refine it."""

    name = "description.v1"
    title = "Image description"
    Settings = DescriptionSettings
    Answer = DescriptionAnswer

    def problems(
        self,
        answer: DescriptionAnswer,
        stimulus: Stimulus,
        settings: DescriptionSettings,
        base: DescriptionAnswer | None = None,
    ) -> list[Problem]:
        """Return whether the text is missing, too short or too long, then what the rules find."""
        found = []
        count, needed = count_words(answer.text), settings.min_words
        if needed and is_blank(answer.text):
            found.append(_problem("text_missing", "Write a description of the image."))
        elif count < needed:
            message = f"The description has {plural(count, 'word')}; write at least {needed}."
            found.append(_problem("text_too_short", message, count=count, min=needed))
        length, limit = len(answer.text), settings.max_characters
        if length > limit:
            message = (
                f"The description has {length:,} characters, {length - limit:,} more than"
                f" the limit of {limit:,}. Shorten it."
            )
            found.append(_problem("text_too_long", message, count=length, max=limit))
        return [*found, *check_rules(self.texts(answer), settings.rules, stimulus)]

    def seed_from(self, previous: DescriptionAnswer | None) -> DescriptionAnswer:
        """Return the previous text unchanged, or an empty one."""
        return previous or DescriptionAnswer(text="")

    def measure(self, answer: DescriptionAnswer) -> Measures:
        """Return tokens, words, sentences and characters of the text."""
        return {
            "tokens": count_tokens(answer.text),
            "words": count_words(answer.text),
            "sentences": len(sentence_spans(answer.text)),
            "characters": len(answer.text),
        }

    def changes(
        self, before: DescriptionAnswer | None, after: DescriptionAnswer
    ) -> overlap.Figures:
        """Return token counts and overlap of the two texts."""
        counts: overlap.Figures = {
            "tokens_before": count_tokens(before.text) if before else 0,
            "tokens_after": count_tokens(after.text),
        }
        if before is None:
            return counts | overlap.no_comparison()
        return counts | overlap.compare(words(before.text), words(after.text))

    def similarity(
        self, before: DescriptionAnswer, after: DescriptionAnswer, *, n: int
    ) -> float | None:
        """Return the n-gram Jaccard similarity of the two texts."""
        return overlap.jaccard(words(before.text), words(after.text), n)

    def agreement(self, answers: Sequence[DescriptionAnswer]) -> float | None:
        """Return the mean word Jaccard (n = 1) over all pairs of texts, in [0, 1].

        None with fewer than two texts, or when no pair has a word.

        Worked example: {a, red, kite}, {a, blue, kite} and {a, red, kite} give 2/4, 1 and 2/4, so
        the mean is 2/3.
        """
        texts = [words(answer.text) for answer in answers]
        pairs = [overlap.jaccard(a, b, 1) for a, b in combinations(texts, 2)]
        defined = [value for value in pairs if value is not None]
        return sum(defined) / len(defined) if defined else None

    def rows(self, answer: DescriptionAnswer) -> list[Row]:
        """Return one row with the text."""
        return [{"text": answer.text}]

    def texts(self, answer: DescriptionAnswer) -> dict[str, str]:
        """Return the text."""
        return {"text": answer.text} if answer.text else {}


def _problem(code: str, message: str, **params: str | int) -> Problem:
    return Problem(code=code, path="text", message=message, params=dict(params))
