"""Images that people judge, by the keys of their addresses."""

import uuid
from dataclasses import dataclass

from annotate.core import errors
from annotate.evaluation.models import StudyStimulus
from annotate.images.intake import Facts


@dataclass(frozen=True)
class Stimulus:
    """An image, the project in which it is judged, and the one whose study it is of."""

    facts: Facts
    work_id: int
    project_id: int


def stimulus(key: uuid.UUID) -> Stimulus:
    """Raises NotFound where no image that is judged has this key."""
    found = StudyStimulus.objects.select_related("item__study").filter(key=key).first()
    if found is None or found.facts is None or found.item.study.work_id is None:
        raise errors.NotFound
    study = found.item.study
    return Stimulus(found.facts, found.item.study.work_id, study.project_id)
