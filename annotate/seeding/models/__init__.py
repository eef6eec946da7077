"""Connections, model versions, seeding runs, and what became of seeds."""

from annotate.seeding.models.connections import Connection, Lineup, ModelVersion, Snapshot, Trial
from annotate.seeding.models.quality import Arm, Ordering, SampleScore, SeedOutcome, SeedSum
from annotate.seeding.models.runs import SeededSample, SeedingRun, SeedRecord

__all__ = [
    "Arm",
    "Connection",
    "Lineup",
    "ModelVersion",
    "Ordering",
    "SampleScore",
    "SeedOutcome",
    "SeedRecord",
    "SeedSum",
    "SeededSample",
    "SeedingRun",
    "Snapshot",
    "Trial",
]
