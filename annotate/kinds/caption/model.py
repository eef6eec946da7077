"""What people answer about a caption, and what a project can set for it."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field, StrictBool, StringConstraints

from annotate.analysis.text_rules import BANNED_OPENINGS, CAPTION_FORM, MIN_WORDS, Level
from annotate.kinds.base import Record
from annotate.kinds.fields import MAX_LINE, Line
from annotate.kinds.rules import RuledSettings, levels

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


CANNED_TEXT = "Quality issues are too severe to recognize visual content."  # VW App. A.1
_BLOCK: Level = "block"

Opening = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=60)]
CannedText = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_LINE)
]


class CaptionSettings(RuledSettings):
    """Limits of the text, and what is asked beside it; the defaults are those of VW.

    ``canned_text`` None offers no button. ``must_read_text`` asks for a caption that uses the text
    in the image (TC §3.1).
    """

    # One sentence sums nothing up. The three rules of form keep a caption from being sent.
    DEFAULT_LEVELS: ClassVar[Mapping[str, Level]] = levels(
        **dict.fromkeys(CAPTION_FORM, _BLOCK), summary_opening="off"
    )

    min_words: int = Field(strict=True, default=MIN_WORDS, ge=0, le=200)
    max_characters: int = Field(strict=True, default=1_000, ge=1, le=MAX_LINE)
    canned_text: CannedText | None = CANNED_TEXT
    ask_text: StrictBool = True
    ask_quality: StrictBool = True
    must_read_text: StrictBool = False
    banned_openings: Annotated[tuple[Opening, ...], Field(max_length=100)] = BANNED_OPENINGS
