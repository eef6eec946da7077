"""Many people add to the same sums at once, and somebody makes them anew. PostgreSQL only."""

import random
from functools import partial

import pytest
from django.db import connection

from annotate.core import errors
from annotate.people.models import User
from annotate.projects.models import Membership, Project, Role
from annotate.workflow import services
from annotate.workflow.models import HistogramBin, Sample, SampleCounter
from annotate.workflow.services.counters import rebuild
from tests.conftest import Cast
from tests.together import together
from tests.workflow import aggregates
from tests.workflow.acts import submit, use_recipe

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]
PEOPLE, SAMPLES = 8, 16


def crew(project: Project) -> list[User]:
    users = [User.objects.create(username=f"crew-{number}") for number in range(PEOPLE)]
    for user in users:
        Membership.objects.create(project=project, user=user, role=Role.ANNOTATOR)
    return users


def annotate(project: Project, user: User) -> int:
    """Submit until nothing is left; return how many submissions were refused."""
    chance, refused, idle = random.Random(user.pk), 0, 0
    while idle < 10:
        held = services.claim(project=project, annotator=user).assignment
        if held is None:
            idle += 1
            continue
        idle = 0
        words = " ".join(chance.choices(["a", "red", "kite", "over", "trees"], k=6))
        try:
            submit(held, {"text": words}, seconds=0)
        except errors.AppError:
            refused += 1
    return refused


def rebuild_often(project: Project) -> None:
    for _ in range(12):
        rebuild.rebuild(project)


def test_sums_stay_right_while_they_are_made_anew(people: Cast, project: Project) -> None:
    """Two make them anew at once: what is missing must not be added by both."""
    use_recipe(project, {"key": "description", "rounds": 3})
    aggregates.split_samples(project, SAMPLES)
    SampleCounter.objects.update(count=100)
    users = crew(project)
    together(
        partial(rebuild_often, project),
        partial(rebuild_often, project),
        *[partial(annotate, project, user) for user in users],
        seconds=240,
    )
    assert not Sample.objects.exclude(state="done").exists()
    assert HistogramBin.objects.exists()
    assert aggregates.that_differ(project) == []


def test_nobody_who_submits_waits_for_a_rebuild(people: Cast, project: Project) -> None:
    """A rebuild only reads for most of its time; here it reads for as long as the others work."""
    use_recipe(project, {"key": "description", "rounds": 1})
    aggregates.split_samples(project, 6)
    [user] = crew(project)[:1]
    before = rebuild._snapshot
    seen: list[int] = []

    def reading() -> None:
        with before():
            rebuild._differences(project)
            seen.append(together(partial(annotate, project, user))[0])

    together(reading, seconds=60)
    assert seen == [0]
    connection.close()
    assert not Sample.objects.exclude(state="done").exists()
    assert aggregates.that_differ(project) == []
