"""Texts to be judged together."""

from annotate.kinds.base import Record
from annotate.kinds.fields import Block


class TextsAnswer(Record):
    """The texts in the order in which they are shown."""

    texts: tuple[Block, ...]
