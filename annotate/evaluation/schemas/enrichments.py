"""Enrichments, as people send and read them."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from annotate.core.jobs.schemas import Job
from annotate.core.schemas import Id, Notice, Schema, Text
from annotate.evaluation.schemas.studies import AvailableSource, Name, TextSource
from annotate.evaluation.schemas.text_reports import TextReportTable
from annotate.people.schemas import Person
from annotate.seeding.schemas import VersionBrief
from annotate.workflow.schemas.parts import ShownImage

MostSamples = Annotated[
    Annotated[int, Field(ge=1, le=2**31 - 1)] | None,
    Field(description="So many images are asked about at most, in all runs together."),
]
MostCost = Annotated[
    Annotated[float, Field(gt=0, le=1e9, allow_inf_nan=False)] | None,
    Field(
        description="Once so much was paid no further image is asked about; in the currency of the"
        " connection's prices."
    ),
]
State = Literal["waiting", "running", "stopped", "failed", "limited", "done"]


class NewEnrichment(Schema):
    name: Name
    source: Annotated[TextSource, Field(description="The captions; they stay as they are.")]
    version: Annotated[Id, Field(description="The model version that rewrites them.")]
    question: Annotated[
        Annotated[str, Text(8000, min_length=0)],
        Field(description="With {captions} and {hints}; the usual one if left out."),
    ] = ""
    most_samples: MostSamples = None
    most_cost: MostCost = None


class FurtherEnrichment(Schema):
    most_samples: MostSamples = None
    most_cost: MostCost = None
    again: Annotated[bool, Field(description="Ask again about what failed or was interrupted.")] = (
        False
    )


class EnrichmentCounts(Schema):
    total: Annotated[int, Field(description="Images with a caption; 0 until they are drawn.")]
    pending: int
    asked: Annotated[int, Field(description="Under way.")]
    answered: int
    failed: int
    interrupted: Annotated[
        int, Field(description="Asked about when a worker ended; nobody knows the answers.")
    ]
    withdrawn: int
    without_image: Annotated[int, Field(description="Texts of images the project lacks.")]


class EnrichmentUsage(Schema):
    prompt_tokens: int
    completion_tokens: int
    cost: Annotated[float | None, Field(description="Null where no prices are set.")]
    seconds: Annotated[float, Field(description="Of all answers together.")]


class Enrichment(Schema):
    """Captions of a source rewritten by a model version, beside what they were."""

    id: int
    name: str
    source: TextSource
    source_title: str
    version: VersionBrief
    question: Annotated[str, Field(description="Empty where the version is asked none.")]
    most_samples: int | None
    most_cost: float | None
    seed: Annotated[int, Field(description="By which the order of the images was drawn.")]
    state: Annotated[State, Field(description="limited: it ended at a limit, and images are left.")]
    limit: Annotated[
        Literal["samples", "cost"] | None, Field(description="At which it ended, if limited.")
    ]
    counts: EnrichmentCounts
    usage: EnrichmentUsage
    job: Job | None
    file: Annotated[int, Field(description="The file of texts that holds the descriptions.")]
    pairs: Annotated[str | None, Field(description="Where the pairs are downloaded.")]
    code_version: str
    created_by: Person
    created_at: datetime


class EnrichmentFigures(Schema):
    pairs: Annotated[int, Field(description="Images with captions and a description.")]
    tables: list[TextReportTable]


class EnrichmentFailure(Notice):
    """Why an image has no description."""

    image_id: int | None
    name: str
    state: Literal["failed", "interrupted"]


class EnrichmentDetail(Enrichment):
    figures: Annotated[
        EnrichmentFigures | None, Field(description="Null until it has ended with a description.")
    ]
    failures: Annotated[list[EnrichmentFailure], Field(description="The first 50.")]


class EnrichedPair(Schema):
    """One image with its captions and what was made of them."""

    position: int
    image: ShownImage
    captions: list[str]
    text: str
    prompt_tokens: int
    completion_tokens: int
    cost: float
    seconds: float


class EnrichingVersion(Schema):
    version: VersionBrief
    asked_in_words: Annotated[
        bool, Field(description="Whether it reads captions; else it describes the image alone.")
    ]
    priced: Annotated[bool, Field(description="Whether a limit of costs can be set.")]


class EnrichmentPlace(Schema):
    name: str
    meaning: str


class EnrichmentChoices(Schema):
    """What can be chosen for a new enrichment."""

    sources: list[AvailableSource]
    versions: list[EnrichingVersion]
    question: str
    places: Annotated[
        list[EnrichmentPlace], Field(description="What a question may have filled in.")
    ]
