"""Tell annotators what became of their work: listeners of the workflow, and the receipts."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import F, QuerySet

from annotate.core import clock, rows
from annotate.core.prepared import Parameter, Prepared
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.quality.models import OutcomeNotice
from annotate.workflow.models import Annotation, Assignment, Purpose
from annotate.workflow.selectors.annotations import set_aside
from annotate.workflow.selectors.history import has_rounds

_KEY = ("annotator_id", "sample_id", "occasion")
_VALUES = ("project_id", "assignment_id", "created_at")


def _work(**which: Any) -> QuerySet[Assignment, Any]:
    """Work that was handed in, by its place in the rounds, with what each answer came from."""
    return (
        Assignment.objects.filter(
            state=Assignment.State.SUBMITTED, task__purpose=Purpose.WORK, **which
        )
        .select_related("task")
        .annotate(came_from=F("answer__parent"), from_scratch=F("answer__from_scratch"))
        .order_by("task__index", "pk")
    )


# Asked whenever a sample is finished, so it is built and planned once.
_ON_SAMPLE = Prepared(lambda: _work(sample=Parameter("sample")).exclude(set_aside()))


def note_started_over(assignment_ids: Sequence[int]) -> None:
    """Tell the author of a text that somebody left it for one of their own; no model is told."""
    left = Annotation.objects.filter(
        assignment__in=assignment_ids,
        purpose=Purpose.WORK,
        parent__origin=Annotation.Origin.PERSON,
    ).values("parent")
    _tell(_work(answer__in=left).select_related("project", "task"), OutcomeNotice.Occasion.REPLACED)


def note_finished(project: Project, sample_ids: Sequence[int]) -> None:
    """Tell everybody who worked on these samples how they ended, each of them once.

    Whose text was left for the one that it ended with is told of that instead.
    """
    work = _on_samples(sample_ids)
    for row in work:
        row.project = project  # whose recipe is parsed
    last = {(row.sample_id, row.task.stage_key): row for row in work}
    left = {row.came_from for row in last.values() if row.from_scratch}
    _tell((row for row in work if row.answer_id not in left), OutcomeNotice.Occasion.FINISHED)


def _on_samples(sample_ids: Sequence[int]) -> list[Any]:
    if len(sample_ids) == 1:
        return list(_ON_SAMPLE.all(sample=sample_ids[0]))
    return list(_work(sample__in=sample_ids).exclude(set_aside()))


def _tell(work: Iterable[Assignment], occasion: OutcomeNotice.Occasion) -> None:
    """Where somebody has worked twice on a sample, of the later answer."""
    at = clock.now()
    of_person = {(row.annotator_id, row.sample_id): row for row in work if has_rounds(row)}
    lines = [(*who, occasion, row.project_id, row.pk, at) for who, row in of_person.items()]
    rows.insert_missing(OutcomeNotice, lines, key=_KEY, values=_VALUES)


def mark_read(*, notice: OutcomeNotice) -> None:
    """Note that its annotator has read it; a second time changes nothing."""
    OutcomeNotice.objects.filter(pk=notice.pk, read_at=None).update(read_at=clock.now())


def mark_all_read(*, annotator: User) -> None:
    OutcomeNotice.objects.filter(annotator=annotator, read_at=None).update(read_at=clock.now())
