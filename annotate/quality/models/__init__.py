"""Flags and their evidence, gold, qualification, settings, feedback, blocks and spelling."""

from annotate.quality.models.flags import Evidence, Flag, PendingCheck, StoredSettings
from annotate.quality.models.gold import (
    Agreement,
    Attempt,
    ConsentText,
    EntryConditions,
    GoldItem,
    GoldResult,
)
from annotate.quality.models.people import Block, Feedback
from annotate.quality.models.spelling import Correction, ProjectWord, Suggestion

__all__ = [
    "Agreement",
    "Attempt",
    "Block",
    "ConsentText",
    "Correction",
    "EntryConditions",
    "Evidence",
    "Feedback",
    "Flag",
    "GoldItem",
    "GoldResult",
    "PendingCheck",
    "ProjectWord",
    "StoredSettings",
    "Suggestion",
]
