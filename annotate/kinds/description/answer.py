"""The answer to a description task."""

from annotate.kinds.base import Record
from annotate.kinds.fields import Block


class DescriptionAnswer(Record):
    """One text of any number of lines."""

    text: Block
