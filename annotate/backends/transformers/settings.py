"""What a lead sets for local models."""

from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from annotate.backends.configured import BackendSettings, question
from annotate.backends.training.finetuning import templates
from annotate.backends.transformers.library import Device, Precision
from annotate.messages import Message

NAME = "transformers"
VERSION = "1"

PROMPT_IMAGE = templates.DETAILED_DESCRIPTION
PROMPT_OBJECT = templates.object_description(None, "{label}")
# Where the model is shown the whole image and told the box.
PROMPT_OBJECT_IN_BOX = templates.object_description("{box}", "{label}")

LongestSide = Annotated[
    int,
    Field(
        ge=32,
        le=4096,
        title="Longest side of images in pixels",
        description="Larger images are made smaller before the model sees them.",
    ),
]
ObjectsAs = Annotated[
    Literal["crop", "box"],
    Field(
        title="Show objects as",
        description="As the part in its box alone, or as the whole image with the box in words.",
    ),
]


class TransformersSettings(BackendSettings):
    """Settings of local models."""

    # They decide how fast it answers. Half precision may change a word.
    reach: ClassVar[frozenset[str]] = frozenset({"device", "batch_size"})

    captioner: str = Field(
        default="",
        max_length=300,
        title="Vision-language model",
        description=(
            "Name of its folder on the server, such as “SmolVLM-256M-Instruct”. It writes texts,"
            " and marks objects where no detector is named."
        ),
        json_schema_extra={"essential": True},
    )
    detector: str = Field(
        default="",
        max_length=300,
        title="Object detector",
        description="Name of its folder on the server, such as “detr-resnet-50”. May stay empty.",
        json_schema_extra={"essential": True},
    )
    device: Device = Field(
        default="auto",
        title="Compute on",
        description="A graphics card is faster by far.",
    )
    dtype: Precision = Field(
        default="auto",
        title="Precision",
        description="By the device: half on a graphics card, full on a processor.",
    )
    batch_size: int = Field(
        default=8,
        ge=1,
        le=128,
        title="Images at once",
        description="More is faster as long as memory lasts.",
    )
    max_new_tokens: int = Field(
        default=256,
        ge=1,
        le=4096,
        title="Longest text in tokens",
        description="A text that reaches it is cut off there.",
    )
    longest_side: LongestSide = 1024
    prompt_image: str = question(
        PROMPT_IMAGE,
        "Question about an image",
        "{objects} stands for the labels of its objects, {hints} for its metadata.",
        longest=4000,
    )
    prompt_object: str = question(
        PROMPT_OBJECT,
        "Question about an object",
        "{label} stands for its label, {box} for its box in the image.",
        longest=4000,
    )
    prompt_list: str = question(
        templates.GROUNDED_LABEL_LIST,
        "Question for the objects",
        "Asked of the vision-language model where no detector is named. It must answer with"
        " one line per object: the label, then [ymin, xmin, ymax, xmax] from 0 to 999.",
        longest=4000,
    )
    objects_as: ObjectsAs = "crop"
    threshold: float = Field(
        default=0.5,
        ge=0,
        le=1,
        title="Least confidence of a detection",
        description="Detections of which the detector is less sure are left out.",
        json_schema_extra={"format": "share"},
    )
    most_boxes: int = Field(
        default=30,
        ge=1,
        le=300,
        title="Most objects in an image",
        description="Those of which the detector is surest.",
    )
    labels: str = Field(
        default="",
        max_length=20_000,
        title="Labels",
        description=(
            "One line per label to change: “dining table = table”. With nothing behind the"
            " equals sign such objects are left out."
        ),
        json_schema_extra={"format": "textarea"},
    )

    @model_validator(mode="after")
    def _names_a_model(self) -> Self:
        if not (self.captioner.strip() or self.detector.strip()):
            raise ValueError(Message("model_or_detector_missing"))
        return self

    def renamed(self) -> dict[str, str]:
        """What becomes of which label, in small letters; "" leaves it out.

        >>> TransformersSettings(detector="detr", labels="Dining table = table\\nN/A =").renamed()
        {'dining table': 'table', 'n/a': ''}
        """
        pairs = (line.split("=", 1) for line in self.labels.splitlines() if "=" in line)
        return {old.strip().casefold(): new.strip() for old, new in pairs if old.strip()}
