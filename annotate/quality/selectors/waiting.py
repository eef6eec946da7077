"""What waits for reviewers, over many projects: for notifications, and for the home of leads."""

from collections.abc import Iterator, Mapping
from datetime import datetime

from django.db.models import BooleanField, Case, Count, Min, Q, When

from annotate.notifications.hooks import Found
from annotate.projects.models import Project
from annotate.projects.needs import Need, NeedKind
from annotate.quality.models import Flag

_ANSWERS = Q(annotation__isnull=False)
_IS_ANSWER = Case(When(_ANSWERS, then=True), default=False, output_field=BooleanField())


def review_waiting(at: datetime) -> Iterator[Found]:
    """Projects in which answers with open flags wait for somebody to decide."""
    open_flags = Flag.objects.filter(_ANSWERS, state=Flag.State.OPEN)
    answers = Count("assignment", distinct=True)
    for project, number in open_flags.values_list("project").annotate(number=answers).order_by():
        yield Found(project, "review_waiting", number)


def undecided(projects: Mapping[int, Project], at: datetime) -> Iterator[Need]:
    """Answers with open flags, and skipped tasks with some, that wait for somebody to decide."""
    open_flags = Flag.objects.filter(project__in=projects, state=Flag.State.OPEN)
    sums = (
        open_flags.annotate(is_answer=_IS_ANSWER)
        .values_list("project", "is_answer")
        .annotate(number=Count("assignment", distinct=True), since=Min("created_at"))
        .order_by()
    )
    for project, is_answer, number, since in sums:
        kind: NeedKind = "review_waiting" if is_answer else "skips_waiting"
        yield Need(project_id=project, kind=kind, count=number, since=since)
