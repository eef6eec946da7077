"""Who may work in projects and can be counted on: the one place that says who is here."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q

from annotate.projects.models import Membership, Role
from annotate.workflow.models import Assignment, DailyStats


@dataclass(frozen=True)
class Here:
    """One person in one project."""

    user: int
    teams: frozenset[str]


def people_here(project_ids: Iterable[int]) -> Mapping[int, Sequence[Here]]:
    """Annotators who may work, and whoever else has worked in the project or does now.

    Leads and reviewers may annotate, but nobody can count on it before they have. Blocked and
    locked accounts count nowhere. One statement for all projects.
    """
    of_theirs = {"project": OuterRef("project"), "annotator": OuterRef("user")}
    worked = Exists(DailyStats.objects.filter(**of_theirs))
    works = Exists(Assignment.objects.filter(**of_theirs, state=Assignment.State.LIVE))
    members = Membership.objects.filter(
        Q(role=Role.ANNOTATOR) | worked | works,
        project__in=project_ids,
        is_blocked=False,
        user__is_active=True,
        user__is_blocked=False,
    )
    here: dict[int, list[Here]] = defaultdict(list)
    for project, user, teams in members.values_list("project", "user", "teams"):
        here[project].append(Here(user, frozenset(teams)))
    return here
