"""What somebody has submitted, newest first, and what became of it."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from rest_framework.request import Request

from annotate.core import errors
from annotate.core.operations import paginate_together
from annotate.core.schemas import Page
from annotate.people.models import User
from annotate.workflow import answers, hooks
from annotate.workflow.models import Assignment
from annotate.workflow.schemas.history import HistoryDetail, HistoryItem, Remarks
from annotate.workflow.schemas.shown import NamedProject, ShownImage, StageName
from annotate.workflow.selectors.outcome import outcome_of, states_of


def history(annotator: User) -> QuerySet[Assignment]:
    return (
        Assignment.objects.filter(annotator=annotator, state=Assignment.State.SUBMITTED)
        .select_related("project", "task", "sample__image", "answer__outcome")
        .defer("answer__value", "answer__measures", "draft")
    )


def history_page(request: Request, annotator: User) -> Page[HistoryItem]:
    return paginate_together(
        request, history(annotator), _with_outcomes, ordering=("-ended_at", "-id")
    )


def _with_outcomes(page: list[Assignment]) -> list[HistoryItem]:
    states = states_of(page)
    remarks = hooks.remarks_on([row.answer_id for row in page if row.answer_id])
    return [HistoryItem(**_submitted(row, remarks), outcome=states[row.pk]) for row in page]


def history_detail(annotator: User, assignment_id: int) -> HistoryDetail:
    """One submission of this person with its answer and start.

    Raises:
        NotFound: they have submitted nothing of this number.
    """
    rows = history(annotator).defer(None).select_related("task__about", "base")
    assignment = rows.filter(pk=assignment_id).first()
    if assignment is None or assignment.answer is None:
        raise errors.NotFound
    stage = assignment.project.recipe.stage(assignment.task.stage_key)
    kind, order = stage.kind_object, assignment.arrangement
    start = answers.typed(assignment.base)
    return HistoryDetail(
        **_submitted(assignment, hooks.remarks_on([assignment.answer.pk])),
        settings=stage.settings,
        about=answers.arranged(kind, assignment.task.about, order),
        mine=answers.as_given(kind, assignment.answer.value, order),
        start=kind.dump(kind.seed_from(start)) if start is not None else None,
        outcome=outcome_of(assignment),
    )


def _submitted(assignment: Assignment, remarks: Mapping[int, tuple[int, int]]) -> dict[str, Any]:
    """The fields of `SubmittedWork`."""
    count, unread = remarks.get(assignment.answer_id or 0, (0, 0))
    return {
        "assignment_id": assignment.pk,
        "project": NamedProject.of(assignment.project),
        "stage": StageName.of(assignment.project.recipe.stage(assignment.task.stage_key)),
        "image": ShownImage.of(assignment.sample.image),
        "hit": assignment.hit_id,
        "submitted_at": assignment.ended_at,
        "active_seconds": assignment.active_seconds,
        "feedback": Remarks(count=count, unread=unread),
    }
