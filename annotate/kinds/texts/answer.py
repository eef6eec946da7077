"""Texts to be judged together."""

from typing import Annotated

from pydantic import Field

from annotate.kinds.base import Record
from annotate.kinds.fields import Block

MAX_TEXTS = 2


class TextsAnswer(Record):
    """The texts in the order in which they are shown."""

    texts: Annotated[tuple[Block, ...], Field(max_length=MAX_TEXTS)]
