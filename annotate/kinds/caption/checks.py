"""Each check of a caption, one function each."""

from collections.abc import Iterator

from annotate.analysis.text import is_blank
from annotate.analysis.tokens import words
from annotate.kinds.base import Stimulus
from annotate.kinds.caption.answer import CaptionAnswer
from annotate.kinds.caption.settings import CaptionSettings
from annotate.kinds.problems import Problem
from annotate.kinds.rules import check_rules


def check_text(
    answer: CaptionAnswer, stimulus: Stimulus, settings: CaptionSettings
) -> Iterator[Problem]:
    """Yield what is wrong with the caption itself."""
    if is_blank(answer.text):
        yield Problem(code="text_missing", path="text", message="Write a caption for the image.")
        return
    if answer.canned or answer.text == settings.canned_text:
        yield from _check_canned(answer, settings)
        return
    length, limit = len(answer.text), settings.max_characters
    if length > limit:
        message = (
            f"The caption has {length:,} characters, {length - limit:,} more than the limit of"
            f" {limit:,}. Shorten it."
        )
        params = {"count": length, "max": limit}
        yield Problem(code="text_too_long", path="text", message=message, params=params)
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
        message = (
            "None of the words found in the image is in this caption. Use what the text says:"
            " quote it, sum it up or say what follows from it."
        )
        yield Problem(code="text_not_used", path="text", message=message, severity="advice")


def _check_canned(answer: CaptionAnswer, settings: CaptionSettings) -> Iterator[Problem]:
    if settings.canned_text is None:
        message = "No ready-made text is offered here; describe what can be seen."
        yield Problem(code="canned_not_offered", path="canned", message=message)
    elif answer.text != settings.canned_text:
        message = (
            f"The ready-made text is {settings.canned_text!r}. Press its button again, or write a"
            " caption of your own."
        )
        params = {"text": settings.canned_text}
        yield Problem(code="canned_text_changed", path="text", message=message, params=params)
    elif not answer.canned:
        message = "This is the ready-made text. Press its button instead of typing it."
        yield Problem(code="canned_not_marked", path="canned", message=message)


def check_text_question(answer: CaptionAnswer, settings: CaptionSettings) -> Iterator[Problem]:
    """Yield the question about text in the image, if it was asked and not answered."""
    if settings.ask_text and answer.text_detected is None:
        message = "Say whether there is text in the image: yes or no."
        yield Problem(code="text_question_open", path="text_detected", message=message)


def check_quality(answer: CaptionAnswer, settings: CaptionSettings) -> Iterator[Problem]:
    """Yield what is wrong with the answer to the question about the quality of the image."""
    issues = answer.quality_issues
    if settings.ask_quality and not issues:
        message = 'Tick what is wrong with the image, or "Nothing is wrong".'
        yield Problem(code="quality_missing", path="quality_issues", message=message)
    if "none" in issues and len(issues) > 1:
        message = "Either something is wrong with the image or nothing is: untick one of the two."
        yield Problem(code="quality_contradiction", path="quality_issues", message=message)
    if "other" in issues and is_blank(answer.quality_other):
        message = 'Say what else is wrong with the image, or untick "Something else".'
        yield Problem(code="quality_other_missing", path="quality_other", message=message)
