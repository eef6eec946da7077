"""What is taken ahead, when its holder, the clock and others reach for it at the same moment."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from annotate.core import clock
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.workflow import services
from annotate.workflow.models import Assignment, Transition
from annotate.workflow.services.claim import PLENTY
from tests.conftest import Cast, add_samples
from tests.together import together
from tests.workflow.acts import GREEN, claim, fresh, submit, use_recipe

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]
TRIES = 8


@pytest.fixture
def plenty(project: Project) -> Project:
    use_recipe(project, {"key": "description"})
    add_samples(project, PLENTY + 5 * TRIES)
    return project


def ahead(project: Project, user: User) -> Any:
    return services.prefetch(project=project, annotator=user).assignment


def run_out(assignment: Assignment) -> None:
    past = clock.now() - timedelta(minutes=1)
    Assignment.objects.filter(pk=assignment.pk).update(lease_expires_at=past)


def live(user: User) -> list[Assignment]:
    return list(Assignment.objects.filter(annotator=user, state="live").order_by("is_ahead"))


def test_two_pages_that_take_ahead_hold_one(people: Cast, plenty: Project) -> None:
    for _ in range(TRIES):
        held = claim(plenty, people.ada)
        one, two = together(partial(ahead, plenty, people.ada), partial(ahead, plenty, people.ada))
        assert one.pk == two.pk
        assert len(live(people.ada)) == 2
        submit(held, {"text": GREEN})


def test_submitting_and_taking_ahead_leave_one_task_to_go_on_with(
    people: Cast, plenty: Project
) -> None:
    for _ in range(TRIES):
        held = claim(plenty, people.ada)
        together(partial(submit, held, {"text": GREEN}), partial(ahead, plenty, people.ada))
        assert fresh(held).state == "submitted"
        begun = claim(plenty, people.ada)
        assert [each.pk for each in live(people.ada)] == [begun.pk]
        assert not fresh(begun).is_ahead


def test_it_is_begun_once_however_many_pages_begin_it(people: Cast, plenty: Project) -> None:
    for _ in range(TRIES):
        held = claim(plenty, people.ada)
        next_one = ahead(plenty, people.ada)
        submit(held, {"text": GREEN})
        together(
            partial(claim, plenty, people.ada),
            partial(claim, plenty, people.ada),
            partial(services.heartbeat, assignment=fresh(next_one), active_seconds=0),
        )
        opened = Transition.objects.filter(subject_id=next_one.pk, reason="opened")
        assert opened.filter(subject="assignment").count() == 1
        assert [each.pk for each in live(people.ada)] == [next_one.pk]


def test_the_clock_and_the_claim_that_begins_it_do_one_of_the_two(
    people: Cast, plenty: Project
) -> None:
    for _ in range(TRIES):
        held = claim(plenty, people.ada)
        next_one = ahead(plenty, people.ada)
        submit(held, {"text": GREEN})
        run_out(next_one)
        begun, _ = together(partial(claim, plenty, people.ada), services.expire_leases)
        assert [each.pk for each in live(people.ada)] == [begun.pk]
        next_one = fresh(next_one)
        if next_one.state == "live":
            assert (next_one.task.state, next_one.is_ahead) == ("held", False)
        else:
            assert (next_one.state, next_one.task.state) == (
                "expired",
                "open",
            ) or begun.task_id == (next_one.task_id)
        submit(begun, {"text": GREEN})


def test_a_sign_of_life_and_the_clock_leave_no_task_without_its_holder(
    people: Cast, plenty: Project
) -> None:
    for _ in range(TRIES):
        held = claim(plenty, people.ada)
        next_one = ahead(plenty, people.ada)
        run_out(next_one)
        together(
            partial(services.heartbeat, assignment=fresh(held), active_seconds=0),
            services.expire_leases,
        )
        next_one = fresh(next_one)
        states = (next_one.state, next_one.task.state)
        assert states in (("live", "held"), ("expired", "open"))
        submit(held, {"text": GREEN})
        submit(claim(plenty, people.ada), {"text": GREEN})


def test_blocking_somebody_while_they_take_ahead_leaves_them_nothing(
    people: Cast, plenty: Project
) -> None:
    for _ in range(TRIES):
        claim(plenty, people.ada)
        block = partial(services.block, user=people.ada, scope="project", project=plenty)
        together(
            partial(block, actor=people.owner, reason="race"), partial(ahead, plenty, people.ada)
        )
        assert live(people.ada) == []
        services.unblock(user=people.ada, scope="project", project=plenty, actor=people.owner)


def test_people_who_take_ahead_together_get_different_tasks(people: Cast, plenty: Project) -> None:
    users = [people.ada, people.ben, people.cleo, people.lead, people.owner]
    for user in users:
        claim(plenty, user)
    found = together(*[partial(ahead, plenty, user) for user in users])
    assert len({each.task_id for each in found}) == len(users)
