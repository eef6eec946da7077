"""The projects of somebody who leads or reviews, at a glance: a page costs six statements."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Max, Q, QuerySet, Sum

from annotate.core import clock
from annotate.dashboards.schemas import home as schemas
from annotate.dashboards.selectors.people_here import Here, people_here
from annotate.people.models import User
from annotate.projects.models import Membership, Project, Role
from annotate.projects.recipes import people_short
from annotate.projects.selectors import led_by
from annotate.workflow.models import DailyStats, Sample, SampleCounter

_State = Sample.State


@dataclass(frozen=True)
class _Activity:
    """What people did: when last, how many of them lately, and how many answers in all."""

    last: datetime | None = None
    today: int = 0
    this_week: int = 0
    answers: int = 0


def led_memberships(user: User) -> QuerySet[Membership]:
    return led_by(user).select_related("project")


def at_a_glance(led: Sequence[Membership]) -> list[schemas.HomeProject]:
    """Where the samples of each project are, who is active, and what is not set up yet."""
    ids = [membership.project_id for membership in led]
    samples, activity, here = _samples(ids), _activity(ids), people_here(ids)
    return [
        _project(membership, samples[pk], activity.get(pk, _Activity()), here.get(pk, ()))
        for pk, membership in zip(ids, led, strict=True)
    ]


def _samples(ids: Iterable[int]) -> Mapping[int, Counter[str]]:
    rows = SampleCounter.objects.filter(project__in=ids).values_list("project", "state")
    by_state: dict[int, Counter[str]] = defaultdict(Counter)
    for project, state, number in rows.annotate(number=Sum("count")).order_by():
        by_state[project][state] += number
    return by_state


def _activity(ids: Iterable[int]) -> dict[int, _Activity]:
    at = clock.now()
    rows = DailyStats.objects.filter(project__in=ids).values_list("project")
    sums = rows.annotate(
        last=Max("last_at"),
        today=_people_since(at - timedelta(days=1)),
        this_week=_people_since(at - timedelta(days=7)),
        answers=Sum("submissions"),
    )
    return {project: _Activity(*figures) for project, *figures in sums.order_by()}


def _people_since(at: datetime) -> Count:
    recent = Q(last_at__gt=at, submissions__gt=0)
    return Count("annotator", distinct=True, filter=recent)


def _project(
    membership: Membership, samples: Counter[str], activity: _Activity, here: Sequence[Here]
) -> schemas.HomeProject:
    project = membership.project
    return schemas.HomeProject(
        id=project.pk,
        name=project.name,
        state=Project.State(project.state),
        role=Role(membership.role),
        samples=samples.total() - samples[_State.WITHDRAWN],
        done=samples[_State.DONE],
        active_today=activity.today,
        active_this_week=activity.this_week,
        last_activity=activity.last,
        setup=_setup(project, samples, activity, here),
    )


def _setup(
    project: Project, samples: Counter[str], activity: _Activity, here: Sequence[Here]
) -> list[schemas.SetupStep]:
    """What is missing, in the order in which one thing waits for another."""
    if activity.answers:
        return []
    some = samples.total() - samples[_State.WITHDRAWN] > 0
    is_seeded = any(stage.seeded for stage in project.recipe.stages)
    missing: dict[schemas.SetupStep, bool] = {
        "images": not some,
        "seeds": is_seeded and (not some or samples[_State.WAITING] > 0),
        "people": people_short(project.recipe, [each.teams for each in here]) > 0,
    }
    return [step for step, is_missing in missing.items() if is_missing]
