"""Samples with all that was done on them, and batches, as leads and reviewers see them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from annotate.core.schemas import Id, JsonObject, Schema, Text
from annotate.people.models import User
from annotate.people.schemas import Person
from annotate.workflow import models
from annotate.workflow.schemas.parts import NamedProject, ShownImage, StageName

SampleFlag = Literal["from_scratch", "stopped_early", "skipped"]
# Characters of a text that a list shows.
BEGINNING = 200


class SampleImage(ShownImage):
    metadata: dict[str, str]


class Mark(Schema):
    """A word in a text: from its first character to the one behind its last, in code points."""

    start: int
    end: int


class Excerpt(Schema):
    """A part of what was said, with the places of words in it."""

    text: str
    marks: list[Mark]


class Found(Schema):
    """Where words that were searched for stand in a sample: the places of each of them."""

    name: list[Mark]
    external_id: list[Mark]
    excerpt: Excerpt | None


class Sample(Schema):
    id: int
    state: models.Sample.State
    image: SampleImage
    external_id: Annotated[str, Field(description="Of the image, as it was imported.")]
    stage: str
    round: int
    split: str
    batch: Annotated[int | None, Field(description="The id of its batch.")]
    alike: Annotated[
        int | None, Field(description="The group of near-duplicate images that its image is in.")
    ]
    answers: Annotated[int, Field(description="Of people that stand.")]
    similarity: Annotated[
        float | None, Field(description="Of the last two rounds, 0 to 1: what early stopping uses.")
    ]
    tokens: Annotated[int | None, Field(description="Of the present text about the image.")]
    seconds: Annotated[float, Field(description="That people worked on it, active time.")]
    seed: Annotated[str, Field(description="The model version of its newest seed.")]
    text: Annotated[str, Field(description="How the present text begins.")]
    created_at: datetime
    updated_at: datetime
    flags: list[SampleFlag]
    found: Annotated[
        Found | None, Field(description="Where the words stand that were searched for.")
    ]

    @classmethod
    def of(
        cls, sample: models.Sample, flags: Sequence[SampleFlag], *, found: Found | None = None
    ) -> "Sample":
        image, document = sample.image, getattr(sample, "document", None)
        return cls.from_row(
            sample,
            image=SampleImage(**dict(ShownImage.of(image)), metadata=image.metadata),
            external_id=image.external_id,
            stage=sample.stage_key,
            split=image.split,
            batch=sample.batch_id,
            alike=image.alike,
            seed=sample.producer,
            text=document.text[:BEGINNING] if document else "",
            flags=list(flags),
            found=found,
        )


class Neighbour(Schema):
    id: int
    name: Annotated[str, Field(description="Of the image.")]

    @classmethod
    def of(cls, sample: models.Sample) -> "Neighbour":
        return cls.from_row(sample, name=sample.image.name)


class Neighbours(Schema):
    """The samples beside one in a list; null at its ends."""

    previous: Neighbour | None
    next: Neighbour | None


class Outcome(Schema):
    """What the judgements of an answer came to."""

    kept: bool
    numbers: JsonObject


def _person(user: User | None) -> Person | None:
    return Person.of(user) if user is not None else None


class BroughtIn(Schema):
    """With which file an answer came in, and who brought it; nobody: a command did."""

    file: str
    by: Person | None


class Annotation(Schema):
    id: int
    index: int
    origin: models.Annotation.Origin
    author: Person | None
    producer: str
    value: JsonObject
    from_scratch: bool
    scratch_reason: str
    measures: JsonObject
    decision: JsonObject
    stopped_early: bool
    active_seconds: float
    created_at: datetime
    parent: int | None
    purpose: models.Purpose
    verdict: models.Assignment.Verdict | None
    verdict_at: Annotated[
        datetime | None, Field(description="When somebody approved or rejected it.")
    ]
    verdict_by: Person | None
    verdict_reason: str
    superseded_by: Annotated[
        int | None, Field(description="The rejected answer that is done again from its place on.")
    ]
    rests_on: Annotated[
        list[int], Field(description="Rejected answers that it was made of, and that stand in it.")
    ]
    about: int | None
    outcome: Outcome | None
    brought_in: Annotated[
        BroughtIn | None, Field(description="Of what somebody gave elsewhere, where that is known.")
    ]

    @classmethod
    def of(
        cls,
        annotation: models.Annotation,
        given: models.Assignment | None,
        rests_on: Sequence[int],
        brought_in: BroughtIn | None,
    ) -> "Annotation":
        outcome: models.Outcome | None = getattr(annotation, "outcome", None)
        return cls.from_row(
            annotation,
            author=_person(annotation.author),
            stopped_early=annotation.decision.get("reason") == "similar_enough",
            parent=annotation.parent_id,
            verdict=getattr(annotation, "verdict", None),
            verdict_at=given.verdict_at if given else None,
            verdict_by=_person(given.verdict_by) if given else None,
            verdict_reason=given.verdict_reason if given else "",
            superseded_by=getattr(annotation, "superseded_by", None),
            rests_on=list(rests_on),
            about=annotation.about_id,
            outcome=Outcome.from_row(outcome) if outcome else None,
            brought_in=brought_in,
        )


class Task(Schema):
    id: int
    index: int
    state: models.Task.State
    held_by: Person | None
    expires_at: datetime | None
    purpose: models.Purpose
    about: int | None

    @classmethod
    def of(cls, task: models.Task, holder: models.Assignment | None) -> "Task":
        return cls.from_row(
            task,
            held_by=Person.of(holder.annotator) if holder else None,
            expires_at=holder.lease_expires_at if holder else None,
            about=task.about_id,
        )


class SampleStage(StageName):
    annotations: list[Annotation]
    tasks: list[Task]


class TaskPlace(Schema):
    stage: str
    index: Annotated[int, Field(description="The round, or the number of the answer.")]
    purpose: models.Purpose

    @classmethod
    def of(cls, task: models.Task) -> "TaskPlace":
        return cls.from_row(task, stage=task.stage_key)


class Transition(Schema):
    model_config = ConfigDict(serialize_by_alias=True)

    at: datetime
    subject: models.Transition.Subject
    from_state: Annotated[str, Field(serialization_alias="from")]
    to_state: Annotated[str, Field(serialization_alias="to")]
    reason: str
    detail: JsonObject
    actor: Person | None
    task: Annotated[
        TaskPlace | None, Field(description="Of a task and of who was at it: which one.")
    ]

    @classmethod
    def of(cls, row: models.Transition, task: models.Task | None) -> "Transition":
        place = TaskPlace.of(task) if task is not None else None
        return cls.from_row(row, actor=_person(row.actor), task=place)


class SampleDetail(Sample):
    project: NamedProject
    stages: list[SampleStage]
    transitions: list[Transition]


class Withdrawal(Schema):
    reason: Annotated[str, Text(60)]


class Batch(Schema):
    id: int
    number: int
    title: str
    state: models.Batch.State
    created_at: datetime
    closed_at: datetime | None
    samples: int
    done: int
    carried_over: Annotated[int, Field(description="Blocks taken over from the batch before.")]

    @classmethod
    def of(cls, batch: Any) -> "Batch":
        """Of a batch that `selectors.batches` counted the samples of."""
        return cls.from_row(batch, samples=batch.size, carried_over=batch.carried)


class NewBatch(Schema):
    """Either these samples, or the next `size` that are in no batch."""

    title: Annotated[str, Text(200, min_length=0)] = ""
    size: Annotated[int, Field(ge=1, le=10_000)] | None = None
    sample_ids: Annotated[list[Id], Field(max_length=10_000)] | None = None
    carry_over: bool = False
