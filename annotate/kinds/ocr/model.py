"""The text in an image as an answer, and what a project can set for reading it."""

from typing import Annotated

from pydantic import Field, StrictBool

from annotate.analysis.geometry import Box
from annotate.kinds.base import Record
from annotate.kinds.fields import Identifier, Line
from annotate.kinds.lineage import MAX_ITEMS, Lineage

MAX_TOKENS = MAX_ITEMS  # what can be stored; a project's own limit is lower


class OcrToken(Record):
    """One word as it stands in the image, with capitals and signs, and where.

    ``legible`` false marks writing that nobody can read; its text may then be empty.
    ``derived_from`` names the tokens of the base it was made of, as in ``objects.v1``.
    """

    id: Identifier
    text: Line
    box: Box
    derived_from: Lineage = ()
    legible: StrictBool = True

    @property
    def content(self) -> tuple[object, ...]:
        """What a person can change: not the id, and not the lineage."""
        return (self.text, self.box, self.legible)


class OcrAnswer(Record):
    """The words in the image, in reading order."""

    tokens: Annotated[tuple[OcrToken, ...], Field(max_length=MAX_TOKENS)]


class OcrSettings(Record):
    """The most words per image."""

    max_tokens: int = Field(strict=True, default=500, ge=1, le=MAX_TOKENS)
