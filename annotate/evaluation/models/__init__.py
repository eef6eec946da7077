"""Texts from elsewhere, studies of texts, and reports on them."""

from annotate.evaluation.models.reports import TextReport
from annotate.evaluation.models.studies import (
    ImportedRating,
    Study,
    StudyAuthor,
    StudyItem,
    StudyStimulus,
)
from annotate.evaluation.models.texts import FileText, TextFile

__all__ = [
    "FileText",
    "ImportedRating",
    "Study",
    "StudyAuthor",
    "StudyItem",
    "StudyStimulus",
    "TextFile",
    "TextReport",
]
