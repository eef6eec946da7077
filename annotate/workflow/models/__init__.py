"""Samples, tasks, assignments and annotations: the heart, and the promises its constraints keep."""

from annotate.workflow.models.annotations import Annotation, Outcome, Purpose
from annotate.workflow.models.records import (
    DailyFigure,
    FigureBin,
    LabelUse,
    Tally,
    Transition,
)
from annotate.workflow.models.samples import Batch, BatchBlock, Sample
from annotate.workflow.models.work import Assignment, Hit, Task

__all__ = [
    "Annotation",
    "Assignment",
    "Batch",
    "BatchBlock",
    "DailyFigure",
    "FigureBin",
    "Hit",
    "LabelUse",
    "Outcome",
    "Purpose",
    "Sample",
    "Tally",
    "Task",
    "Transition",
]
