"""Which open tasks a person may be offered, found without walking past all they may not."""

from django.db.models import Exists, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from annotate.core.prepared import Parameter
from annotate.workflow.models import Assignment, Task

Number = int | Parameter
Text = str | Parameter

# Far enough to find work wherever a few in a hundred open tasks are possible; near enough to cost
# less than a millisecond where none is.
WINDOW = 100
_END = 2**63 - 1


def offerable(project_id: Number, annotator_id: Number, stage_key: Text) -> QuerySet[Task]:
    """Return the open tasks of a stage that this person may be offered, in random order."""
    worked = Assignment.objects.filter(
        sample_id=OuterRef("sample_id"),
        annotator_id=annotator_id,
        exclusion_group=OuterRef("exclusion_group"),
        state__in=Assignment.WORKED,
    )
    return _open(project_id, stage_key).filter(~Exists(worked)).order_by("order_key")


def offerable_near(
    project_id: Number, annotator_id: Number, stage_key: Text, start: Number
) -> QuerySet[Task]:
    """Return those among the first `WINDOW` open tasks whose order key is `start` or higher.

    A person who has worked on most samples is barred from most open tasks. So is everybody where
    a sample needs more people than there are: its last task stays open and is met in each search.
    """
    later = _open(project_id, stage_key).filter(order_key__gte=start).order_by("order_key")
    behind = Subquery(later.values("order_key")[WINDOW : WINDOW + 1])
    return offerable(project_id, annotator_id, stage_key).filter(
        order_key__gte=start, order_key__lt=Coalesce(behind, Value(_END))
    )


def _open(project_id: Number, stage_key: Text) -> QuerySet[Task]:
    return Task.objects.filter(project_id=project_id, stage_key=stage_key, state=Task.State.OPEN)
