"""What a project can set for reading the text in an image."""

from pydantic import Field

from annotate.kinds.base import Record
from annotate.kinds.ocr.answer import MAX_TOKENS


class OcrSettings(Record):
    """The most words per image."""

    max_tokens: int = Field(strict=True, default=500, ge=1, le=MAX_TOKENS)
