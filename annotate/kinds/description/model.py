"""A description as an answer, and what a project can set for it."""

from pydantic import Field

from annotate.kinds.base import Record
from annotate.kinds.fields import MAX_BLOCK, Block
from annotate.kinds.rules import RuledSettings


class DescriptionAnswer(Record):
    """One text of any number of lines."""

    text: Block


class DescriptionSettings(RuledSettings):
    """Limits of the text, ``min_words`` 0 makes it optional; and the rules for writing."""

    min_words: int = Field(strict=True, default=1, ge=0, le=1_000)
    max_characters: int = Field(strict=True, default=10_000, ge=1, le=MAX_BLOCK)
