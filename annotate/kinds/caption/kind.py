"""Captions of one sentence."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from annotate.analysis import agreement as measuring
from annotate.analysis.agreement import Measure
from annotate.analysis.undefined import defined
from annotate.kinds.base import Kind, Measures, Stimulus, text_measures
from annotate.kinds.capabilities import (
    Captions,
    Checkable,
    MeasuresAgreement,
    Refinable,
    Summarises,
    Summary,
    Value,
    YesNo,
)
from annotate.kinds.caption import checks
from annotate.kinds.caption.answer import CaptionAnswer
from annotate.kinds.caption.settings import CaptionSettings
from annotate.kinds.problems import Problem
from annotate.messages import Message


class CaptionKind(
    Captions,
    Refinable[CaptionAnswer],
    Checkable[CaptionSettings, CaptionAnswer],
    MeasuresAgreement[CaptionSettings, CaptionAnswer],
    Summarises[CaptionSettings, CaptionAnswer],
    Kind[CaptionSettings, CaptionAnswer],
):
    """One sentence per answer, written by several people independently."""

    name = "caption.v1"
    title = "Caption"
    Settings = CaptionSettings
    Answer = CaptionAnswer
    empty = CaptionAnswer(text="")
    own_words = MappingProxyType({"canned": False})

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

    def measure(self, answer: CaptionAnswer) -> Measures:
        return {**text_measures([answer.text]), "canned": int(answer.canned)}

    def refined_text(self, answer: CaptionAnswer) -> str:
        return answer.text

    def agreement(
        self, items: Sequence[Sequence[CaptionAnswer]], settings: CaptionSettings
    ) -> list[Measure]:
        """That two people could not see is no likeness of wording: canned texts do not enter it."""
        own = [[answer.text for answer in item if not answer.canned] for item in items]
        detected = [[answer.text_detected for answer in item] for item in items]
        canned = [[answer.canned for answer in item] for item in items]
        return [
            *measuring.caption_measures(own),
            *measuring.label_measures("text_detected", Message("measured_text_in_image"), detected),
            *measuring.label_measures("canned", Message("measured_canned_text"), canned),
        ]

    def summary(self, answers: Sequence[CaptionAnswer], settings: CaptionSettings) -> Summary:
        together = measuring.aggregate(
            canned=[answer.canned for answer in answers],
            text=[answer.text_detected for answer in answers],
        )
        return Summary(
            text_detected=YesNo(
                yes=together.text_yes,
                no=together.text_no,
                majority=defined(together.text_majority),
            ),
            canned=together.canned,
            difficulty=defined(together.difficulty),
        )

    def text_detected(self, value: Value) -> bool | None:
        found: bool | None = value["text_detected"]
        return found

    def released(
        self, value: Value, settings: Mapping[str, Any], *, canned: bool | None
    ) -> dict[str, Any]:
        if canned is None:
            canned = value["text"] == settings["canned_text"]
        return {**value, "canned": canned}
