"""What endpoints are told: one typed payload for each type of event, ids only.

Nothing says who annotated: a receiver learns no more than that it happened. `EVENTS` is the one
table: what is sent is made from it, and so are the `webhooks` of the API's schema.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from pydantic import create_model

from annotate.core.schemas import Schema

EventType = Literal[
    "sample.finished",
    "annotation.submitted",
    "annotation.reviewed",
    "image.withdrawn",
    "batch.made",
    "batch.opened",
    "batch.closed",
    "job.finished",
    "job.failed",
    "release.frozen",
    "model_version.promoted",
    "member.blocked",
    "member.unblocked",
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


class BatchData(Data):
    batch: int


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


@dataclass(frozen=True)
class Event:
    """What one type of event says, and when it is sent."""

    data: type[Data]
    when: str


EVENTS: dict[EventType, Event] = {
    "sample.finished": Event(SampleData, "A sample is done; again if it was done again."),
    "annotation.submitted": Event(AnnotationData, "An answer that is work was handed in."),
    "annotation.reviewed": Event(ReviewData, "A verdict was given or taken back."),
    "image.withdrawn": Event(SampleData, "A lead withdrew a sample."),
    "batch.made": Event(BatchData, "A batch was made; its work is given out from now on."),
    "batch.opened": Event(BatchData, "The work of a closed batch is given out again."),
    "batch.closed": Event(BatchData, "Nothing more of a batch is given out."),
    "job.finished": Event(JobData, "An export, an import or a training has ended."),
    "job.failed": Event(JobData, "An export, an import or a training has failed."),
    "release.frozen": Event(ReleaseData, "A release was frozen."),
    "model_version.promoted": Event(ModelVersionData, "Another version of a model serves."),
    "member.blocked": Event(MemberData, "Somebody was kept from all work in the project."),
    "member.unblocked": Event(MemberData, "Somebody who was blocked may work again."),
    "webhook.test": Event(Data, "A lead asked for a test; sent whatever an endpoint is told of."),
}


def _payload(name: EventType, event: Event) -> type[Schema]:
    words = name.replace(".", " ").replace("_", " ").title().replace(" ", "")
    fields: dict[str, Any] = {
        "type": (Literal[name], ...),
        "timestamp": (datetime, ...),
        "data": (event.data, ...),
    }
    return create_model(f"{words}Event", __base__=Schema, __doc__=event.when, **fields)


# The body of every request to an endpoint, by the type of its event.
PAYLOADS: dict[EventType, type[Schema]] = {
    name: _payload(name, event) for name, event in EVENTS.items()
}
