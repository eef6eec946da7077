"""The overview of a project, and the page about one of its stages."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from annotate.core.jobs.schemas import Job
from annotate.core.schemas import Notice, Schema
from annotate.dashboards.schemas.histograms import DashboardStage, Histogram
from annotate.dashboards.schemas.rounds import RoundBrief


class Passage(Schema):
    """How many samples have not come to a stage, are there, and have been there."""

    before: Annotated[int, Field(description="Samples that have not come here yet.")]
    here: int
    passed: int


class TaskCounts(Schema):
    open: Annotated[int, Field(description="Tasks that wait for somebody.")]
    held: Annotated[int, Field(description="Tasks that somebody works on.")]
    done: Annotated[int, Field(description="Answers given.")]


class StageProgress(Passage, TaskCounts):
    key: str
    title: str
    title_code: str | None


class SamplesByState(Schema):
    samples: int
    waiting: int
    open: Annotated[int, Field(description="Samples that somebody works on, or may.")]
    waiting_for_batch: Annotated[
        int, Field(description="Begun samples in no open batch: nobody is offered them.")
    ]
    done: int
    withdrawn: int


class SplitProgress(SamplesByState):
    split: Annotated[str, Field(description="Empty for images in no split.")]


class Progress(SamplesByState):
    by_stage: list[StageProgress]
    by_split: list[SplitProgress]


class Pace(Schema):
    mean: float
    low: float
    high: float


class Forecast(Schema):
    state: Literal["none", "too_early", "known", "finished"]
    remaining: Annotated[
        int, Field(description="Samples that are waiting, for a batch too, or open.")
    ]
    per_day: Annotated[Pace | None, Field(description="Samples finished in a day.")] = None
    days_seen: int
    expected: date | None = None
    earliest: date | None = None
    latest: Annotated[date | None, Field(description="Null where no end is in sight.")] = None
    level: float
    method: Annotated[
        Notice, Field(description="How it was made, or why there is none, for people.")
    ]


class TaskTime(Schema):
    stage: str
    title: str
    title_code: str | None
    index: int
    seconds: Histogram


class Round(Schema):
    stage: str
    title: str
    title_code: str | None
    index: int
    submissions: int
    tokens_mean: float | None
    active_seconds_mean: float | None
    jaccard_mean: Annotated[
        float | None,
        Field(description="Similarity to the round before, where both are people's."),
    ]
    edit_distance_mean: float | None
    from_scratch: int
    stopped_early: int


class ObjectChanges(Schema):
    """What became of seeded objects."""

    kept: int
    edited: int
    added: int
    removed: int
    merged: int


class Day(Schema):
    day: date
    submissions: int
    finished_samples: int


class Blocked(Schema):
    samples_waiting_for_new_people: int
    annotators: int


class Worker(Schema):
    """Whether anybody runs jobs, and whether a job of the project waits for it."""

    alive: bool
    needed: bool
    last_seen: datetime | None


class Overview(Schema):
    progress: Progress
    forecast: Forecast
    time_per_task: list[TaskTime]
    rounds: list[Round]
    objects: ObjectChanges
    days: list[Day]
    blocked: Blocked
    jobs: list[Job]
    worker: Worker


class StageHead(DashboardStage):
    kind: str
    rounds: int


class OldestSample(Schema):
    sample: int
    image: Annotated[str, Field(description="The name of its image.")]
    round: int
    since: datetime


class StagePage(Schema):
    stage: StageHead
    samples: Passage
    tasks: TaskCounts
    rounds: list[RoundBrief]
    skips: int
    flags_open: int
    oldest: list[OldestSample]
    objects: Annotated[
        ObjectChanges | None, Field(description="Null where the stage marks no objects.")
    ]
