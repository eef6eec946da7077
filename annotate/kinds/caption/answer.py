"""The answer to a caption task."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StrictBool

from annotate.kinds.base import Record
from annotate.kinds.fields import Line

# VW §3.1 and its follow-up on image quality name these; mission B1.
QualityIssue = Literal["blur", "bright", "dark", "obscured", "framing", "rotated", "other", "none"]


def _without_repeats(issues: tuple[QualityIssue, ...]) -> tuple[QualityIssue, ...]:
    return tuple(dict.fromkeys(issues))


class CaptionAnswer(Record):
    """A caption of one line, or the canned text, and what was asked about the image beside it.

    ``canned`` says that the person pressed the button for the canned text. ``text_detected``
    answers "is there text in the image?"; None is no answer yet.
    """

    text: Line
    canned: StrictBool = False
    text_detected: StrictBool | None = None
    quality_issues: Annotated[
        tuple[QualityIssue, ...], Field(max_length=50), AfterValidator(_without_repeats)
    ] = ()
    quality_other: Line = ""
