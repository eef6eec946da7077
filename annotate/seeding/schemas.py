"""Connections, versions, seeding runs and seed quality as requests and responses say them."""

from datetime import datetime
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from annotate import backends
from annotate.core.jobs.schemas import Job
from annotate.core.schemas import Changes, Count, JsonObject, Notice, Schema, Text, Upload
from annotate.people.schemas import Person
from annotate.seeding import models

ConnectionName = Annotated[str, Text(100)]
# Values by name; the settings of the back end say which there are.
SettingValues = JsonObject
# They are written and never read. One of null or "" is taken away.
Secrets = dict[str, Annotated[str, Text(10_000, min_length=0, strip=False)] | None]


class BackendSecret(Schema):
    name: str
    title: str
    help: str
    required: bool


class SettableBackend(Schema):
    name: str
    title: str
    description: str
    roles: list[backends.Role]
    learns: bool
    available: bool
    reason: Notice | None
    settings_schema: Annotated[JsonObject, Field(description="A JSON Schema: the form to fill in.")]
    secrets: list[BackendSecret]
    training_schema: Annotated[
        JsonObject | None, Field(description="The same for its training, where it can be trained.")
    ]


class NamedConnection(Schema):
    id: int
    name: str

    @classmethod
    def of(cls, connection: models.Connection) -> "NamedConnection":
        return cls.from_row(connection)


class VersionBrief(Schema):
    id: int
    label: Annotated[str, Field(description='What people call it: "M2".')]
    number: int
    state: models.ModelVersion.State
    connection: NamedConnection

    @classmethod
    def of(cls, version: models.ModelVersion) -> "VersionBrief":
        return cls.from_row(version, connection=NamedConnection.of(version.connection))


class Connection(Schema):
    """A connection, never with a secret."""

    id: int
    name: str
    backend: str
    title: str
    roles: list[backends.Role]
    learns: bool
    built_in: bool
    shared: Annotated[bool, Field(description="Of the installation: admins alone change it.")]
    disabled: Annotated[bool, Field(description="An admin has disabled it everywhere.")]
    settings: SettingValues
    has_secrets: dict[str, bool]
    serving: VersionBrief | None
    versions: Annotated[int, Field(description="How many there are.")]
    assigned_roles: list[backends.Role]
    created_at: datetime
    archived_at: datetime | None


class NewConnection(Schema):
    name: ConnectionName
    backend: Annotated[str, Text(50)]
    settings: SettingValues = {}
    secrets: Secrets = {}


class ConnectionChanges(Changes):
    name: ConnectionName | None = None
    settings: SettingValues | None = None
    secrets: Secrets | None = None


class Health(Schema):
    available: bool
    reason: Notice | None
    seconds: Annotated[float, Field(description="How long it took to say so.")]


class ModelAssignment(Schema):
    detector: int | None
    captioner: int | None
    ocr: int | None
    unseeded_share: float

    @classmethod
    def of(cls, assignment: models.ModelAssignment) -> "ModelAssignment":
        return cls(
            detector=assignment.detector_id,
            captioner=assignment.captioner_id,
            ocr=assignment.ocr_id,
            unseeded_share=assignment.unseeded_share,
        )


class ModelAssignmentChanges(Changes):
    nullable: ClassVar[frozenset[str]] = frozenset({"detector", "captioner", "ocr"})

    detector: int | None = None
    captioner: int | None = None
    ocr: int | None = None
    unseeded_share: Annotated[float, Field(ge=0, le=1)] | None = None


Unit = Literal["tokens", "share", "things", "seconds", "rounds"]
# Which way a figure is better; None where neither is.
Better = Literal["up", "down"] | None


class SeedQualityQuery(Schema):
    stage: Annotated[
        Annotated[str, Text(100)] | None, Field(description="The last seeded one if left out.")
    ] = None


class SeedFigure(Schema):
    mean: float
    low: float | None
    high: float | None
    n: Annotated[int, Field(description="Samples for which it is defined.")]
    note: Annotated[
        Notice | None, Field(description="What is to be known where there are few samples.")
    ]


# By name; null where no sample has one.
SeedFigures = dict[str, SeedFigure | None]


class SeededStage(Schema):
    key: str
    title: str
    title_code: str | None


class ArmQuality(Schema):
    n: int
    figures: SeedFigures


class VersionQuality(ArmQuality):
    version: Annotated[VersionBrief | None, Field(description="Null for seeds that were imported.")]


class ArmsQuality(Schema):
    seeded: ArmQuality
    unseeded: ArmQuality
    difference: Annotated[SeedFigures, Field(description="Seeded minus unseeded.")]


class SeedFigureKind(Schema):
    name: str
    title: str
    unit: Unit
    better: Better


class SeedQuality(Schema):
    stages: list[SeededStage]
    stage: str | None
    versions: list[VersionQuality]
    arms: ArmsQuality
    figures: list[SeedFigureKind]


class SeedingFailure(Notice):
    sample_id: int
    name: str


class SeedingCounts(Schema):
    pending: int
    seeded: int
    failed: int
    unseeded: Annotated[int, Field(description="Drawn to start from nothing.")]
    started: Annotated[
        int, Field(description="Somebody had started them before their new seeds were there.")
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
        float | None, Field(description="By the pace so far; null where that is not known.")
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
    opening: Annotated[Job | None, Field(description="It opens samples without seeds now.")]


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
    opened: Annotated[int | None, Field(description="How many; null where a job opens them.")]
    job: Annotated[Job | None, Field(description="Opens more than a thousand samples.")]


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
