"""What annotators are told of their work, as a response says it."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from annotate.core.schemas import JsonObject, Schema
from annotate.workflow.schemas.parts import NamedProject, ShownImage, StageName
from annotate.workflow.schemas.work import LaterAnswer, OutcomeState


class OutcomeNotice(Schema):
    """One's own answer and at most one other: never whose, and not how many there were."""

    id: int
    occasion: Literal["replaced", "finished"]
    state: OutcomeState
    created_at: datetime
    read_at: datetime | None
    project: NamedProject
    stage: StageName
    image: ShownImage
    assignment: int
    mine: JsonObject
    other: Annotated[
        LaterAnswer | None,
        Field(description="What stands in its place or the sample ended with; null if nothing."),
    ]
