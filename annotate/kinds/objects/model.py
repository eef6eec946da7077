"""The objects of an image as an answer, and what a project can set for them."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Self

from pydantic import Field, StrictBool, StringConstraints, model_validator

from annotate.analysis.geometry import Box
from annotate.analysis.text_rules import Level
from annotate.kinds.base import Record
from annotate.kinds.fields import MAX_BLOCK, Block, Identifier, Line
from annotate.kinds.lineage import MAX_ITEMS, Lineage
from annotate.kinds.rules import RuledSettings, levels
from annotate.messages import Message

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


# IIW App. A; mission A3.
DEFAULT_AXES = (
    "function",
    "shape",
    "size",
    "colour",
    "pattern",
    "texture",
    "material",
    "condition",
    "opacity",
    "orientation",
    "location",
    "relations",
    "text on object",
)

Axis = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=60)]


class ObjectsSettings(RuledSettings):
    """Limits, the axes shown beside the editor as a reminder, and the rules for writing."""

    # The text of one object sums nothing up, and like objects are described alike.
    DEFAULT_LEVELS: ClassVar[Mapping[str, Level]] = levels(
        summary_opening="off", near_duplicate="off"
    )

    min_objects: int = Field(strict=True, default=0, ge=0, le=MAX_OBJECTS)
    max_objects: int = Field(strict=True, default=200, ge=1, le=MAX_OBJECTS)
    description_required: StrictBool = True
    max_description_characters: int = Field(strict=True, default=4_000, ge=1, le=MAX_BLOCK)
    axes: Annotated[tuple[Axis, ...], Field(max_length=50)] = DEFAULT_AXES

    @model_validator(mode="after")
    def _limits_in_order(self) -> Self:
        if self.min_objects > self.max_objects:
            raise ValueError(
                Message("object_limits_crossed", fewest=self.min_objects, most=self.max_objects)
            )
        return self
