"""A hub and what is pushed to it, as requests and responses say them."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from annotate.core.jobs import schemas as jobs
from annotate.core.jobs.models import Job
from annotate.core.schemas import Schema, Text


class Hub(Schema):
    """Where releases of this installation are pushed to, and with whose token; never the token."""

    endpoint: str
    account: Annotated[str, Field(description="Whose token it is; empty where none was given.")]
    token_given_at: datetime | None
    token_is_for: Annotated[
        str, Field(description="The hub it was given for; where that is another, it is not used.")
    ]


class HubToken(Schema):
    token: Annotated[
        str, Text(500), Field(description="With the right to write. It is never shown again.")
    ]


class NewHubPush(Schema):
    repository: Annotated[
        str,
        Text(200),
        Field(description="OWNER/NAME of a dataset, or NAME of one of the token's account."),
    ]
    private: Annotated[
        bool, Field(description="Make it private; nothing is pushed to one that is public then.")
    ] = True


class HubPush(Schema):
    id: int
    repository: str
    url: str
    private: bool
    state: Job.State
    job: jobs.Job | None
    commit: Annotated[str, Field(description="The state that holds the release; empty till then.")]
    is_new: Annotated[bool, Field(description="False: all was there already, nothing was pushed.")]
    files: int
    size_bytes: int
    created_at: datetime
    finished_at: datetime | None
