"""Blocks: of a batch, a project, the platform. What was held goes back; drafts stay."""

import pytest

from annotate.core import errors
from annotate.people.models import User
from annotate.projects import access
from annotate.projects.models import AuditEvent, Membership, Project
from annotate.workflow import services
from annotate.workflow.models import Assignment, Sample
from annotate.workflow.services.review import Scope
from tests.conftest import Cast, NewProject, add_samples, client_of
from tests.workflow.acts import (
    claim,
    code_of,
    draft,
    fresh,
    submit,
    use_recipe,
    why_nothing,
)
from tests.workflow.hit_acts import claim_hit, give_hits, in_hit

pytestmark = pytest.mark.django_db


@pytest.fixture
def samples(project: Project) -> list[Sample]:
    use_recipe(project, {"key": "description", "rounds": 2})
    return add_samples(project, 4)


def block(project: Project, user: User, actor: User, scope: Scope = "project") -> services.Blocked:
    return services.block(user=user, scope=scope, project=project, actor=actor, reason="Spam")


def refused_work(project: Project, user: User) -> str:
    with pytest.raises(errors.Forbidden) as refused:
        services.claim(project=project, annotator=user)
    with pytest.raises(errors.Forbidden):
        access.worker(User.objects.get(pk=user.pk), project.pk)
    return code_of(refused.value)


def test_who_is_blocked_from_a_project_gives_back_what_they_hold(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    held = claim(project, people.ada)
    draft(held, "Half", version=0)
    assert block(project, people.ada, people.owner) == services.Blocked(returned=1)
    now = fresh(held)
    assert (now.state, now.task.state, now.draft) == ("released", "open", {"text": "Half"})
    last = now.sample.transitions.filter(subject="assignment").latest("pk")
    assert (last.reason, last.actor) == ("blocked", people.owner)
    assert refused_work(project, people.ada) == "blocked"
    with pytest.raises(errors.Conflict):
        submit(held, {"text": "Too late."})


def test_a_held_hit_goes_back_whole(people: Cast, project: Project) -> None:
    give_hits(project)
    add_samples(project, 3)
    hit = claim_hit(project, people.ada)
    assert block(project, people.ada, people.owner).returned == 3
    hit.refresh_from_db()
    assert hit.state == "released"
    assert {each.task.state for each in in_hit(hit)} == {"open"}


def test_work_goes_on_after_the_block_is_lifted(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    block(project, people.ada, people.owner)
    services.unblock(user=people.ada, scope="project", project=project, actor=people.owner)
    assert claim(project, people.ada).state == "live"
    verbs = AuditEvent.objects.filter(verb__startswith="member.").values_list("verb", flat=True)
    assert {"member.blocked", "member.unblocked"} <= set(verbs)


def test_only_an_admin_blocks_from_the_platform(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    with pytest.raises(errors.Forbidden):
        block(project, people.ada, people.owner, "platform")
    assert claim(project, people.ada).state == "live"


def test_a_block_from_the_platform_holds_in_every_project(
    people: Cast, project: Project, samples: list[Sample], new_project: NewProject
) -> None:
    other = new_project()
    add_samples(other, 1)
    claim(project, people.ada)
    claim(other, people.ada)
    assert block(project, people.ada, people.admin, "platform").returned == 2
    assert refused_work(project, people.ada) == "blocked"
    assert refused_work(other, people.ada) == "blocked"
    user = User.objects.get(pk=people.ada.pk)
    reasons = [each["reason"] for each in client_of(user).get("/api/v1/work").json()["projects"]]
    assert reasons == ["blocked", "blocked"]
    assert client_of(user).get("/api/v1/history").status_code == 200
    services.unblock(user=user, scope="platform", project=project, actor=people.admin)
    assert claim(other, people.ada).state == "live"
    assert not Membership.objects.filter(is_restricted=True).exists()


def test_a_block_from_a_batch_leaves_the_others(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    first = services.make_batch(project=project, actor=people.owner, size=2)
    held = claim(project, people.ada)
    assert held.sample.batch_id == first.pk
    services.block(
        user=people.ada,
        scope="batch",
        project=project,
        batch=first,
        actor=people.owner,
        reason="Spam",
    )
    assert fresh(held).state == "released"
    assert why_nothing(project, people.ada) == "no_more_for_you"
    stages = client_of(people.ada).get("/api/v1/work").json()["projects"][0]["stages"]
    assert [each["available"] for each in stages] == [False]
    assert claim(project, people.ben).sample.batch_id == first.pk
    second = services.make_batch(project=project, actor=people.owner, size=2)
    assert claim(project, people.ada).sample.batch_id == second.pk


def test_blocks_are_carried_over_when_a_lead_says_so(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    first = services.make_batch(project=project, actor=people.owner, size=2)
    services.block(
        user=people.ada,
        scope="batch",
        project=project,
        batch=first,
        actor=people.owner,
        reason="Spam",
    )
    second = services.make_batch(project=project, actor=people.owner, size=2, carry_over=True)
    assert why_nothing(project, people.ada) == "no_more_for_you"
    services.unblock(
        user=people.ada, scope="batch", project=project, batch=second, actor=people.owner
    )
    assert claim(project, people.ada).sample.batch_id == second.pk
    assert Membership.objects.get(project=project, user=people.ada).is_restricted


def test_a_batch_of_another_project_blocks_nobody_here(
    people: Cast, project: Project, samples: list[Sample], new_project: NewProject
) -> None:
    other = new_project()
    add_samples(other, 1)
    theirs = services.make_batch(project=other, actor=people.owner, size=1)
    with pytest.raises(errors.Invalid):
        services.block(
            user=people.ada,
            scope="batch",
            project=project,
            batch=theirs,
            actor=people.owner,
            reason="Spam",
        )


def test_the_last_lead_is_not_blocked(people: Cast, project: Project) -> None:
    block(project, people.lead, people.owner)
    with pytest.raises(errors.Conflict) as refused:
        block(project, people.owner, people.owner)
    assert code_of(refused.value) == "last_lead"
    assert not Assignment.objects.exists()
