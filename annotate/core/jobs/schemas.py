"""Jobs as responses say them."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from annotate.core.jobs import models
from annotate.core.schemas import Notice, Schema


class JobError(Notice):
    code: str
    retry: bool

    @classmethod
    def of_row(cls, error: Mapping[str, Any]) -> "JobError":
        """What people are told of an error; a job keeps more of it for whoever looks into it."""
        return cls(
            code=error["code"],
            message=error["message"],
            message_code=error.get("message_code") or "",
            remedy=error["remedy"],
            remedy_code=error.get("remedy_code"),
            params=error.get("params", {}),
            retry=error["retry"],
        )


class Job(Schema):
    id: int
    name: str
    title: str
    state: models.Job.State
    done: int
    total: int
    note: Notice | None
    error: JobError | None
    attempts: int
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    worker_alive: bool
    waiting: Notice | None  # why it does not go on just now
