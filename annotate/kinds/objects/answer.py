"""The answer to an objects task."""

from typing import Annotated

from pydantic import Field

from annotate.analysis.geometry import Box
from annotate.kinds.base import Record
from annotate.kinds.fields import Block, Identifier, Line
from annotate.kinds.lineage import MAX_ITEMS, Lineage

# What can be stored; a project's own limit is lower.
MAX_OBJECTS = MAX_ITEMS


class ImageObject(Record):
    """One salient object.

    ``id`` is unique within the answer. ``derived_from`` names the objects of the base it was made
    of: none for a new object, one for a kept or edited one, several for a merged one.
    """

    id: Identifier
    label: Line
    box: Box
    description: Block = ""
    derived_from: Lineage = ()

    @property
    def content(self) -> tuple[object, ...]:
        """What a person can change: not the id, and not the lineage."""
        return (self.label, self.box, self.description)


class ObjectsAnswer(Record):
    """The salient objects of an image, most salient first."""

    objects: Annotated[tuple[ImageObject, ...], Field(max_length=MAX_OBJECTS)]
