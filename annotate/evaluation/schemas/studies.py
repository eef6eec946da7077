"""Texts from elsewhere, and studies with their results, as people send and read them."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Literal, Self, Union

from pydantic import ConfigDict, Field, SerializerFunctionWrapHandler, model_serializer

from annotate import kinds
from annotate.core.jobs.schemas import Job
from annotate.core.schemas import Id, JsonObject, PageQuery, Schema, Text, Upload
from annotate.evaluation import models
from annotate.evaluation.image_rows import MAX_CHUNKS
from annotate.kinds.judging import StudyResults, StudySchema
from annotate.people.schemas import Person
from annotate.workflow.models import Assignment
from annotate.workflow.schemas.parts import ShownImage
from annotate.workflow.schemas.sample_lists import ChosenSamples

# What a registry knows at start-up: types of the schema, plain classes to mypy.
if TYPE_CHECKING:
    AnyResults = StudyResults
    AnyCaseAnswer = StudySchema
    Design = str
else:
    _DESIGNS = kinds.designs()
    AnyResults = Union[tuple(design.Results for design in _DESIGNS.values())]  # noqa: UP007
    _ANSWERS = dict.fromkeys(design.CaseAnswer for design in _DESIGNS.values())
    AnyCaseAnswer = Union[tuple(_ANSWERS)]  # noqa: UP007
    Design = Literal[tuple(_DESIGNS)]

MAX_SOURCES = max(design.sources[1] for design in kinds.designs().values())
MAX_RATERS = 200
Justification = Literal["required", "optional", "off"]
Name = Annotated[str, Text(200)]
Chunks = Annotated[int, Field(ge=1, le=MAX_CHUNKS)]
RatersPerItem = Annotated[int, Field(ge=1, le=20)]
Raters = Annotated[list[Id], Field(max_length=MAX_RATERS)]
Barring = Annotated[
    models.Study.Barring,
    Field(description="Who wrote a text judges nothing of the study, or none of what they wrote."),
]


class TextSource(Schema):
    """Where texts come from; which sources there are is checked against the project.

    "import" is told of studies whose scores were brought in; it can never be asked for. Fields
    that say nothing of a type are left out.
    """

    model_config = ConfigDict(json_schema_serialization_defaults_required=False)

    type: Literal["round", "final", "seed", "file", "import"]
    stage: Annotated[
        Annotated[str, Text(50)] | None, Field(description="Of round, final and seed.")
    ] = None
    index: Annotated[Id | None, Field(description="Of round: its number, from 1.")] = None
    version: Annotated[
        Id | None,
        Field(description="Of seed: the model version; null is the newest seed of each image."),
    ] = None
    file: Annotated[Id | None, Field(description="Of file.")] = None

    @model_serializer(mode="wrap")
    def _as_sent(self, dump: SerializerFunctionWrapHandler):  # type: ignore[no-untyped-def]
        # Without a type of its own the schema is that of the fields.
        return {name: value for name, value in dump(self).items() if name in self.model_fields_set}


class AvailableSource(Schema):
    """A source of the project, what to call it, and how many texts (or images) it has."""

    source: TextSource
    title: str
    texts: int
    has_images: bool


class TitledSource(Schema):
    """A source and what results call it; judges never read the title."""

    source: TextSource
    title: Annotated[str, Text(100, min_length=0)]


class TextFile(Schema):
    """A file of texts, or of images that were made from texts."""

    id: int
    name: str
    has_images: bool
    texts: int
    matched: Annotated[int, Field(description="Texts whose image the project has.")]
    created_by: Person
    created_at: datetime


class NewTextFile(Schema):
    """JSON lines, a JSON list or CSV in UTF-8, packed with gzip or not."""

    file: Upload
    name: Name
    text_field: Annotated[
        str,
        Text(100, min_length=0),
        Field(description="What the text is called in each row; empty: text, description …"),
    ] = ""
    key_field: Annotated[
        str,
        Text(100, min_length=0),
        Field(description="What holds the image's external_id or name; empty: key, external_id …"),
    ] = ""


class NewPictures(Schema):
    """A zip archive with its manifest inside, or the manifest and the images themselves."""

    files: Annotated[list[Upload], Field(min_length=1)]


class StudyMetric(Schema):
    """One question that is answered on the scale."""

    key: Annotated[str, Text(40)]
    title: Name
    help: Annotated[str, Text(1000, min_length=0)] = ""


class StudyImages(Schema):
    """By what images are made from the texts, to be judged in their place."""

    connection: Annotated[Id, Field(description="To an OpenAI-compatible server.")]
    model: Annotated[
        Name, Field(description="Of the images API: as a rule not the one that describes.")
    ]
    size: Annotated[str, Text(20), Field(pattern=r"^(auto|[1-9][0-9]{1,4}x[1-9][0-9]{1,4})$")] = (
        "1024x1024"
    )


class StudyOptions(Schema):
    chosen: Annotated[
        int | None, Field(description="How many samples were chosen for it; null: it is of all.")
    ]
    sample_size: Annotated[int | None, Field(description="Images; null: all.")]
    chunks: Annotated[
        int | None,
        Field(description="Into how many cumulative chunks of sentences texts are cut; null: none"),
    ]
    images: StudyImages | None
    raters_per_item: int
    metrics: Annotated[list[StudyMetric], Field(description="Empty where the kind has none.")]
    justification: Justification
    settings: Annotated[JsonObject, Field(description="The other settings of the design's kind.")]
    barring: Barring


class StudyWork(Schema):
    """The project in which people judge."""

    id: int
    name: str


class Study(Schema):
    id: int
    name: str
    design: Design
    state: models.Study.State
    sources: list[TitledSource]
    options: StudyOptions
    seed: int
    items: int
    ratings: Annotated[int, Field(description="Judgements that count, of items by people.")]
    wanted: Annotated[int, Field(description="Judgements that were asked for.")]
    work: StudyWork | None
    problem: str
    job: Job | None
    created_by: Person
    created_at: datetime
    closed_at: datetime | None


class Choice(ChosenSamples):
    """Which texts are judged: of the samples that are chosen, or where none are of all."""

    design: Design
    sample_size: Annotated[
        Annotated[int, Field(ge=1, le=100_000)] | None, Field(description="Images.")
    ] = None
    chunks: Annotated[
        Chunks | None,
        Field(
            description=(
                "Texts are cut into their first sentence, the first two and so on, up to so many;"
                " each is judged by itself."
            )
        ),
    ] = None


class StudyDraft(Choice):
    raters_per_item: RatersPerItem = 3
    raters: Raters = []
    barring: Barring = models.Study.Barring.STUDY
    sources: Annotated[list[TextSource], Field(min_length=1, max_length=MAX_SOURCES)]


class MissingTexts(Schema):
    source: TextSource
    without_text: Annotated[
        int, Field(description="Images that have a text of another source and none of this one.")
    ]


class StudyPreview(Schema):
    items: int
    missing: list[MissingTexts]
    authors: Annotated[int, Field(description="People who wrote a text.")]
    barred: Annotated[
        list[Person],
        Field(
            description=(
                "Those who wrote a text and are kept from the study or from what they wrote, by"
                " name; a hundred at most."
            )
        ),
    ]
    remaining: Annotated[
        int,
        Field(
            description=(
                "Of the raters named, or else of the members: who may judge, as they are neither"
                " blocked nor barred."
            )
        ),
    ]
    items_short: Annotated[
        int,
        Field(description="Items, of all that may be drawn, that too few of these may judge."),
    ]
    same: Annotated[int, Field(description="Items whose texts are all the same.")]
    warnings: list[str]


class NewStudy(Choice):
    name: Name
    sources: list[TitledSource]
    images: StudyImages | None = None
    raters_per_item: RatersPerItem = 3
    metrics: list[StudyMetric] | None = None
    justification: Justification | None = None
    settings: Annotated[
        JsonObject, Field(description="Other settings of the design's kind: see `SettingsByKind`.")
    ] = {}
    raters: Raters = []
    open_to_others: Annotated[
        bool,
        Field(
            description=(
                "People come in by link or from outside besides those named. Without it a study is"
                " refused that too few of those named may judge. With nobody named it is open."
            )
        ),
    ] = False
    barring: Barring = models.Study.Barring.STUDY
    seed: Annotated[int, Field(ge=0, lt=2**53)] | None = None
    guidelines: Annotated[str, Text(100_000, min_length=0)] = ""


class StudyChanges(Schema):
    name: Name


class NewRatings(Schema):
    """A CSV file with the columns comparison, image, left, right, metric and score, and if you
    like rater and justification; the left source becomes the first one."""

    file: Upload
    name: Name
    comparison: Annotated[
        str,
        Text(200, min_length=0),
        Field(description="Which one of the file; may be left out where it has but one."),
    ] = ""


class CaseRating(Schema):
    rater: Annotated[str, Field(description="“Rater 3”: the same person throughout the study.")]
    order: Annotated[
        list[int] | None,
        Field(description="The sources as this person saw them; null if brought in."),
    ]
    answer: AnyCaseAnswer
    seconds: float | None
    verdict: Annotated[Assignment.Verdict | None, Field(description="Null if brought in.")]


class CasePicture(Schema):
    key: Annotated[str, Field(description="Of its address, `stimuli/{key}/content`.")]
    width: int
    height: int


class CaseStimulus(Schema):
    source: Annotated[int, Field(description="Its place in the sources of the study.")]
    title: str
    text: Annotated[str, Field(description="Empty where only scores were brought in.")]
    picture: Annotated[CasePicture | None, Field(description="Where images are judged.")]

    @classmethod
    def of(cls, stimulus: models.StudyStimulus, title: str) -> Self:
        picture = None
        if stimulus.sha256:
            picture = CasePicture(
                key=str(stimulus.key), width=stimulus.width, height=stimulus.height
            )
        return cls(source=stimulus.source, title=title, text=stimulus.text, picture=picture)


class StudyCase(Schema):
    number: int
    chunk: Annotated[
        int | None, Field(description="How many sentences of each text; null: all of them.")
    ]
    image: ShownImage | None
    image_name: str
    stimuli: Annotated[list[CaseStimulus], Field(description="In the order of the sources.")]
    ratings: list[CaseRating]


class CasesQuery(PageQuery):
    metric: Annotated[
        str, Text(40, min_length=0), Field(description="What the other filters are about.")
    ] = ""
    score: Annotated[int | None, Field(description="Only items to which somebody gave it.")] = None
    disagree: Annotated[
        bool, Field(description="Only items about which two people disagree widely.")
    ] = False
