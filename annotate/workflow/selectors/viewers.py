"""Who of those who annotate may see which image: it is part of their work, or was."""

from django.db.models import Q, QuerySet

from annotate.core.prepared import Parameter, Prepared
from annotate.images.models import Image
from annotate.people.models import User
from annotate.workflow.models import Assignment, Sample, Task

_HELD = Q(state=Assignment.State.LIVE)
# Their history shows it.
_LOOKED_BACK_ON = Q(state=Assignment.State.SUBMITTED)
# Its time ran out, and they can still go on: nobody else has it.
_RETAKEN = Q(state=Assignment.State.EXPIRED, task__state__in=(Task.State.OPEN, Task.State.PARKED))


def _working(**where: Parameter) -> QuerySet[Assignment]:
    rows = Assignment.objects.filter(_HELD | _LOOKED_BACK_ON | _RETAKEN, **where)
    return rows.exclude(sample__state=Sample.State.WITHDRAWN)[:1]


_OF_IMAGE = Prepared(
    lambda: _working(annotator=Parameter("annotator"), sample__image=Parameter("image"))
)
_OF_JUDGED = Prepared(
    lambda: _working(annotator=Parameter("annotator"), task__about=Parameter("about"))
)


def sees_image(annotator: User, image: Image) -> bool:
    """Whether somebody holds the image or may look back on it (answers `images.viewers`)."""
    return _OF_IMAGE.first(annotator=annotator.pk, image=image.pk) is not None


def judges(annotator: User, annotation_id: int) -> bool:
    """Whether somebody judges this answer, or has."""
    return _OF_JUDGED.first(annotator=annotator.pk, about=annotation_id) is not None
