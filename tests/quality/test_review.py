"""Verdicts: flags follow, work is given again, everything is on record and can be taken back."""

from typing import Any

import pytest

from annotate.people.models import User
from annotate.projects.models import Project
from annotate.quality.models import Flag
from annotate.workflow.models import Assignment, Task
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

pytestmark = pytest.mark.django_db


@pytest.fixture
def odd(project: Project) -> Assignment:
    """The canned text where four others describe the image; it has two flags."""
    caption_recipe(project)
    workers = crew(project, 5)
    (sample,) = new_samples(project, 1)
    answer_all([sample], workers[:4])
    made = give(sample, workers[4], captioned(CANNED))
    run_checks(project=project)
    assert len(codes_of(made)) == 2
    return made


def judge(user: User, odd: Assignment, verdict: str, **more: Any) -> Any:
    url = f"/api/v1/projects/{odd.project_id}/review/{odd.answer_id}"
    return client_of(user).post(url, {"verdict": verdict, **more}, format="json")


def verdict_of(odd: Assignment) -> str:
    odd.refresh_from_db()
    return odd.verdict


def test_a_verdict_settles_all_flags_of_the_answer(odd: Assignment, people: Cast) -> None:
    body = judge(people.lead, odd, "approved").json()
    assert body["answer"]["verdict"] == "approved"
    assert body["answer"]["verdict_by"]["id"] == people.lead.pk
    assert {flag["state"] for flag in body["flags"]} == {"settled"}
    assert set(Flag.objects.values_list("settled_by", flat=True)) == {people.lead.pk}
    assert body["requeued"] is None


def test_a_rejection_needs_a_reason(odd: Assignment, people: Cast) -> None:
    refused = judge(people.lead, odd, "rejected", reason=" ")
    assert refused.status_code == 422
    assert refused.json()["error"]["fields"][0]["path"] == "reason"
    assert (verdict_of(odd), len(codes_of(odd))) == ("unreviewed", 2)


def test_rejected_work_can_be_given_to_somebody_else(odd: Assignment, people: Cast) -> None:
    body = judge(people.lead, odd, "rejected", reason="The image is fine.", requeue=True).json()
    assert body["requeued"] == {"opened": 1, "superseded": 0, "reason": None}
    assert verdict_of(odd) == "rejected"
    open_tasks = Task.objects.filter(sample=odd.sample, state=Task.State.OPEN)
    assert [task.index for task in open_tasks] == [6]


def test_a_verdict_can_be_taken_back(odd: Assignment, people: Cast) -> None:
    judge(people.lead, odd, "rejected", reason="The image is fine.", requeue=True)
    assert codes_of(odd) == set()
    judge(people.lead, odd, "unreviewed")
    assert verdict_of(odd) == "unreviewed"
    assert len(codes_of(odd)) == 2
    assert not Task.objects.filter(sample=odd.sample, state=Task.State.OPEN).exists()


def test_every_verdict_is_in_the_audit_trail_once(odd: Assignment, people: Cast) -> None:
    judge(people.lead, odd, "rejected", reason="The image is fine.")
    judge(people.lead, odd, "unreviewed")
    events = odd.project.audit.filter(verb__startswith="answer.").order_by("pk")
    assert list(events.values_list("verb", "actor", "target")) == [
        ("answer.rejected", people.lead.pk, str(odd.answer_id)),
        ("answer.unreviewed", people.lead.pk, str(odd.answer_id)),
    ]
    assert events[0].data["reason"] == "The image is fine."


def test_checking_again_opens_no_settled_flag(odd: Assignment, people: Cast) -> None:
    judge(people.lead, odd, "approved")
    run_checks(project=odd.project)
    assert codes_of(odd) == set()


def test_reviewers_read_and_do_not_decide(odd: Assignment, people: Cast) -> None:
    assert judge(people.reviewer, odd, "approved").status_code == 403
    assert verdict_of(odd) == "unreviewed"
