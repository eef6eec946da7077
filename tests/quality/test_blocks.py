"""Blocks from a batch, a project, the platform: work goes back, is redone, and all is undone."""

from typing import Any

import pytest

from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.people.models import User
from annotate.projects.models import Membership, Project
from annotate.quality.models import Block, Flag
from annotate.quality.services import blocks
from annotate.workflow.models import Assignment, Batch, BatchBlock, Task
from tests.conftest import Cast, client_of
from tests.quality.checks_at_once import run_checks
from tests.quality.scene import (
    CANNED,
    answer_all,
    caption_recipe,
    captioned,
    codes_of,
    crew,
    give,
    new_samples,
)
from tests.workflow.acts import claim

pytestmark = pytest.mark.django_db
REASON = "The canned text for images that everybody else can describe."


@pytest.fixture
def workers(project: Project) -> list[User]:
    caption_recipe(project)
    return crew(project, 5)


@pytest.fixture
def spam(project: Project, workers: list[User]) -> list[Assignment]:
    """Two answers of the last worker, both with flags."""
    samples = new_samples(project, 2)
    answer_all(samples, workers[:4])
    made = [give(sample, workers[4], captioned(CANNED)) for sample in samples]
    run_checks(project=project)
    return made


def block(lead: User, project: Project, user: User, scope: str = "project", **more: Any) -> Any:
    body = {"user": user.pk, "scope": scope, "reason": REASON, "requeue": False, **more}
    url = f"/api/v1/projects/{project.pk}/blocks"
    return client_of(lead).post(url, body, format="json")


def lift(lead: User, project: Project, block_id: int) -> Any:
    url = f"/api/v1/projects/{project.pk}/blocks/{block_id}/lift"
    return client_of(lead).post(url, {"reason": "We have talked."}, format="json")


def is_blocked(project: Project, user: User) -> bool:
    return Membership.objects.get(project=project, user=user).is_blocked


def claims(project: Project, user: User) -> int:
    status = client_of(user).post(f"/api/v1/projects/{project.pk}/claim").status_code
    return int(status)


def test_a_block_keeps_from_work_and_says_why_and_on_what(
    project: Project, people: Cast, workers: list[User], spam: list[Assignment]
) -> None:
    body = block(people.lead, project, workers[4]).json()
    assert (body["user"]["id"], body["reason"], body["returned"]) == (workers[4].pk, REASON, 0)
    assert body["evidence"] == {
        "flags": {"canned_alone": 2, "canned_often": 2},
        "submissions": 2,
        "rejected": 0,
    }
    assert is_blocked(project, workers[4])
    assert claims(project, workers[4]) == 403
    assert set(Assignment.objects.values_list("verdict", flat=True)) == {"unreviewed"}


def test_what_is_held_goes_back(project: Project, people: Cast, workers: list[User]) -> None:
    new_samples(project, 1)
    held = claim(project, workers[0])
    assert block(people.lead, project, workers[0]).json()["returned"] == 1
    held.refresh_from_db()
    assert held.state == "released"
    assert Task.objects.get(pk=held.task_id).state == "open"


def test_finished_work_can_be_done_again(
    project: Project, people: Cast, workers: list[User], spam: list[Assignment]
) -> None:
    body = block(people.lead, project, workers[4], requeue=True).json()
    assert body["requeued"] == 2
    for answer in spam:
        answer.refresh_from_db()
        assert (answer.verdict, answer.verdict_reason) == ("rejected", REASON)
        assert codes_of(answer) == set()
        assert codes_of(answer, "settled") == {"canned_alone", "canned_often"}
        assert Task.objects.filter(sample=answer.sample, state="open").count() == 1
    assert not Flag.objects.filter(state="open").exists()


def test_what_was_approved_is_not_taken_back(
    project: Project, people: Cast, workers: list[User], spam: list[Assignment]
) -> None:
    Assignment.objects.filter(pk=spam[0].pk).update(verdict="approved")
    assert block(people.lead, project, workers[4], requeue=True).json()["requeued"] == 1
    spam[0].refresh_from_db()
    assert spam[0].verdict == "approved"


