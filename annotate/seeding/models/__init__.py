"""Connections, model versions, seeding runs, and what became of seeds."""

from annotate.seeding.models.connections import (
    Connection,
    ModelAssignment,
    ModelVersion,
    Snapshot,
    Trial,
)
from annotate.seeding.models.quality import Arm, Ordering, SampleScore, SeedCounter, SeedOutcome
from annotate.seeding.models.runs import SeededSample, SeedingRun, SeedRecord

__all__ = [
    "Arm",
    "Connection",
    "ModelAssignment",
    "ModelVersion",
    "Ordering",
    "SampleScore",
    "SeedCounter",
    "SeedOutcome",
    "SeedRecord",
    "SeededSample",
    "SeedingRun",
    "Snapshot",
    "Trial",
]
