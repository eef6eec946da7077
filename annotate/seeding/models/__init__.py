"""Connections, model versions, seeding runs, training runs and the loop that ties them together."""

from annotate.seeding.models.connections import Connection, Lineup, ModelVersion, Trial
from annotate.seeding.models.learning import Loop, LoopEvent, Snapshot, TrainingPoint, TrainingRun
from annotate.seeding.models.quality import Arm, Ordering, SampleScore, SeedOutcome, SeedSum
from annotate.seeding.models.runs import SeededSample, SeedingRun, SeedRecord

__all__ = [
    "Arm",
    "Connection",
    "Lineup",
    "Loop",
    "LoopEvent",
    "ModelVersion",
    "Ordering",
    "SampleScore",
    "SeedOutcome",
    "SeedRecord",
    "SeedSum",
    "SeededSample",
    "SeedingRun",
    "Snapshot",
    "TrainingPoint",
    "TrainingRun",
    "Trial",
]
