"""What endpoints are told: one typed payload for each type of event, ids only.

Nothing says who annotated: a receiver learns no more than that it happened.
"""

from datetime import datetime
from typing import Literal

from annotate.core.schemas import Schema

EventType = Literal[
    "sample.finished",
    "annotation.submitted",
    "annotation.reviewed",
    "image.withdrawn",
    "job.finished",
    "job.failed",
    "release.frozen",
    "model_version.promoted",
    "member.blocked",
    "webhook.test",
]


class Data(Schema):
    """What all events say."""

    project: int


class SampleData(Data):
    sample: int


class AnnotationData(Data):
    annotation: int
    sample: int
    stage: str


class ReviewData(Data):
    """`verdict` as in the history of a sample; empty where one was taken back."""

    annotation: int
    verdict: str


class JobData(Data):
    """`name` is that of the job's kind, such as `exchange.export`."""

    job: int
    name: str


class ReleaseData(Data):
    release: int


class ModelVersionData(Data):
    model_version: int


class MemberData(Data):
    """`member` is the id of the membership, not of the account."""

    member: int


class WebhookEvent(Schema):
    """The body of every request to an endpoint."""

    type: EventType
    timestamp: datetime
    data: (
        AnnotationData
        | ReviewData
        | SampleData
        | JobData
        | ReleaseData
        | ModelVersionData
        | MemberData
        | Data
    )


DATA: dict[EventType, type[Data]] = {
    "sample.finished": SampleData,
    "annotation.submitted": AnnotationData,
    "annotation.reviewed": ReviewData,
    "image.withdrawn": SampleData,
    "job.finished": JobData,
    "job.failed": JobData,
    "release.frozen": ReleaseData,
    "model_version.promoted": ModelVersionData,
    "member.blocked": MemberData,
    "webhook.test": Data,
}
