"""How good seeds were, as responses say it."""

from typing import Annotated, Literal

from pydantic import Field

from annotate.core.schemas import Notice, Schema, Text
from annotate.seeding.schemas.connections import VersionBrief

Unit = Literal["tokens", "share", "things", "seconds", "rounds"]
# Which way a figure is better; None where neither is.
Better = Literal["up", "down"] | None


class SeedQualityQuery(Schema):
    stage: Annotated[
        Annotated[str, Text(100)] | None,
        Field(description="The last seeded one if left out."),
    ] = None


class SeedFigure(Schema):
    mean: float
    low: float | None
    high: float | None
    n: Annotated[int, Field(description="Samples for which it is defined.")]
    note: Annotated[
        Notice | None,
        Field(description="What is to be known where there are few samples."),
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
