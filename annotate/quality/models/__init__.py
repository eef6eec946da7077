"""Flags and their evidence, gold, qualification, settings, feedback, blocks and spelling."""

from annotate.quality.models.acts import ActItem, ReviewAct
from annotate.quality.models.figures import PersonFigures
from annotate.quality.models.gold import (
    Agreement,
    Attempt,
    ConsentText,
    EntryConditions,
    GoldItem,
    GoldResult,
    StoredSettings,
)
from annotate.quality.models.mixing import GoldShare, GoldShortfall
from annotate.quality.models.notices import OutcomeNotice
from annotate.quality.models.review import (
    Block,
    Evidence,
    Feedback,
    Flag,
    PendingCheck,
    TextPrint,
)
from annotate.quality.models.sample_acts import SampleAct, SampleActItem
from annotate.quality.models.spelling import Correction, ProjectWord, Suggestion

__all__ = [
    "ActItem",
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
    "GoldShare",
    "GoldShortfall",
    "OutcomeNotice",
    "PendingCheck",
    "PersonFigures",
    "ProjectWord",
    "ReviewAct",
    "SampleAct",
    "SampleActItem",
    "StoredSettings",
    "Suggestion",
    "TextPrint",
]
