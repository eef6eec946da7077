"""Assignments, only ever fetched for the person who holds them."""

from django.db.models import QuerySet

from annotate.core import errors
from annotate.core.prepared import Parameter, Prepared
from annotate.people.models import User
from annotate.workflow.models import Assignment, Hit

_ASSIGNMENT = Prepared(
    lambda: Assignment.objects.select_related("project", "task", "sample__image", "base").filter(
        pk=Parameter("assignment"), annotator=Parameter("annotator")
    )
)


_ROW = Prepared(
    lambda: Assignment.objects.filter(pk=Parameter("assignment"), annotator=Parameter("annotator"))
)


def own_assignment(annotator: User, assignment_id: int) -> Assignment:
    """Return one assignment of this person, alone, or raise NotFound."""
    found = _ROW.first(assignment=assignment_id, annotator=annotator.pk)
    if found is None:
        raise errors.NotFound
    return found


def assignment_of(annotator: User, assignment_id: int) -> Assignment:
    """Return one assignment of this person with all that work on it needs, or raise NotFound."""
    found = _ASSIGNMENT.first(assignment=assignment_id, annotator=annotator.pk)
    if found is None:
        raise errors.NotFound
    return found


def history(annotator: User) -> QuerySet[Assignment]:
    """Return what this person has submitted, newest first."""
    return (
        Assignment.objects.filter(annotator=annotator, state=Assignment.State.SUBMITTED)
        .select_related("project", "task", "sample__image", "answer__outcome")
        .defer("answer__value", "answer__measures", "draft")
        .order_by("-ended_at", "-pk")
    )


def submitted_of(annotator: User, assignment_id: int) -> Assignment:
    """Return one submission of this person with its answer and start, or raise NotFound."""
    every = history(annotator).defer(None).select_related("task__about", "base")
    found = every.filter(pk=assignment_id).first()
    if found is None:
        raise errors.NotFound
    return found


def own_hit(annotator: User, hit_id: int) -> Hit:
    """Return one HIT of this person, or raise NotFound."""
    found = Hit.objects.select_related("project").filter(pk=hit_id, annotator=annotator).first()
    if found is None:
        raise errors.NotFound
    return found
