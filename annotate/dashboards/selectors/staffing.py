"""Work that nobody of the project may take any more."""

from django.db.models import Count, OuterRef, Q, Subquery

from annotate.dashboards.schemas.overview import Blocked
from annotate.projects.models import Membership, Project, Role
from annotate.projects.recipes import StageSpec
from annotate.workflow.models import Assignment, Task
from annotate.workflow.selectors.queue import other_bars

# Open tasks of a stage that are looked at. What nobody may take stays open while what comes after
# it is handed out, so that it gathers at the front: enough to warn, whatever else is open.
LOOKED_AT = 1000


def waiting_for_new_people(project: Project) -> Blocked:
    """Count open tasks that no annotator may take: each of them has worked on the sample.

    Leads and reviewers may annotate, but nobody can count on it. Of each stage the first thousand
    open tasks are looked at, in the order in which they are handed out.
    """
    members = Membership.objects.filter(
        project=project, is_blocked=False, user__is_blocked=False, role=Role.ANNOTATOR
    )
    people = list(members.values_list("user", flat=True))
    stuck = [_stuck(project, stage, people) for stage in project.recipe.stages] if people else []
    return Blocked(samples_waiting_for_new_people=sum(stuck), annotators=len(people))


def _stuck(project: Project, stage: StageSpec, people: list[int]) -> int:
    first = Task.objects.filter(
        project=project, stage_key=stage.key, state=Task.State.OPEN
    ).order_by("order_key")
    ids = list(first.values_list("pk", flat=True)[:LOOKED_AT])
    if not ids:
        return 0
    worked = Assignment.objects.filter(
        _bars(project, stage),
        sample_id=OuterRef("sample_id"),
        state__in=Assignment.WORKED,
        annotator__in=people,
    ).order_by()
    there = worked.values("sample_id").annotate(number=Count("annotator", distinct=True))
    looked_at = Task.objects.filter(pk__in=ids).annotate(people=Subquery(there.values("number")))
    return looked_at.filter(people__gte=len(people)).count()


def _bars(project: Project, stage: StageSpec) -> Q:
    """Return the work on a sample that keeps its author from a task there, as claims see it."""
    own = Q(exclusion_group=OuterRef("exclusion_group"))
    more = other_bars(project.recipe, stage)
    return own if more is None else own | more
