"""Tell annotators what became of their work: listeners of the workflow, and the receipts."""

from collections.abc import Iterable, Sequence

from django.db.models import QuerySet

from annotate.core import clock
from annotate.people.models import User
from annotate.quality.models import OutcomeNotice
from annotate.workflow.models import Annotation, Assignment, Purpose
from annotate.workflow.selectors.annotations import set_aside
from annotate.workflow.selectors.history import has_rounds


def note_started_over(assignment_ids: Sequence[int]) -> None:
    """Tell the author of a text that somebody left it for one of their own; no model is told."""
    left = Annotation.objects.filter(
        assignment__in=assignment_ids,
        purpose=Purpose.WORK,
        parent__origin=Annotation.Origin.PERSON,
    ).values("parent")
    _tell(_work().filter(answer__in=left), OutcomeNotice.Occasion.REPLACED)


def note_finished(sample_ids: Sequence[int]) -> None:
    """Tell everybody who worked on these samples how they ended, each of them once.

    Whose text was left for the one that it ended with is told of that instead.
    """
    rows = list(_work().filter(sample__in=sample_ids).exclude(set_aside()))
    last = {(row.sample_id, row.task.stage_key): row.answer for row in rows}
    left = {answer.parent_id for answer in last.values() if answer and answer.from_scratch}
    _tell((row for row in rows if row.answer_id not in left), OutcomeNotice.Occasion.FINISHED)


def _work() -> QuerySet[Assignment]:
    """Work that was handed in, by its place in the rounds."""
    return (
        Assignment.objects.filter(state=Assignment.State.SUBMITTED, task__purpose=Purpose.WORK)
        .select_related("project", "task", "answer")
        .defer("draft", "answer__value", "answer__measures", "answer__decision")
        .order_by("task__index", "pk")
    )


def _tell(work: Iterable[Assignment], occasion: OutcomeNotice.Occasion) -> None:
    """Where somebody has worked twice on a sample, of the later answer."""
    at = clock.now()
    of_person = {(row.sample_id, row.annotator_id): row for row in work if has_rounds(row)}
    OutcomeNotice.objects.bulk_create(
        (
            OutcomeNotice(
                project_id=row.project_id,
                sample_id=row.sample_id,
                annotator_id=row.annotator_id,
                assignment=row,
                occasion=occasion,
                created_at=at,
            )
            for row in of_person.values()
        ),
        ignore_conflicts=True,
    )


def mark_read(*, notice: OutcomeNotice) -> None:
    """Note that its annotator has read it; a second time changes nothing."""
    OutcomeNotice.objects.filter(pk=notice.pk, read_at=None).update(read_at=clock.now())


def mark_all_read(*, annotator: User) -> None:
    OutcomeNotice.objects.filter(annotator=annotator, read_at=None).update(read_at=clock.now())
