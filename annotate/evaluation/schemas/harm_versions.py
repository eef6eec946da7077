"""Harm cases by the version of a model whose seeds they are about, or were begun from."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from annotate.core.schemas import Schema
from annotate.evaluation.schemas.harm_figures import Measure
from annotate.seeding.schemas import VersionBrief


class HarmVersionRun(Schema):
    """The measurement that is counted."""

    id: int
    candidate: str
    truth: str | None
    created_at: datetime


class HarmVersionCases(Schema):
    """Cases of images that are not withdrawn; each counts once, whoever read it."""

    images: Annotated[int, Field(description="Of this version that were read for them.")]
    found: int
    read: Annotated[int, Field(description="Somebody judged them: genuine or dismissed.")]
    genuine: int
    dismissed: int
    review: Annotated[
        int | None,
        Field(description="Cases whose answer was sent to review; null: no person wrote it."),
    ]
    redo: Annotated[
        int | None,
        Field(description="Cases whose answer was to be done again; null: no person wrote it."),
    ]
    leave_out: Annotated[int, Field(description="Cases whose image was left out of training.")]
    let_in: Annotated[int, Field(description="Cases whose image was let in again.")]
    left_out: Annotated[int, Field(description="Images of these cases that are left out now.")]


class HarmVersionMeasure(Schema):
    measure: Measure
    run: Annotated[
        HarmVersionRun | None,
        Field(description="The latest finished one that measured this of the version; null: none."),
    ]
    cases: Annotated[HarmVersionCases | None, Field(description="Null: not measured, never 0.")]


class HarmVersion(Schema):
    version: VersionBrief
    seeds: Annotated[int, Field(description="How many it made so far.")]
    wrote: Annotated[
        list[HarmVersionMeasure], Field(description="In its seeds (S2, S4): every measure once.")
    ]
    became: Annotated[
        list[HarmVersionMeasure],
        Field(description="In what people made of its seeds (S1, S3): every measure once."),
    ]


class HarmVersions(Schema):
    left_out: Annotated[int, Field(description="Images that no model learns from now.")]
    versions: Annotated[
        list[HarmVersion], Field(description="Of each connection the newest first, 200 at most.")
    ]
