"""What a project can set for the objects of an image."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Self

from pydantic import Field, StrictBool, StringConstraints, model_validator

from annotate.analysis.text_rules import Level
from annotate.kinds.fields import MAX_BLOCK
from annotate.kinds.objects.answer import MAX_OBJECTS
from annotate.kinds.rules import RuledSettings, levels
from annotate.messages import Message

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
