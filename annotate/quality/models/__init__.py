"""Flags and their evidence, settings, feedback and blocks."""

from annotate.quality.models.flags import Evidence, Flag, PendingCheck
from annotate.quality.models.people import Block, Feedback
from annotate.quality.models.settings import StoredSettings

__all__ = ["Block", "Evidence", "Feedback", "Flag", "PendingCheck", "StoredSettings"]
