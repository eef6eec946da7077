"""Each check of a caption, one function each."""

from collections.abc import Iterator

from annotate.analysis.text import is_blank
from annotate.analysis.tokens import words
from annotate.kinds.base import Stimulus
from annotate.kinds.caption.answer import CaptionAnswer
from annotate.kinds.caption.settings import CaptionSettings
from annotate.kinds.problems import Problem
from annotate.kinds.rules import check_rules
from annotate.messages import Message


def check_text(
    answer: CaptionAnswer, stimulus: Stimulus, settings: CaptionSettings
) -> Iterator[Problem]:
    """Yield what is wrong with the caption itself."""
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


def check_text_question(answer: CaptionAnswer, settings: CaptionSettings) -> Iterator[Problem]:
    """Yield the question about text in the image, if it was asked and not answered."""
    if settings.ask_text and answer.text_detected is None:
        yield Problem.about("text_detected", Message("text_question_open"))


def check_quality(answer: CaptionAnswer, settings: CaptionSettings) -> Iterator[Problem]:
    """Yield what is wrong with the answer to the question about the quality of the image."""
    issues = answer.quality_issues
    if settings.ask_quality and not issues:
        yield Problem.about("quality_issues", Message("quality_missing"))
    if "none" in issues and len(issues) > 1:
        yield Problem.about("quality_issues", Message("quality_contradiction"))
    if "other" in issues and is_blank(answer.quality_other):
        yield Problem.about("quality_other", Message("quality_other_missing"))
