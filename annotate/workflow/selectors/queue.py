"""Which open tasks a person may be offered."""

from django.db.models import Exists, OuterRef, QuerySet

from annotate.core.prepared import Parameter
from annotate.workflow.models import Assignment, Task

Number = int | Parameter
Text = str | Parameter


def offerable(project_id: Number, annotator_id: Number, stage_key: Text) -> QuerySet[Task]:
    """Return the open tasks of a stage that this person may be offered, in random order."""
    worked = Assignment.objects.filter(
        sample_id=OuterRef("sample_id"),
        annotator_id=annotator_id,
        exclusion_group=OuterRef("exclusion_group"),
        state__in=Assignment.WORKED,
    )
    return Task.objects.filter(
        ~Exists(worked), project_id=project_id, stage_key=stage_key, state=Task.State.OPEN
    ).order_by("order_key")
