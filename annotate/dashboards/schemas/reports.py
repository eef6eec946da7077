"""Printed reports."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from annotate.core.jobs import models as jobs
from annotate.core.jobs.schemas import Job
from annotate.core.schemas import Notice, Schema, Text
from annotate.people.schemas import Person


class NewReport(Schema):
    title: Annotated[str, Text(200, min_length=0)] = ""
    with_names: Annotated[
        bool, Field(description="Call annotators by their names instead of numbers.")
    ] = False


class Report(Schema):
    id: int
    title: str
    with_names: bool
    state: jobs.Job.State
    job: Job | None
    problem: Annotated[Notice | None, Field(description="Why there is no PDF.")]
    code_version: str
    html: str | None
    pdf: str | None
    sha256: Annotated[str, Field(description="Of the HTML file.")]
    created_by: Person | None
    created_at: datetime
    finished_at: datetime | None
