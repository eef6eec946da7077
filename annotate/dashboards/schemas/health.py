"""How the installation is, and what each project stores, as responses say it."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from annotate.core.health.models import HealthMeasure
from annotate.core.jobs.schemas import JobError
from annotate.core.schemas import Notice, PageQuery, Schema

PartKey = Literal[
    "web", "workers", "clock", "queues", "database", "storage", "disk", "versions", "jobs"
]


class HealthPart(Schema):
    """One part of the installation; ``problem`` says what to do where its level is not ``ok``."""

    key: PartKey
    level: Literal["ok", "warning", "bad"]
    problem: Notice | None


class WorkerSeen(Schema):
    name: str
    seen_at: datetime
    is_alive: bool
    reaches_broker: bool


class JobQueue(Schema):
    """The unfinished jobs of one kind; ``oldest_at`` is since when the first of them waits."""

    name: str
    title: str
    queued: int
    running: int
    oldest_at: datetime | None


class FailedJob(Schema):
    """``project`` is the id of the project it belongs to, if it belongs to one."""

    id: int
    name: str
    title: str
    project: int | None
    finished_at: datetime | None
    error: JobError | None


class HealthFigures(Schema):
    """What stands beside the parts; sizes are bytes, null where they cannot be read."""

    web_since: datetime
    clock_at: Annotated[datetime | None, Field(description="When the clock last measured.")]
    broker: Literal["redis", "filesystem"]
    database_engine: str
    database_version: str
    database_bytes: int | None
    storage: Literal["files", "objects"]
    storage_free_bytes: int | None
    disk_bytes: int | None
    disk_free_bytes: int | None
    product: str
    python: str
    django: str
    pending_migrations: int
    failed_last_day: int


class InstallationHealth(Schema):
    at: datetime
    parts: list[HealthPart]
    figures: HealthFigures
    workers: list[WorkerSeen]
    queues: list[JobQueue]
    failed: list[FailedJob]


class HealthHistoryQuery(Schema):
    """``day``: each five minutes of the last day; ``month``: each hour of the last thirty days."""

    span: Literal["day", "month"] = "day"


class HealthPoint(Schema):
    """What was measured at one moment; ``longest_wait`` in seconds, sizes in bytes."""

    at: datetime
    workers: int
    queued: int
    running: int
    longest_wait: int
    failed: int
    database_bytes: int | None
    disk_free_bytes: int | None

    @classmethod
    def of(cls, row: HealthMeasure) -> "HealthPoint":
        return cls.from_row(row)


class StorageQuery(PageQuery):
    """In which order; a minus is the largest first."""

    order: Literal[
        "name",
        "-total_bytes",
        "total_bytes",
        "-image_bytes",
        "image_bytes",
        "-export_bytes",
        "export_bytes",
        "-release_bytes",
        "release_bytes",
    ] = "-total_bytes"


class ProjectStorage(Schema):
    """What a project stores: numbers of things, and their bytes.

    Content that projects share is counted in each of them. Previews and tiles are not counted:
    they are made anew whenever they are missing.
    """

    id: int
    name: str
    state: str
    image_count: int
    image_bytes: int
    study_image_count: int
    study_image_bytes: int
    export_count: int
    export_bytes: int
    release_count: int
    release_bytes: int
    total_bytes: int
