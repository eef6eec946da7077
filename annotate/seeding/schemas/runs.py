"""Seeding runs, imports of seeds, and the order of samples, as requests and responses say them."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from annotate.core.jobs.schemas import Job
from annotate.core.schemas import Count, JsonObject, Notice, Schema, Text, Upload
from annotate.people.schemas import Person
from annotate.seeding import models
from annotate.seeding.schemas.connections import ConnectionName, VersionBrief


class SeedingFailure(Notice):
    sample_id: int
    name: str


class SeedingCounts(Schema):
    pending: int
    seeded: int
    failed: int
    unseeded: Annotated[int, Field(description="Drawn to start from nothing.")]
    started: Annotated[
        int,
        Field(description="Somebody had started them before their new seeds were there."),
    ]


class SeedingRun(Schema):
    id: int
    over: models.SeedingRun.Over
    detector: str
    captioner: str
    ocr: Annotated[str, Field(description="Empty where no text is read.")]
    created_at: datetime
    job: Job
    counts: SeedingCounts
    dropped: Annotated[
        int,
        Field(description="How many samples had something in their seeds that could not be used."),
    ]
    seconds_left: Annotated[
        float | None,
        Field(description="By the pace so far; null where that is not known."),
    ]
    failures: list[SeedingFailure]


class SampleCounts(Schema):
    waiting: int
    open: int
    done: int
    withdrawn: int
    seeded: int
    failed: int


class Seeding(Schema):
    counts: SampleCounts
    run: Annotated[SeedingRun | None, Field(description="The newest.")]


class NewSeedingRun(Schema):
    detector: Annotated[
        ConnectionName | None,
        Field(description="The name of a connection; null takes that of the models used."),
    ] = None
    captioner: ConnectionName | None = None
    ocr: Annotated[
        Annotated[str, Text(100, min_length=0)] | None,
        Field(
            description="What reads text, where the recipe starts a stage from it: null takes that"
            " of the models used, an empty text leaves that stage without seeds."
        ),
    ] = None
    over: Annotated[
        models.SeedingRun.Over,
        Field(
            description="Which samples: those that wait for seeds, or also those that have seeds"
            " of other versions and that nobody has started."
        ),
    ] = models.SeedingRun.Over.WAITING


class Opened(Schema):
    opened: int


class SeedFile(Schema):
    file: Upload


class ImportCounts(Schema):
    """Of rows that were brought in; imports of every package say it alike."""

    total: int
    added: int
    skipped: int
    failed: int


class RowError(Schema):
    """Why a row was not brought in."""

    row: int
    name: str
    field: str
    code: str
    message: str
    message_code: str | None = None
    remedy: str | None
    remedy_code: str | None = None
    params: JsonObject = {}


class SeedImport(Schema):
    counts: ImportCounts
    errors: list[RowError]


class AvailableRule(Schema):
    rule: models.Ordering.Rule
    title: str
    description: str
    possible: bool
    reason: Notice | None


class Ordering(Schema):
    id: int
    rule: models.Ordering.Rule
    versions: list[VersionBrief]
    samples: Annotated[int, Field(description="How many samples the rule has scored.")]
    job: Job | None
    created_by: Person | None
    created_at: datetime
    applied_at: datetime | None


class OrderingPage(Schema):
    rule: models.Ordering.Rule
    available: list[AvailableRule]
    current: Ordering | None


class NewOrdering(Schema):
    rule: models.Ordering.Rule
    versions: Annotated[
        list[Count],
        Field(
            max_length=2,
            description="The ids of two versions, for the rule that compares their seeds.",
        ),
    ] = []
