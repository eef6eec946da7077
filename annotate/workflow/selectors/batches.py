"""Batches with how far they are, and what people said about images they declined."""

from collections.abc import Collection
from typing import Any

from django.db.models import Count, Q, QuerySet

from annotate.core import errors
from annotate.projects.models import Project
from annotate.workflow.models import Assignment, Batch, Purpose, Sample


def batches(project: Project) -> QuerySet[Any]:
    """The batches of a project, the newest first, with counts."""
    done = Count("samples", filter=Q(samples__state=Sample.State.DONE), distinct=True)
    return (
        Batch.objects.filter(project=project)
        .annotate(
            size=Count("samples", distinct=True),
            done=done,
            carried=Count("blocks", filter=Q(blocks__carried_over=True), distinct=True),
        )
        .order_by("-number")
    )


def batch_of(project: Project, batch_id: int) -> Any:
    """One batch of this project with its counts."""
    found = batches(project).filter(pk=batch_id).select_related("project").first()
    if found is None:
        raise errors.NotFound
    return found


def skips_of(sample_ids: Collection[int]) -> list[Assignment]:
    """Who declined these samples, with reason and comment, oldest first."""
    skipped = Assignment.objects.filter(
        sample__in=sample_ids, state=Assignment.State.SKIPPED, task__purpose=Purpose.WORK
    )
    return list(skipped.select_related("annotator", "task").order_by("pk"))
