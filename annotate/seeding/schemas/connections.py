"""Back ends, connections, their versions and trials, as requests and responses say them."""

from datetime import datetime
from typing import Annotated, ClassVar

from pydantic import Field, JsonValue

from annotate import backends
from annotate.core.jobs.schemas import Job
from annotate.core.schemas import Changes, Id, JsonObject, Notice, Schema, Text
from annotate.seeding import models
from annotate.workflow.schemas.parts import ShownImage

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
        JsonObject | None,
        Field(description="The same for its training, where it can be trained."),
    ]


class NamedConnection(Schema):
    id: int
    name: str

    @classmethod
    def of(cls, connection: models.Connection) -> "NamedConnection":
        return cls(id=connection.pk, name=connection.name)


class VersionBrief(Schema):
    id: int
    label: Annotated[str, Field(description='What people call it: "M2".')]
    number: int
    state: models.ModelVersion.State
    connection: NamedConnection

    @classmethod
    def of(cls, version: models.ModelVersion) -> "VersionBrief":
        return cls(
            id=version.pk,
            label=version.label,
            number=version.number,
            state=models.ModelVersion.State(version.state),
            connection=NamedConnection.of(version.connection),
        )


class Connection(Schema):
    """A connection, never with a secret."""

    id: int
    name: str
    backend: str
    title: str
    roles: list[backends.Role]
    learns: bool
    built_in: bool
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


class NewTrial(Schema):
    image: Id
    version: Annotated[Id | None, Field(description="The serving one where none is named.")] = None


class TrialBox(Schema):
    x: float
    y: float
    width: float
    height: float

    @classmethod
    def of(cls, box: backends.Box) -> "TrialBox":
        return cls(x=box.x, y=box.y, width=box.width, height=box.height)


class TrialDetection(Schema):
    label: str
    box: TrialBox
    score: float


class UnusedDetection(Schema):
    reason: str
    label: str


class CropText(Schema):
    label: str
    text: str


class TrialWord(Schema):
    text: str
    box: TrialBox
    score: float


class Usage(Schema):
    prompt_tokens: int
    completion_tokens: int
    cost: float


class Provenance(Schema):
    backend: str
    version: str
    parameters: JsonObject
    latency_seconds: float
    prompt: str
    raw: JsonValue
    usage: Usage | None


class TrialResult(Schema):
    detections: list[TrialDetection]
    dropped: list[UnusedDetection]
    caption: str | None
    crops: list[CropText]
    words: list[TrialWord]
    provenance: list[Provenance]
    problem: Notice | None
    seconds: float


class Trial(Schema):
    id: int
    version: VersionBrief
    image: ShownImage
    job: Job
    result: TrialResult | None
    created_at: datetime
