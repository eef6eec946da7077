"""Two people, or one person twice, at the same moment. Only PostgreSQL lets them meet."""

import uuid
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from annotate.core import errors
from annotate.projects import services as project_services
from annotate.projects.models import Membership, Project
from annotate.workflow import services
from annotate.workflow.models import Annotation, Assignment, Sample, Task
from tests.conftest import Cast, add_samples
from tests.together import together
from tests.workflow.acts import GREEN, claim, fresh, submit, use_recipe

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]
TRIES = 12


@pytest.fixture
def rounds(project: Project) -> Project:
    use_recipe(project, {"key": "description", "rounds": 3})
    return project


def test_a_double_click_holds_one_task(people: Cast, rounds: Project) -> None:
    add_samples(rounds, 30)

    def click() -> Any:
        return services.claim(project=rounds, annotator=people.ada).assignment

    for _ in range(TRIES):
        found = together(click, click, click)
        assert len({assignment.pk for assignment in found}) == 1
        submit(found[0], {"text": GREEN})


def test_people_who_claim_together_get_different_tasks(people: Cast, rounds: Project) -> None:
    add_samples(rounds, 3)
    users = [people.ada, people.ben, people.cleo, people.lead, people.owner]

    def taking(user: Any) -> Callable[[], Any]:
        return lambda: services.claim(project=rounds, annotator=user)

    found = together(*[taking(user) for user in users])
    given = [claimed.assignment.task_id for claimed in found if claimed.assignment]
    assert len(given) == len(set(given)) == 3


def test_a_submission_sent_twice_at_once_counts_once(people: Cast, rounds: Project) -> None:
    add_samples(rounds, TRIES)
    for _ in range(TRIES):
        held, key = claim(rounds, people.ada), uuid.uuid4()

        def send(held: Assignment = held, key: uuid.UUID = key) -> Any:
            return submit(held, {"text": GREEN}, key=key)

        results = together(send, send)
        assert sorted(result.repeated for result in results) == [False, True]
    assert Annotation.objects.count() == TRIES


def test_the_last_two_replicas_open_the_next_stage_once(people: Cast, project: Project) -> None:
    use_recipe(
        project,
        {"key": "caption", "mode": "parallel", "rounds": 2},
        {"key": "description"},
        no_repeat="stage",
    )
    samples = add_samples(project, TRIES)
    for _ in samples:
        one = claim(project, people.ada, "caption")
        two = claim(project, people.ben, "caption")
        together(
            partial(submit, one, {"text": "One"}),
            partial(submit, two, {"text": "Two"}),
        )
    opened = Task.objects.filter(stage_key="description", state="open")
    # Ada and Ben may have been given replicas of different samples.
    finished = Sample.objects.filter(stage_key="description").count()
    assert opened.count() == finished
    assert finished >= TRIES - 2


def test_withdrawing_while_somebody_submits_does_one_after_the_other(
    people: Cast, rounds: Project
) -> None:
    for _ in range(TRIES):
        [sample] = add_samples(rounds, 1)
        held = claim(rounds, people.ada)
        together(
            partial(submit, held, {"text": GREEN}),
            partial(services.withdraw_sample, sample=sample, actor=people.owner, reason="race"),
        )
        sample.refresh_from_db()
        held = fresh(held)
        assert sample.state == "withdrawn"
        assert held.state == "submitted" or held.draft == {"text": GREEN}
        assert not Task.objects.filter(sample=sample, state__in=["open", "held"]).exists()


def test_withdrawing_while_somebody_claims_leaves_no_lease_behind(
    people: Cast, rounds: Project
) -> None:
    for _ in range(TRIES):
        [sample] = add_samples(rounds, 1)
        together(
            lambda: services.claim(project=rounds, annotator=people.ada),
            partial(services.withdraw_sample, sample=sample, actor=people.owner, reason="race"),
        )
        sample.refresh_from_db()
        assert sample.state == "withdrawn"
        assert not Assignment.objects.filter(sample=sample, state="live").exists()
        assert not Task.objects.filter(sample=sample, state__in=["open", "held"]).exists()


@pytest.mark.parametrize("other", ["release", "skip"])
def test_submitting_and_giving_up_at_once_do_one_of_the_two(
    people: Cast, rounds: Project, other: str
) -> None:
    add_samples(rounds, TRIES)
    for _ in range(TRIES):
        held = claim(rounds, people.ada)
        more = {"reason": "other"} if other == "skip" else {}

        def give_up(held: Assignment = held, more: dict[str, str] = more) -> Any:
            return getattr(services, other)(assignment=fresh(held), actor=people.ada, **more)

        together(partial(submit, held, {"text": GREEN}), give_up)
        task = fresh(held).task
        expected = {"submitted": "done", "released": "open", "skipped": "open"}
        assert task.state == expected[fresh(held).state]
        Membership.objects.filter(user=people.ben).update(is_blocked=False)


def test_a_late_answer_and_a_new_claim_do_not_share_a_task(people: Cast, rounds: Project) -> None:
    for number in range(TRIES):
        [sample] = add_samples(rounds, 1)
        late = claim(rounds, people.ada)
        Assignment.objects.filter(pk=late.pk).update(lease_expires_at="2020-01-01T00:00:00Z")
        services.expire_leases()
        together(
            partial(submit, late, {"text": GREEN}),
            lambda: services.claim(project=rounds, annotator=people.ben),
        )
        winners = Assignment.objects.filter(task=late.task, state__in=["live", "submitted"])
        assert winners.count() == 1, number
        services.withdraw_sample(sample=sample, actor=people.owner, reason="next")


def test_changing_a_role_while_its_owner_claims_does_not_deadlock(
    people: Cast, rounds: Project
) -> None:
    add_samples(rounds, TRIES)
    member = Membership.objects.get(project=rounds, user=people.ada)
    for _ in range(TRIES):
        results = together(
            lambda: services.claim(project=rounds, annotator=people.ada),
            lambda: project_services.change_member(
                membership=member, actor=people.owner, role="annotator", is_blocked=None
            ),
        )
        submit(results[0].assignment, {"text": GREEN})


def test_of_two_leads_who_remove_each_other_one_stays(people: Cast, rounds: Project) -> None:
    leads = Membership.objects.filter(project=rounds, role="lead")
    assert leads.count() == 2
    together(
        *[
            partial(project_services.remove_member, membership=lead, actor=lead.user)
            for lead in leads
        ]
    )
    assert leads.all().count() == 1


def test_the_last_use_of_an_invitation_goes_to_one(people: Cast, rounds: Project) -> None:
    Membership.objects.filter(user__in=[people.ada, people.ben]).delete()
    _, secret = project_services.invite(
        project=rounds, actor=people.owner, role="annotator", expires_in_days=1, uses=1
    )
    results = together(
        *[
            partial(project_services.accept_invitation, secret=secret, user=user)
            for user in (people.ada, people.ben)
        ]
    )
    assert sorted(isinstance(result, errors.NotFound) for result in results) == [False, True]
    assert Membership.objects.filter(user__in=[people.ada, people.ben]).count() == 1
