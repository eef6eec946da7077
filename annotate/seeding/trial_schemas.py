"""Trials as requests and responses say them."""

from datetime import datetime
from typing import Annotated

from pydantic import Field, JsonValue

from annotate.core.jobs.schemas import Job
from annotate.core.schemas import Id, JsonObject, Notice, Schema
from annotate.seeding.schemas import VersionBrief
from annotate.workflow.schemas.parts import ShownImage


class NewTrial(Schema):
    image: Id
    version: Annotated[Id | None, Field(description="The serving one where none is named.")] = None


class TrialBox(Schema):
    x: float
    y: float
    width: float
    height: float


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
