"""Reports on texts, as people send and read them."""

from datetime import datetime
from typing import Annotated, Literal, get_args

from pydantic import Field

from annotate.core.jobs.schemas import Job
from annotate.core.schemas import Notice, Schema, Text
from annotate.evaluation.schemas.studies import Name, TextSource
from annotate.people.schemas import Person

Measure = Literal["describe", "readability", "captions", "specificity", "ocr"]
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
]
MOST_TEXTS = 12  # sources of one report


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
    measures: Annotated[list[Measure], Field(min_length=1)] = [*get_args(Measure)]
    same_images: Annotated[
        bool, Field(description="Score on those images alone of which every source has a text.")
    ] = True
    meteor: Annotated[bool, Field(description="It takes by far the longest.")] = True


class NamedTexts(Schema):
    source: TextSource
    title: str


class TextReportOptions(Schema):
    references: NamedTexts | None
    measures: list[Measure]
    same_images: bool
    meteor: bool


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
    """A figure, or how far two lie apart, with the ends of its interval of 95 %."""

    mean: float
    low: Annotated[float | None, Field(description="Null below two images.")]
    high: float | None
    n: Annotated[int, Field(description="Images drawn; a text without one counts as its own.")]


class SourceDifference(Schema):
    """How much more the second source has than the first, on the images that both have."""

    first: str
    second: str
    figures: dict[str, FigureInterval]


class TextReportRow(Schema):
    title: str
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
