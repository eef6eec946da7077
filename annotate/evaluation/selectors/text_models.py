"""The models on this server that texts can be scored with, as a lead chooses among them."""

from pathlib import Path

from django.conf import settings

from annotate.backends.transformers.places import listed
from annotate.evaluation.schemas.text_reports import TextModel

# Whose layer the authors of BERTScore chose.
_OF_TOKENS = ("bert", "roberta", "distilbert")


def text_models() -> list[TextModel]:
    """Those below MODELS_ROOTS whose architecture is known to give the vectors that are needed."""
    return [
        TextModel(name=name, type=kind, measure="bertscore" if kind in _OF_TOKENS else "clipscore")
        for name, kind in listed(map(Path, settings.MODELS_ROOTS)).items()
        if "clip" in kind or kind in _OF_TOKENS
    ]
