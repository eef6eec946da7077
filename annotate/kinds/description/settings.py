"""What a project can set for the description of an image."""

from pydantic import Field

from annotate.kinds.base import Record
from annotate.kinds.fields import MAX_BLOCK


class DescriptionSettings(Record):
    """Limits of the text; ``min_words`` 0 makes it optional."""

    min_words: int = Field(strict=True, default=1, ge=0, le=1_000)
    max_characters: int = Field(strict=True, default=10_000, ge=1, le=MAX_BLOCK)
