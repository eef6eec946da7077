"""Groups, as leads set them up and read them in sums, and as annotators are asked."""

from typing import Annotated

from pydantic import Field

from annotate.analysis.geometry import Box
from annotate.core.schemas import Id, Notice, Schema, Text, Upload
from annotate.evaluation.schemas.harm_figures import Meaning
from annotate.images.schemas import ImageCopies
from annotate.quality.schemas.checks import Measure
from annotate.workflow.schemas.parts import NamedProject

MAX_VALUES = 9
MAX_PER_IMAGE = 9
Value = Annotated[str, Text(60)]
_MEANS = "By value what it says of the person, for harms by context; annotators never see it."


class GroupScheme(Schema):
    """What is asked of the largest person in an image; "cannot tell" is always there besides."""

    name: str
    values: list[str]
    means: Annotated[dict[str, list[Meaning]], Field(description=_MEANS)]
    guideline: str
    per_image: int
    is_enabled: bool


class NewGroupScheme(Schema):
    name: Annotated[str, Text(100)]
    values: Annotated[
        list[Value],
        Field(
            min_length=2,
            max_length=MAX_VALUES,
            description="Without “cannot tell”.",
        ),
    ]
    means: Annotated[
        dict[Value, Annotated[list[Meaning], Field(max_length=3)]],
        Field(max_length=MAX_VALUES, description=f"{_MEANS} Left out: nothing is said of it."),
    ] = {}
    guideline: Annotated[
        Annotated[str, Text(20_000)], Field(description="Markdown; read before the first question.")
    ]
    per_image: Annotated[
        int, Field(ge=1, le=MAX_PER_IMAGE, description="How many people are asked about an image.")
    ] = 3
    is_enabled: Annotated[bool, Field(description="Whether annotators are asked.")] = False


class GroupCount(Schema):
    value: str
    images: int


class GroupFigures(Schema):
    """Sums over images; who said what of which image is told to nobody."""

    images: Annotated[int, Field(description="Those of the project that are not withdrawn.")]
    counts: Annotated[list[GroupCount], Field(description="Images by what most people said.")]
    cannot_tell: Annotated[int, Field(description="Images of which most cannot tell.")]
    tied: Annotated[int, Field(description="Images without a majority.")]
    answers: int
    imported: Annotated[int, Field(description="Of the answers, those from files.")]
    people: Annotated[int, Field(description="Who answered here.")]
    agreement: Annotated[
        list[Measure],
        Field(description="Of people asked here; “cannot tell” counts as a value of its own."),
    ]


class Groups(Schema):
    """Null: the project has not opted in; then no image has a group, and figures say so."""

    scheme: GroupScheme | None
    figures: GroupFigures | None
    undefined: Annotated[
        Notice | None,
        Field(description="Why figures by group are undefined."),
    ]


class GroupImport(Schema):
    file: Upload


class GroupsImported(Schema):
    answers: int


class GroupsDeleted(Schema):
    answers: int


class GroupGuidelineRead(Schema):
    version: Id


class GroupImage(Schema):
    """The pixels alone: no name and no metadata, which may say who somebody is."""

    width: int
    height: int
    urls: ImageCopies


class GroupQuestion(Schema):
    id: int
    image: GroupImage
    box: Annotated[
        Box | None, Field(description="Of the largest person; null: look at the whole image.")
    ]


class GroupAsked(Schema):
    project: NamedProject
    name: str
    values: list[str]
    guideline: str
    guideline_version: int
    has_read: Annotated[bool, Field(description="No question comes before the guideline is read.")]
    question: GroupQuestion | None
    answered: Annotated[int, Field(description="By the person who asks.")]
    left: Annotated[int, Field(description="For them; at most 1,000 are counted.")]


class GroupAnswer(Schema):
    value: Annotated[Value | None, Field(description="Null: cannot tell.")]


class GroupsToSay(Schema):
    project: NamedProject
    name: str
