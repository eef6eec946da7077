"""Captions of one sentence."""

from collections.abc import Sequence
from itertools import combinations

from annotate.analysis import overlap
from annotate.analysis.tokens import count_tokens, count_words, sentence_spans, words
from annotate.kinds.base import Kind, Measures, Row, Stimulus
from annotate.kinds.caption import checks
from annotate.kinds.caption.answer import CaptionAnswer
from annotate.kinds.caption.settings import CaptionSettings
from annotate.kinds.problems import Problem


class CaptionKind(Kind[CaptionSettings, CaptionAnswer]):
    """One sentence per answer, written by several people independently."""

    name = "caption.v1"
    title = "Caption"
    Settings = CaptionSettings
    Answer = CaptionAnswer

    def problems(
        self,
        answer: CaptionAnswer,
        stimulus: Stimulus,
        settings: CaptionSettings,
        base: CaptionAnswer | None = None,
    ) -> list[Problem]:
        """Return problems of the caption first, then those of the questions beside it."""
        return [
            *checks.check_text(answer, stimulus, settings),
            *checks.check_text_question(answer, settings),
            *checks.check_quality(answer, settings),
        ]

    def seed_from(self, previous: CaptionAnswer | None) -> CaptionAnswer:
        """Return the previous answer unchanged, or an empty one."""
        return previous or CaptionAnswer(text="")

    def measure(self, answer: CaptionAnswer) -> Measures:
        """Return tokens, words, sentences and characters of the caption, and whether canned."""
        return {
            "tokens": count_tokens(answer.text),
            "words": count_words(answer.text),
            "sentences": len(sentence_spans(answer.text)),
            "characters": len(answer.text),
            "canned": int(answer.canned),
        }

    def changes(self, before: CaptionAnswer | None, after: CaptionAnswer) -> overlap.Figures:
        """Return token counts and overlap of the two captions."""
        counts: overlap.Figures = {
            "tokens_before": count_tokens(before.text) if before else 0,
            "tokens_after": count_tokens(after.text),
        }
        if before is None:
            return counts | overlap.no_comparison()
        return counts | overlap.compare(words(before.text), words(after.text))

    def similarity(self, before: CaptionAnswer, after: CaptionAnswer, *, n: int) -> float | None:
        """Return the n-gram Jaccard similarity of the two captions."""
        return overlap.jaccard(words(before.text), words(after.text), n)

    def agreement(self, answers: Sequence[CaptionAnswer]) -> float | None:
        """Return the mean word Jaccard (n = 1) over all pairs of captions, in [0, 1].

        Canned texts do not enter: that two people could not see is no likeness of wording. None
        with fewer than two other captions, or when no pair has a word.

        Worked example: {a, red, kite}, {a, blue, kite} and the canned text: one pair, 2/4.
        """
        texts = [words(answer.text) for answer in answers if not answer.canned]
        pairs = [overlap.jaccard(a, b, 1) for a, b in combinations(texts, 2)]
        defined = [value for value in pairs if value is not None]
        return sum(defined) / len(defined) if defined else None

    def rows(self, answer: CaptionAnswer) -> list[Row]:
        """Return one row; ``text_detected`` is "yes", "no" or empty, issues have spaces."""
        return [
            {
                "text": answer.text,
                "canned": int(answer.canned),
                "text_detected": {True: "yes", False: "no", None: ""}[answer.text_detected],
                "quality_issues": " ".join(answer.quality_issues),
                "quality_other": answer.quality_other,
            }
        ]

    def texts(self, answer: CaptionAnswer) -> dict[str, str]:
        """Return the caption; the canned text is nobody's own words."""
        return {} if answer.canned or not answer.text else {"text": answer.text}

    def checkable(self, answer: CaptionAnswer) -> dict[str, bool | str]:
        """Return whether the canned text was used, and the answer to the text question."""
        parts: dict[str, bool | str] = {"canned": answer.canned}
        if answer.text_detected is not None:
            parts["text_detected"] = answer.text_detected
        return parts

    def checkable_paths(self, settings: CaptionSettings) -> tuple[str, ...]:
        """Return what is asked besides the text: the canned text and the text question."""
        canned = ("canned",) if settings.canned_text is not None else ()
        return (*canned, "text_detected") if settings.ask_text else canned