def test_much_work_is_given_again_in_the_background(
    project: Project,
    people: Cast,
    workers: list[User],
    spam: list[Assignment],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(blocks, "REQUEUED_AT_ONCE", 1)
    assert block(people.lead, project, workers[4], requeue=True).json()["requeued"] == 0
    job = Job.objects.get(name=blocks.REQUEUE)
    job_services.run(job.pk)
    assert Block.objects.get().requeued == 2
    Job.objects.filter(pk=job.pk).update(state="queued")
    job_services.run(job.pk)
    assert Block.objects.get().requeued == 2


def test_lifting_lets_them_work_again_and_keeps_the_record(
    project: Project, people: Cast, workers: list[User]
) -> None:
    new_samples(project, 1)
    made = block(people.lead, project, workers[0]).json()
    lifted = lift(people.owner, project, made["id"]).json()
    assert (lifted["lifted_by"]["id"], lifted["lift_reason"]) == (
        people.owner.pk,
        "We have talked.",
    )
    assert not is_blocked(project, workers[0])
    assert claims(project, workers[0]) == 200
    assert lift(people.owner, project, made["id"]).status_code == 409
    assert Block.objects.count() == 1


def test_block_and_lift_are_in_the_audit_trail(
    project: Project, people: Cast, workers: list[User]
) -> None:
    made = block(people.lead, project, workers[0]).json()
    lift(people.owner, project, made["id"])
    blocked = project.audit.get(verb="member.blocked")
    lifted = project.audit.get(verb="member.unblocked")
    assert (blocked.actor, blocked.target, blocked.data["reason"]) == (
        people.lead,
        workers[0].username,
        REASON,
    )
    assert (lifted.actor, lifted.data["reason"]) == (people.owner, "We have talked.")


def test_nobody_is_blocked_twice(project: Project, people: Cast, workers: list[User]) -> None:
    assert block(people.lead, project, workers[0]).status_code == 201
    again = block(people.lead, project, workers[0])
    assert (again.status_code, again.json()["error"]["code"]) == (409, "already_blocked")
    assert Block.objects.count() == 1


def test_a_block_from_one_batch_leaves_the_others(
    project: Project, people: Cast, workers: list[User]
) -> None:
    one, two = (
        Batch.objects.create(project=project, number=number, created_by=people.owner)
        for number in (1, 2)
    )
    made = block(people.lead, project, workers[0], "batch", batch=one.pk).json()
    assert (made["scope"], made["batch"]) == ("batch", one.pk)
    assert not is_blocked(project, workers[0])
    assert list(BatchBlock.objects.values_list("batch", "user")) == [(one.pk, workers[0].pk)]
    assert block(people.lead, project, workers[0], "batch", batch=two.pk).status_code == 201
    lift(people.lead, project, made["id"])
    assert list(BatchBlock.objects.values_list("batch", flat=True)) == [two.pk]


def test_only_an_admin_blocks_from_the_platform(
    project: Project, people: Cast, workers: list[User]
) -> None:
    assert block(people.lead, project, workers[0], "platform").status_code == 403
    assert not Block.objects.exists()
    made = block(people.admin, project, workers[0], "platform")
    assert made.status_code == 201
    assert User.objects.get(pk=workers[0].pk).is_blocked
    assert lift(people.lead, project, made.json()["id"]).status_code == 403
    assert lift(people.admin, project, made.json()["id"]).status_code == 200
    assert not User.objects.get(pk=workers[0].pk).is_blocked


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"reason": ""}, 422),
        ({"scope": "world"}, 422),
        ({"scope": "batch"}, 422),
        ({"scope": "batch", "batch": 10**9}, 422),
    ],
)
def test_a_block_that_means_nobody_or_nothing_is_refused(
    project: Project,
    people: Cast,
    workers: list[User],
    changes: dict[str, Any],
    status: int,
) -> None:
    assert block(people.lead, project, workers[0], **changes).status_code == status
    assert not Block.objects.exists()


def test_a_stranger_cannot_be_blocked(project: Project, people: Cast) -> None:
    refused = block(people.lead, project, people.stranger)
    assert (refused.status_code, refused.json()["error"]["fields"][0]["path"]) == (422, "user")


def test_leads_are_not_blocked(project: Project, people: Cast) -> None:
    refused = block(people.lead, project, people.owner)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "not_blockable")


def test_the_list_shows_who_is_and_was_blocked(
    project: Project, people: Cast, workers: list[User]
) -> None:
    first = block(people.lead, project, workers[0]).json()
    second = block(people.lead, project, workers[1]).json()
    lift(people.lead, project, first["id"])
    url = f"/api/v1/projects/{project.pk}/blocks"
    rows = client_of(people.reviewer).get(url).json()
    assert [(row["id"], row["lifted_at"] is None) for row in rows] == [
        (second["id"], True),
        (first["id"], False),
    ]
