"""What a study can set for the texts it shows: nothing."""

from annotate.kinds.base import Record


class TextsSettings(Record):
    """There is nothing to set."""
