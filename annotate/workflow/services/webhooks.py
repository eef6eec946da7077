"""What endpoints of a project are told of samples that end."""

from collections import defaultdict
from collections.abc import Sequence

from annotate.core.prepared import Parameter, PreparedRows
from annotate.projects.models import Project
from annotate.projects.services import webhooks
from annotate.workflow.models import Sample

_TOLD = PreparedRows(
    lambda: Sample.objects.filter(pk=Parameter("sample"), project__has_webhooks=True).values_list(
        "pk"
    )
)


def note_finished(sample_ids: Sequence[int]) -> None:
    """Tell of samples that are done; one statement where nobody is to be told.

    What is finished in one transaction belongs to one project.
    """
    if _TOLD.first(sample=sample_ids[0]) is None:
        return
    told = Sample.objects.filter(pk__in=sample_ids, project__has_webhooks=True)
    done: dict[Project, list[int]] = defaultdict(list)
    for sample in told.select_related("project").order_by("pk"):
        done[sample.project].append(sample.pk)
    for project, pks in done.items():
        webhooks.note(project, "sample.finished", *({"sample": pk} for pk in pks))
