"""Samples, tasks, assignments and annotations: the heart, and the promises its constraints keep."""

from annotate.workflow.models.bars import JudgeBar
from annotate.workflow.models.comments import Comment, Mention
from annotate.workflow.models.documents import SampleDocument
from annotate.workflow.models.records import (
    DailyStats,
    HistogramBin,
    LabelUse,
    SampleCounter,
    Transition,
)
from annotate.workflow.models.sample_views import SampleView
from annotate.workflow.models.work import (
    Annotation,
    Assignment,
    Batch,
    BatchBlock,
    Hit,
    Outcome,
    Purpose,
    Sample,
    Task,
)

__all__ = [
    "Annotation",
    "Assignment",
    "Batch",
    "BatchBlock",
    "Comment",
    "DailyStats",
    "HistogramBin",
    "Hit",
    "JudgeBar",
    "LabelUse",
    "Mention",
    "Outcome",
    "Purpose",
    "Sample",
    "SampleCounter",
    "SampleDocument",
    "SampleView",
    "Task",
    "Transition",
]
