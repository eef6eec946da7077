"""Captions of one sentence, and what keeps one from being sent."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from annotate.analysis import agreement as measuring
from annotate.analysis.agreement_intervals import Images
from annotate.analysis.agreement_measures import Measure, caption_measures, label_measures
from annotate.analysis.text import is_blank
from annotate.analysis.tokens import words
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
from annotate.kinds.caption.model import CaptionAnswer, CaptionSettings
from annotate.kinds.problems import Problem
from annotate.kinds.rules import check_rules
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
        return [
            *_check_text(answer, stimulus, settings),
            *_check_text_question(answer, settings),
            *_check_quality(answer, settings),
        ]

    def texts(self, answer: CaptionAnswer) -> dict[str, str]:
        return {} if answer.canned or not answer.text else {"text": answer.text}

    def checkable(self, answer: CaptionAnswer) -> dict[str, bool | str]:
        parts: dict[str, bool | str] = {"canned": answer.canned}
        if answer.text_detected is not None:
            parts["text_detected"] = answer.text_detected
        return parts

    def checkable_paths(self, settings: CaptionSettings) -> tuple[str, ...]:
        """What is asked besides the text."""
        canned = ("canned",) if settings.canned_text is not None else ()
        return (*canned, "text_detected") if settings.ask_text else canned

    def measure(self, answer: CaptionAnswer) -> Measures:
        return {**text_measures([answer.text]), "canned": int(answer.canned)}

    def refined_text(self, answer: CaptionAnswer) -> str:
        return answer.text

    def agreement(
        self,
        items: Sequence[Sequence[CaptionAnswer]],
        settings: CaptionSettings,
        images: Images = None,
    ) -> list[Measure]:
        """That two people could not see is no likeness of wording: canned texts do not enter it."""
        own = [[answer.text for answer in item if not answer.canned] for item in items]
        detected = [[answer.text_detected for answer in item] for item in items]
        canned = [[answer.canned for answer in item] for item in items]
        return [
            *caption_measures(own, images),
            *label_measures("text_detected", Message("measured_text_in_image"), detected, images),
            *label_measures("canned", Message("measured_canned_text"), canned, images),
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
        detected: bool | None = value["text_detected"]
        return detected

    def released(
        self, value: Value, settings: Mapping[str, Any], *, canned: bool | None
    ) -> dict[str, Any]:
        if canned is None:
            canned = value["text"] == settings["canned_text"]
        return {**value, "canned": canned}


def _check_text(
    answer: CaptionAnswer, stimulus: Stimulus, settings: CaptionSettings
) -> Iterator[Problem]:
    if is_blank(answer.text):
        yield Problem.about("text", Message("caption_missing"), code="text_missing")
        return
    if answer.canned or answer.text == settings.canned_text:
        yield from _check_canned(answer, settings)
        return
    length, limit = len(answer.text), settings.max_characters
    if length > limit:
        message = Message("caption_too_long", length=length, over=length - limit, limit=limit)
        yield Problem.about("text", message, code="text_too_long")
    yield from check_rules(
        {"text": answer.text},
        settings.rules,
        stimulus,
        min_words=settings.min_words,
        banned_openings=settings.banned_openings,
    )
    if settings.must_read_text:
        yield from _check_reading(answer.text, stimulus)


def _check_reading(text: str, stimulus: Stimulus) -> Iterator[Problem]:
    """Advise where none of the strings read in the image is in the caption.

    Only advice: to summarise the text, or to infer from it, is wanted too (TC §3.1, note 3).
    """
    read = {word for token in stimulus.tokens for word in words(token)}
    if read and read.isdisjoint(words(text)):
        yield Problem.about("text", Message("text_not_used"), severity="advice")


def _check_canned(answer: CaptionAnswer, settings: CaptionSettings) -> Iterator[Problem]:
    if settings.canned_text is None:
        yield Problem.about("canned", Message("canned_not_offered"))
    elif answer.text != settings.canned_text:
        yield Problem.about("text", Message("canned_text_changed", text=settings.canned_text))
    elif not answer.canned:
        yield Problem.about("canned", Message("canned_not_marked"))


def _check_text_question(answer: CaptionAnswer, settings: CaptionSettings) -> Iterator[Problem]:
    if settings.ask_text and answer.text_detected is None:
        yield Problem.about("text_detected", Message("text_question_open"))


def _check_quality(answer: CaptionAnswer, settings: CaptionSettings) -> Iterator[Problem]:
    issues = answer.quality_issues
    if settings.ask_quality and not issues:
        yield Problem.about("quality_issues", Message("quality_missing"))
    if "none" in issues and len(issues) > 1:
        yield Problem.about("quality_issues", Message("quality_contradiction"))
    if "other" in issues and is_blank(answer.quality_other):
        yield Problem.about("quality_other", Message("quality_other_missing"))
