"""Reports on texts, as people send and read them."""

from datetime import datetime
from typing import Annotated, Literal, get_args

from pydantic import Field

from annotate.core.jobs.schemas import Job
from annotate.core.schemas import Id, Notice, Schema, Text, Upload
from annotate.evaluation.schemas.studies import Name, TextSource
from annotate.people.schemas import Person

Usual = Literal["describe", "readability", "captions", "specificity", "ocr"]
Measure = Literal[
    "describe",
    "readability",
    "captions",
    "specificity",
    "ocr",
    "concepts",
    "words",
    "answers",
    "clipscore",
    "bertscore",
]
TableKey = Literal[
    "describe",
    "unique",
    "readability",
    "captions",
    "people",
    "specificity",
    "ocr",
    "ocr_by_tokens",
    "ocr_by_switches",
    "ocr_words",
    "ocr_reading",
    "concepts",
    "concepts_each",
    "overlap",
    "new_words",
    "new_words_each",
    "answers",
    "answers_by_type",
    "clipscore",
    "bertscore",
]
MOST_TEXTS = 12  # sources of one report
MOST_CONCEPTS = 500
COMMON_WORDS = 3000  # VizWiz-Captions §3.2
MOST_COMMON_WORDS = 100_000


class ChosenTexts(Schema):
    source: TextSource
    title: Annotated[
        str, Text(200, min_length=0), Field(description="Its usual one if left out.")
    ] = ""


class NewTextReport(Schema):
    name: Name
    sources: Annotated[list[ChosenTexts], Field(min_length=1, max_length=MOST_TEXTS)]
    references: Annotated[
        TextSource | None, Field(description="What the sources are scored against.")
    ] = None
    measures: Annotated[list[Measure], Field(min_length=1)] = [*get_args(Usual)]
    same_images: Annotated[
        bool, Field(description="Score on those images alone of which every source has a text.")
    ] = True
    meteor: Annotated[bool, Field(description="It takes by far the longest.")] = True
    concepts: Annotated[
        list[Annotated[str, Text(100)]],
        Field(max_length=MOST_CONCEPTS, description="Looked for in texts, of `concepts`."),
    ] = []
    compared: Annotated[
        TextSource | None,
        Field(description="Whose words others are compared with, of `words`; null: the first's."),
    ] = None
    common_words: Annotated[
        int,
        Field(ge=1, le=MOST_COMMON_WORDS, description="How many of the commonest, of `words`."),
    ] = COMMON_WORDS
    questions: Annotated[
        Id | None, Field(description="A file of questions, of `answers`, which needs one.")
    ] = None
    image_model: Annotated[
        str,
        Text(200, min_length=0),
        Field(description="A CLIP below MODELS_ROOTS, of `clipscore`, as `text-models` lists it."),
    ] = ""
    token_model: Annotated[
        str,
        Text(200, min_length=0),
        Field(description="A BERT below MODELS_ROOTS, of `bertscore`, as `text-models` lists it."),
    ] = ""


class TextModel(Schema):
    """A model on this server that turns texts into vectors."""

    name: Annotated[str, Field(description="Its folder below MODELS_ROOTS.")]
    type: Annotated[str, Field(description="Its architecture, as its configuration calls it.")]
    measure: Annotated[
        Literal["clipscore", "bertscore"], Field(description="What it can be chosen for.")
    ]


class QuestionFile(Schema):
    """A file of visual questions."""

    id: int
    name: str
    questions: int
    created_by: Person
    created_at: datetime


class NewQuestionFile(Schema):
    """The layout of VizWiz-VQA: a JSON list, or JSON lines, of objects with `image`, `answers`,
    `answer_type` and, if it is not 1, `answerable`; packed with gzip or not."""

    file: Upload
    name: Name


class NamedQuestions(Schema):
    file: int
    title: str


class NamedTexts(Schema):
    source: TextSource
    title: str


class TextReportOptions(Schema):
    references: NamedTexts | None
    measures: list[Measure]
    same_images: bool
    meteor: bool
    concepts: list[str] = []
    compared: NamedTexts | None = None
    common_words: int = COMMON_WORDS
    questions: NamedQuestions | None = None
    image_model: str = ""
    token_model: str = ""


class MeasuredTexts(Schema):
    title: str
    texts: int
    images: int
    several: Annotated[int, Field(description="Images with two texts or more.")]


class TextSpread(Schema):
    n: int
    mean: float | None
    q10: float | None
    q25: float | None
    median: float | None
    q75: float | None
    q90: float | None


class FigureInterval(Schema):
    """A figure, or how far two lie apart, with the ends of its interval of 95%."""

    mean: float
    low: Annotated[float | None, Field(description="Null below two images.")]
    high: float | None
    n: Annotated[
        int,
        Field(
            description="Images, a text without one as its own; of `list_found` concepts of the"
            " list; of an overlap images of the smaller source; of answers questions."
        ),
    ]


class SourceDifference(Schema):
    """How much more the second source has than the first, on the images that both have."""

    first: str
    second: str
    figures: dict[str, FigureInterval]


class TextReportRow(Schema):
    title: str
    part: Annotated[
        str,
        Field(description="What of the texts the row is about: a concept, a class of words …"),
    ] = ""
    texts: int
    figures: dict[str, float | None]
    intervals: Annotated[
        dict[str, FigureInterval],
        Field(description="Over images; counts of different words and BLEU have none."),
    ] = {}
    undefined: Annotated[dict[str, Notice], Field(description="Why a figure is null.")]
    tagger: Annotated[
        str, Field(description="What told of which class words are; empty where no figure asks.")
    ] = ""
    model: Annotated[
        str, Field(description="The model of vectors that figures are made with; else empty.")
    ] = ""
    spreads: Annotated[
        dict[str, TextSpread], Field(description="Of single texts; of images for specificity.")
    ]


class TextReportTable(Schema):
    key: TableKey
    columns: list[str]
    rows: list[TextReportRow]
    differences: Annotated[
        list[SourceDifference], Field(description="Of each further source to the first one.")
    ] = []


class TextReportResults(Schema):
    sources: list[MeasuredTexts]
    references: MeasuredTexts | None
    tables: list[TextReportTable]


class TextReport(Schema):
    id: int
    name: str
    sources: list[NamedTexts]
    options: TextReportOptions
    state: Literal["measuring", "ready", "failed"]
    problem: Annotated[str, Field(description="Why it failed.")]
    results: Annotated[
        TextReportResults | None, Field(description="Null until it is measured, and in lists.")
    ]
    job: Job | None
    code_version: str
    created_by: Person
    created_at: datetime


class TableQuery(Schema):
    table: Annotated[
        str,
        Text(50, min_length=0),
        Field(description="A table, or, as CSV, the figures of single `texts` or `images`."),
    ] = ""
