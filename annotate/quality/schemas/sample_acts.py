"""What is done with many samples at once, and what came of it."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from annotate.core.schemas import Notice, Schema, Text
from annotate.images.models import Image
from annotate.people.schemas import Person
from annotate.quality import models
from annotate.workflow.schemas.sample_lists import ChosenSamples

ActState = Literal["running", "done", "stopped"]


class NewSampleAct(ChosenSamples):
    """Something to be done with many samples: those named, or all that match.

    With ``matching`` comes ``expected``: how many match as far as the lead has seen. If others have
    come or gone since, nothing is done.
    """

    verb: models.SampleAct.Verb
    reason: Annotated[
        Annotated[str, Text(1000, min_length=0)],
        Field(description="Needed to withdraw, do again, send to review and leave out."),
    ] = ""
    title: Annotated[
        Annotated[str, Text(200, min_length=0)], Field(description="Of the batch that is made.")
    ] = ""
    split: Annotated[
        Image.Split | None, Field(description="Into which they are put; needed for that alone.")
    ] = None
    key: Annotated[
        UUID | None, Field(description="Drawn anew for each act: what is sent twice is done once.")
    ] = None


class SampleActCounts(Schema):
    """What came of an act so far; `unchanged` were so before, `pending` are still to come."""

    total: int
    pending: int
    done: int
    unchanged: int
    refused: int


class SampleActReason(Notice):
    """Why samples were refused, or what else is to be said of some, and of how many."""

    count: int
    refused: bool


class SampleActProblem(Notice):
    """One sample of which something is to be said."""

    sample: int
    name: str
    refused: bool


class _Act(Schema):
    """What every act on many samples has, in a list and by itself."""

    id: int
    verb: models.SampleAct.Verb
    state: ActState
    reason: str
    title: str
    split: Annotated[str, Field(description="Into which they were put.")]
    actor: Person
    created_at: datetime
    finished_at: datetime | None
    job: int | None


class PastSampleAct(_Act):
    """An act on many samples in the list of them: by whom, when, on how many.

    `stopped`: its job was cancelled or failed; run again, it goes on where it stopped.
    """

    counts: SampleActCounts
    refused: Annotated[
        list[SampleActProblem], Field(description="The first three that were refused, and why.")
    ]


class SampleAct(_Act):
    """`stopped`: its job was cancelled or failed; run again, it goes on where it stopped."""

    review_act: Annotated[
        int | None, Field(description="The act on answers by which this is taken back.")
    ]
    batch: int | None
    undoes: Annotated[int | None, Field(description="The act that this one takes back.")]
    may_undo: Annotated[
        bool, Field(description="Whether it is taken back by `samplesActUndo`, and was not yet.")
    ]
    counts: SampleActCounts
    reasons: list[SampleActReason]
    problems: Annotated[list[SampleActProblem], Field(description="The first 100.")]
