"""Assignments, only ever fetched for the person who holds them."""

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
    """One assignment of this person, alone."""
    return _of(annotator, _ROW.first(assignment=assignment_id, annotator=annotator.pk))


def assignment_of(annotator: User, assignment_id: int) -> Assignment:
    """One assignment of this person with all that work on it needs."""
    return _of(annotator, _ASSIGNMENT.first(assignment=assignment_id, annotator=annotator.pk))


def _of(annotator: User, assignment: Assignment | None) -> Assignment:
    if assignment is None:
        raise errors.NotFound
    assignment.annotator = annotator
    return assignment


def own_hit(annotator: User, hit_id: int) -> Hit:
    hit = Hit.objects.select_related("project").filter(pk=hit_id, annotator=annotator).first()
    if hit is None:
        raise errors.NotFound
    hit.annotator = annotator
    return hit
