"""Comparisons of two versions as requests and responses say them."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from annotate.core.jobs.models import Job as JobRow
from annotate.core.jobs.schemas import Job
from annotate.core.schemas import Id, Schema
from annotate.learning.promotion import Metric
from annotate.people.schemas import Person
from annotate.seeding.schemas import VersionBrief


class NewVersionComparison(Schema):
    """Two versions by name, or a connection, whose active version is compared with another."""

    connection: Annotated[
        Id | None,
        Field(
            description="Its newest version beside the active one is compared with that; it stands"
            " for both versions."
        ),
    ] = None
    old: Id | None = None
    new: Id | None = None


class ComparedVersionFigure(Schema):
    metric: Metric
    old: float | None
    new: float | None
    difference: Annotated[
        float | None, Field(description="New less old, paired by sample; null without a figure.")
    ]
    low: Annotated[float | None, Field(description="Of the 95% interval of the difference.")]
    high: float | None
    n: Annotated[int, Field(description="Held-out samples it rests on.")]


class ComparedVersionText(Schema):
    sample: int
    name: Annotated[str, Field(description="Of its image, now; empty where it is gone.")] = ""
    reference: Annotated[str, Field(description="What people ended with.")]
    old: str
    new: str


class VersionComparisonResult(Schema):
    samples: Annotated[int, Field(description="How many held-out samples both were asked about.")]
    held_out: Annotated[int, Field(description="How many there are.")]
    failed_old: Annotated[int, Field(description="Answers that were not given.")]
    failed_new: int
    figures: list[ComparedVersionFigure]
    texts: Annotated[
        list[ComparedVersionText],
        Field(description="Those that differ most in their words come first."),
    ]
    texts_in_all: int


class PastVersionComparison(Schema):
    """A comparison in the list of them."""

    id: int
    old: VersionBrief
    new: VersionBrief
    by: Annotated[Person | None, Field(description="Null where the loop or a command asked.")]
    created_at: datetime
    state: JobRow.State
    samples: Annotated[int | None, Field(description="Held-out samples; null without a result.")]
    figures: list[ComparedVersionFigure]


class VersionComparison(Schema):
    id: int
    old: VersionBrief
    new: VersionBrief
    job: Job
    result: VersionComparisonResult | None
    created_at: datetime
