"""Deletions, files of data, erased images and rules of retention as requests and responses say."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field

from annotate.core.jobs.schemas import JobError
from annotate.core.schemas import Notice, PageQuery, Schema, Text
from annotate.messages import Message
from annotate.people.schemas import Password, Person
from annotate.privacy import models

Kind = Literal[
    "logs",
    "audit",
    "drafts",
    "withdrawn_images",
    "exports",
    "snapshots",
    "weights",
    "answers",
    "payments",
]
State = Literal["asked", "running", "done"]


class DataFile(Schema):
    """Everything that is held of a person, as a zip archive; kept for a week."""

    id: int
    state: Literal["queued", "running", "succeeded", "failed", "cancelled"]
    rows: int
    size_bytes: int
    created_at: datetime
    finished_at: datetime | None
    keeps_until: datetime


class OwnWish(Schema):
    """Who asks for their own deletion says so with their password."""

    password: Password


class OwnDeletion(Schema):
    """What became of somebody's wish to be deleted."""

    state: State
    asked_at: datetime | None


class OwnData(Schema):
    """Files of one's own data, the newest first, and the deletion one has asked for."""

    files: list[DataFile]
    deletion: OwnDeletion | None
    can_confirm: Annotated[
        bool, Field(description="Whether the account has a password to confirm a deletion by.")
    ]


class Line(Schema):
    """How much there is of one thing, and in a sentence what becomes of it."""

    what: str
    count: int
    said: Notice

    @classmethod
    def of(cls, fate: Literal["goes", "stays"], what: str, count: int) -> "Line":
        # The account is one, and says so without a number.
        numbers = {} if what == "account" else {"count": count}
        said = Notice.of(Message(f"{fate}_{what}", **numbers))
        return cls(what=what, count=count, said=said)


class Lines(Schema):
    goes: list[Line]
    stays: list[Line]

    @classmethod
    def of(cls, went: Mapping[str, int], stayed: Mapping[str, int]) -> "Lines":
        return cls(
            goes=[Line.of("goes", what, count) for what, count in went.items()],
            stays=[Line.of("stays", what, count) for what, count in stayed.items()],
        )


class Preview(Lines):
    """What a deletion would do, and what must be done before it."""

    person: Person
    is_asked_for: bool
    obstacles: list[Notice]


class Deletion(Schema):
    """A deletion that was asked for, runs, or was done. `person` has no name after it."""

    id: int
    state: State
    person: Person
    asked_at: datetime | None
    ordered_by: Person | None
    ordered_at: datetime | None
    finished_at: datetime | None
    done: Annotated[Lines | None, Field(description="What went and what stayed, once ordered.")]
    replaced: Annotated[
        int | None, Field(description="In how many rows another name took the place of theirs.")
    ]
    error: JobError | None

    @classmethod
    def of(cls, row: models.Deletion) -> "Deletion":
        counts: dict[str, Any] | None = row.report.get("counts")
        job = row.job
        return cls.from_row(
            row,
            person=Person.of(row.user),
            ordered_by=Person.of(row.ordered_by) if row.ordered_by else None,
            done=Lines.of(counts["went"], counts["stayed"]) if counts else None,
            replaced=row.report.get("names"),
            error=JobError.of_row(job.error) if job and job.error else None,
        )


class DeletionsQuery(PageQuery):
    state: State | None = None


class Erasing(Schema):
    """What deleting an image for good would remove, or has removed."""

    is_withdrawn: bool
    size_bytes: Annotated[int, Field(description="Of the picture as it came.")]
    snapshots: Annotated[int, Field(description="Snapshots of training data with its picture.")]
    exports: Annotated[int, Field(description="Exports with pictures, whose files go with it.")]
    releases: Annotated[
        int, Field(description="Releases that keep their files and will list it as a tombstone.")
    ]
    shared: Annotated[bool, Field(description="Whether another project has the same picture.")]
    erased: "Erased | None"


class Erased(Schema):
    """That an image is gone: no file of it is left, or will be when the job has ended."""

    at: datetime
    by: Person | None
    reason: str
    files: int
    size_bytes: int
    shared: bool
    finished_at: datetime | None

    @classmethod
    def of(cls, row: models.ImageErasure) -> "Erased":
        return cls.from_row(row, by=Person.of(row.by) if row.by else None)


class Erasure(Schema):
    reason: Annotated[str, Text(500)]


class Outlook(Schema):
    """What a rule would remove now. `size_bytes` is null where rows have no bytes of their own."""

    count: int
    size_bytes: int | None
    oldest: datetime | None


class RetentionRule(Schema):
    """For how many days one kind of thing is kept; null: for ever."""

    kind: Kind
    title: Notice
    about: Notice
    days: int | None
    changed_by: Person | None
    changed_at: datetime | None
    next_run: datetime | None
    would_remove: Annotated[Outlook | None, Field(description="Null where it is kept for ever.")]
    at_once: Annotated[int, Field(description="How many go in one run at most.")]


class RetentionChange(Schema):
    days: Annotated[int, Field(ge=1, le=36_500)] | None


class OutlookQuery(Schema):
    days: Annotated[int, Field(ge=1, le=36_500)]


class RetentionRun(Schema):
    """What one run of the clock removed by one rule."""

    id: int
    kind: Kind
    days: int
    removed: int
    size_bytes: int
    oldest: datetime | None
    is_partial: bool
    at: datetime


class RunsQuery(PageQuery):
    kind: Kind | None = None
