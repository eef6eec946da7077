"""Versions, trainings and the loop as requests and responses say them."""

from datetime import datetime
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from annotate.core.jobs.schemas import Job
from annotate.core.schemas import Changes, Count, Id, JsonObject, Notice, Schema, Text
from annotate.learning import models
from annotate.learning.promotion import Metric
from annotate.people.schemas import Person
from annotate.seeding.models import ModelVersion as Version
from annotate.seeding.models import Snapshot as SnapshotRow
from annotate.seeding.schemas import NamedConnection, SettingValues, VersionBrief

LoopState = Literal["off", "collecting", "training", "refreshing"]
BatchSize = Annotated[int, Field(ge=1, le=1_000_000)]
Margin = Annotated[float, Field(ge=0, le=10)]
FewestHeldOut = Annotated[int, Field(ge=1, le=1_000_000)]
HeldOutShare = Annotated[float, Field(ge=0, le=0.5)]


class Snapshot(Schema):
    id: int
    digest: str
    samples: int
    held_out: int
    facts: JsonObject

    @classmethod
    def of(cls, snapshot: SnapshotRow) -> "Snapshot":
        return cls.from_row(snapshot)


class ModelVersion(VersionBrief):
    source: Version.Source
    base: VersionBrief | None
    snapshot: Snapshot | None
    training: int | None
    settings: SettingValues
    metrics: dict[str, int | float | None]
    code_version: str
    notes: str
    seeds: int
    created_at: datetime
    promoted_at: datetime | None
    retired_at: datetime | None


class NewVersion(Schema):
    """A version of a model that was trained elsewhere."""

    model: Annotated[str, Text(300), Field(description="What the server calls the model.")]
    notes: Annotated[str, Text(2000, min_length=0)] = ""


class Rollback(Schema):
    serving: Annotated[
        Id | None,
        Field(description="The version to be left, so that a second click does not go back twice."),
    ] = None


class TrainingProgress(Schema):
    """How far a training is: of the trainer while it trains, else of the job."""

    step: int
    steps: int
    note: Notice | None


class Training(Schema):
    id: int
    connection: NamedConnection
    state: models.TrainingRun.State
    reason: models.TrainingRun.Reason
    base: VersionBrief
    version: VersionBrief | None
    snapshot: Snapshot | None
    settings: SettingValues
    finished_samples: int
    problem: Notice | None
    progress: TrainingProgress
    job: Job | None
    created_by: Person | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None


class NewTraining(Schema):
    connection: int
    settings: Annotated[
        SettingValues | None,
        Field(description="What the trainer is told; the loop's settings where left out."),
    ] = None


class PointsQuery(Schema):
    after: Annotated[Count | None, Field(description="Only points past this step.")] = None


class TrainingPoint(Schema):
    step: int
    epoch: float
    loss: float | None
    held_out_loss: float | None
    learning_rate: float | None
    at: datetime

    @classmethod
    def of(cls, point: models.TrainingPoint) -> "TrainingPoint":
        return cls.from_row(point)


class TrainingPoints(Schema):
    points: list[TrainingPoint]
    progress: TrainingProgress
    state: models.TrainingRun.State


class Loop(Schema):
    connection: int | None
    is_on: bool
    batch_size: int
    promotion: models.Loop.Promotion
    metric: Metric
    margin: float
    fewest_held_out: Annotated[
        int, Field(description="On fewer held-out samples no version is promoted by itself.")
    ]
    held_out_share: float
    training: SettingValues
    metrics: Annotated[list[Metric], Field(description="Those that may decide.")]
    state: LoopState
    finished: Annotated[int, Field(description="Samples of the project.")]
    counted: Annotated[int, Field(description="Those of them when the last run was started.")]
    next_at: Annotated[
        int | None, Field(description="How many finished samples start the next run.")
    ]
    training_run: Annotated[Training | None, Field(description="The one that has not ended.")]


class LoopChanges(Changes):
    nullable: ClassVar[frozenset[str]] = frozenset({"connection"})

    connection: int | None = None
    is_on: bool | None = None
    batch_size: BatchSize | None = None
    promotion: models.Loop.Promotion | None = None
    metric: Metric | None = None
    margin: Margin | None = None
    fewest_held_out: FewestHeldOut | None = None
    held_out_share: HeldOutShare | None = None
    training: SettingValues | None = None


class LoopEvent(Notice):
    """What happened, in one sentence, and whatever else is known of it."""

    id: int
    verb: str
    at: datetime
    actor: Person | None
    training: int | None
    version: VersionBrief | None
    seeding: int | None
    data: JsonObject
