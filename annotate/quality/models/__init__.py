"""Flags and their evidence, settings, feedback, blocks and spelling."""

from annotate.quality.models.flags import Evidence, Flag, PendingCheck
from annotate.quality.models.people import Block, Feedback
from annotate.quality.models.settings import StoredSettings
from annotate.quality.models.spelling import Correction, ProjectWord, Suggestion

__all__ = [
    "Block",
    "Correction",
    "Evidence",
    "Feedback",
    "Flag",
    "PendingCheck",
    "ProjectWord",
    "StoredSettings",
    "Suggestion",
]
