"""Several sources of texts measured side by side: what they are like and how they score.

Each measure takes the texts of one source and returns :class:`Measured`: figures of the whole, why
those that do not exist do not, how figures of single texts are spread, and those figures. The
figures are those of the commands of the same names::

    description(texts), reading(texts), consistency(texts) -> Measured
    scores(texts, references, *, images=None, leave_out=None) -> Measured
    people(texts, *, leave_out=None) -> Measured
"""

from annotate.analysis.text_reports.captions import no_scores, people, scores
from annotate.analysis.text_reports.model import Measured, Text, by_image
from annotate.analysis.text_reports.specificity import consistency
from annotate.analysis.text_reports.texts import description, reading

__all__ = [
    "Measured",
    "Text",
    "by_image",
    "consistency",
    "description",
    "no_scores",
    "people",
    "reading",
    "scores",
]
