"""Whether a project has as many people as its recipe needs."""

from collections.abc import Iterator, Mapping
from datetime import datetime

from django.db.models import Sum

from annotate.crowd.models import Channel
from annotate.dashboards.selectors.people_here import people_here
from annotate.projects.models import Project
from annotate.projects.needs import Need
from annotate.projects.recipes import people_short
from annotate.workflow.models import Sample, SampleCounter


def people_missing(projects: Mapping[int, Project], at: datetime) -> Iterator[Need]:
    """Projects with work in which fewer people are than one image needs.

    None of a project that rests, nor of one with an open channel: people come by themselves.
    """
    at_work = _with_work(projects) - _with_channels(projects)
    here = people_here(at_work)
    for pk in sorted(at_work):
        recipe, people = projects[pk].recipe, here.get(pk, ())
        missing = people_short(recipe, [each.teams for each in people])
        if missing > 0:
            data = {"needed": recipe.people_needed, "here": recipe.people_needed - missing}
            yield Need(project_id=pk, kind="people_missing", count=missing, data=data)


def _with_work(projects: Mapping[int, Project]) -> set[int]:
    active = [pk for pk, each in projects.items() if each.state == Project.State.ACTIVE]
    rows = SampleCounter.objects.filter(
        project__in=active, state__in=[Sample.State.WAITING, Sample.State.OPEN]
    )
    sums = rows.values_list("project").annotate(number=Sum("count")).order_by()
    return {pk for pk, number in sums if number > 0}


def _with_channels(projects: Mapping[int, Project]) -> set[int]:
    channels = Channel.objects.filter(project__in=projects, state=Channel.State.OPEN)
    return set(channels.values_list("project", flat=True))
