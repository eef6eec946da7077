"""Work that nobody of the project may take any more."""

from django.db.models import Count, OuterRef, Q, Subquery, Value
from django.db.models.lookups import Exact

from annotate.projects.models import Membership, Project, Role
from annotate.workflow.models import Assignment, Task
from annotate.workflow.selectors.queue import other_bars

COUNTED_STUCK = 1000


def waiting_for_new_people(project: Project) -> dict[str, int]:
    """Count open tasks that no annotator may take: each of them has worked on the sample.

    Leads and reviewers may annotate, but nobody can count on it. Counting stops at a thousand:
    enough to warn.
    """
    members = Membership.objects.filter(
        project=project, is_blocked=False, user__is_blocked=False, role=Role.ANNOTATOR
    ).values("user")
    number = members.count()
    worked = Assignment.objects.filter(
        _bars(project),
        sample_id=OuterRef("sample_id"),
        state__in=Assignment.WORKED,
        annotator__in=members,
    ).order_by()
    people = worked.values("sample_id").annotate(number=Count("annotator", distinct=True))
    stuck = (
        Task.objects.filter(project=project, state=Task.State.OPEN)
        .annotate(people=Subquery(people.values("number")))
        .filter(people__gte=number)
    )
    return {
        "samples_waiting_for_new_people": stuck[:COUNTED_STUCK].count() if number else 0,
        "annotators": number,
    }


def _bars(project: Project) -> Q:
    """Return the work on a sample that keeps its author from a task there, as claims see it."""
    bars = Q(exclusion_group=OuterRef("exclusion_group"))
    for stage in project.recipe.stages:
        more = other_bars(project.recipe, stage)
        if more is not None:
            bars |= Q(more, Exact(OuterRef("stage_key"), Value(stage.key)))
    return bars
