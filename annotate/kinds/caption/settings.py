"""What a project can set for captions."""

from typing import Annotated

from pydantic import Field, StrictBool, StringConstraints

from annotate.kinds.base import Record
from annotate.kinds.fields import MAX_LINE

CANNED_TEXT = "Quality issues are too severe to recognize visual content."  # VW App. A.1
# VW App. A.1, in its order.
BANNED_OPENINGS = (
    "There is",
    "There are",
    "This is",
    "These are",
    "The image",
    "The picture",
    "This image",
    "This picture",
    "It is",
    "It's",
)

Opening = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=60)]
CannedText = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_LINE)
]


class CaptionSettings(Record):
    """Limits of the text, and what is asked beside it; the defaults are those of VW.

    ``canned_text`` None offers no button. ``must_read_text`` asks for a caption that uses the text
    in the image (TC §3.1).
    """

    min_words: int = Field(strict=True, default=8, ge=0, le=200)
    max_characters: int = Field(strict=True, default=1_000, ge=1, le=MAX_LINE)
    canned_text: CannedText | None = CANNED_TEXT
    ask_text: StrictBool = True
    ask_quality: StrictBool = True
    must_read_text: StrictBool = False
    banned_openings: Annotated[tuple[Opening, ...], Field(max_length=100)] = BANNED_OPENINGS
