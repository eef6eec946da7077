"""Second readings, as people send and read them."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from annotate.backends.second_reading import Read
from annotate.core.jobs.schemas import Job
from annotate.core.schemas import Id, Notice, Schema
from annotate.evaluation.schemas.enrichments import (
    EnrichingVersion,
    EnrichmentUsage,
    MostCost,
    MostSamples,
    State,
)
from annotate.evaluation.schemas.studies import AvailableSource, TextSource
from annotate.people.schemas import Person
from annotate.seeding.schemas import VersionBrief
from annotate.workflow.schemas.parts import ShownImage


class NewSecondReading(Schema):
    source: Annotated[TextSource, Field(description="Texts of finished images; never a file.")]
    version: Annotated[Id, Field(description="The model version that reads them.")]
    most_samples: MostSamples = None
    most_cost: MostCost = None


class FurtherReading(Schema):
    most_samples: MostSamples = None
    most_cost: MostCost = None
    again: Annotated[bool, Field(description="Ask again about what failed or was interrupted.")] = (
        False
    )


class ReadingCounts(Schema):
    total: Annotated[int, Field(description="Texts to be read; 0 until they are drawn.")]
    pending: int
    asked: Annotated[int, Field(description="Under way.")]
    answered: int
    failed: int
    interrupted: Annotated[
        int, Field(description="Asked about when a worker ended; nobody knows the answers.")
    ]
    withdrawn: Annotated[int, Field(description="Withdrawn or opened again before they were read.")]
    left_out: Annotated[
        int, Field(description="Read by this version before, or of images that are not finished.")
    ]


class SaidCounts(Schema):
    """Sentences by what was said of them."""

    seen: int
    not_seen: int
    contradicted: int
    invalid: Annotated[int, Field(description="What was replied about them could not be read.")]
    not_mentioned: Annotated[int, Field(description="Objects that no sentence mentions.")]
    objects: Annotated[int, Field(description="Objects of texts where the reply tells of them.")]


class SecondReading(Schema):
    """Finished descriptions, read by a model version beside their images."""

    id: int
    source: TextSource
    source_title: str
    version: VersionBrief
    prompt: Annotated[str, Field(description="Which question was asked.")]
    most_samples: int | None
    most_cost: float | None
    seed: Annotated[int, Field(description="By which the order of the texts was drawn.")]
    state: State
    limit: Literal["samples", "cost"] | None
    counts: ReadingCounts
    said: SaidCounts
    usage: EnrichmentUsage
    job: Job | None
    file: Annotated[str | None, Field(description="Where what was said is downloaded.")]
    code_version: str
    created_by: Person
    created_at: datetime


class ReadingFailure(Notice):
    """Why nothing was said of a text."""

    annotation: int
    name: str
    state: Literal["failed", "interrupted"]


class SecondReadingDetail(SecondReading):
    failures: Annotated[list[ReadingFailure], Field(description="The first 50.")]


class ReadingBox(Schema):
    """In pixels of the upright image."""

    x: float
    y: float
    width: float
    height: float


class ReadSentence(Schema):
    text: str
    verdict: Read
    box: ReadingBox | None


class MarkedThing(Schema):
    label: str
    box: ReadingBox


class ReadText(Schema):
    """What a version said of one description: evidence, and no verdict."""

    annotation: int
    image: ShownImage
    version: VersionBrief
    prompt: str
    read_at: datetime
    sentences: list[ReadSentence]
    not_mentioned: Annotated[
        list[MarkedThing] | None,
        Field(description="Final objects no sentence mentions; null where the reply lacks them."),
    ]
    objects: Annotated[int, Field(description="How many final objects it was told of.")]
    cost: float


class ReaderShare(Schema):
    """A share with its 95% interval, or why there is none."""

    part: int
    whole: int
    value: float | None
    low: float | None
    high: float | None
    why: Notice | None


class StudyAgainst(Schema):
    """How marks agree with one study, and with how many of its pairs they could be compared."""

    study: int
    name: str
    pairs: Annotated[int, Field(description="Of whole texts, both read by this version.")]
    agrees: ReaderShare


class ReaderPrecision(Schema):
    """How far what one version said agrees with what people decided."""

    version: VersionBrief
    said: SaidCounts
    texts: Annotated[int, Field(description="Texts that it has read.")]
    judged: Annotated[int, Field(description="Of those, approved or rejected after being read.")]
    judged_before: Annotated[
        int, Field(description="Approved before they were read: left out, as rejected ones are.")
    ]
    rejected_marked: Annotated[ReaderShare, Field(description="Precision against verdicts.")]
    rejected_unmarked: ReaderShare
    found: Annotated[ReaderShare, Field(description="Of rejected texts, those with a mark.")]
    changed_marked: Annotated[ReaderShare, Field(description="Precision by sentence.")]
    changed_not_seen: ReaderShare
    changed_contradicted: ReaderShare
    changed_seen: ReaderShare
    studies: list[StudyAgainst]


class ReadingChoices(Schema):
    """What can be chosen for a new reading."""

    sources: list[AvailableSource]
    versions: list[EnrichingVersion]
    question: Annotated[str, Field(description="What the version is asked about each text.")]
