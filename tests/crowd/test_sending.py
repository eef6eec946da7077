"""Sending approved payments: each step at most once, whatever dies or is silent in between."""

import pytest

from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.crowd import secret_store
from annotate.crowd.models import Channel, Payment, PaymentEvent
from annotate.crowd.services import payments
from annotate.projects.models import Project
from tests.conftest import Cast, client_of
from tests.crowd.paying import approved, compute, judge, only, send
from tests.crowd.stand_ins.prolific import STUDY, Prolific
from tests.crowd.work import delivered

pytestmark = pytest.mark.django_db

# --- Prolific ------------------------------------------------------------------------


@pytest.fixture
def due(study: Channel, work: Project, people: Cast, prolific: Prolific) -> list[int]:
    """One approved payment of 0.60 and a bonus of 0.15 for work that awaits review."""
    study.settings = {**study.settings, "bonus": "0.15"}
    study.save()
    prolific.begin("s1", "ann")
    judge(delivered(study, "ann", "s1", study=STUDY), "approved", "approved")
    prolific.submissions["s1"]["status"] = "AWAITING REVIEW"
    return approved(work, people)


def test_prolific_is_asked_to_approve_and_to_pay_the_bonus(
    due: list[int], work: Project, people: Cast, prolific: Prolific
) -> None:
    job = send(work, people, due)
    assert (job.state, job.result) == ("succeeded", {"sent": 1, "failed": 0})
    assert prolific.submissions["s1"]["status"] == "APPROVED"
    assert prolific.paid == ["s1,0.15"]
    assert only().state == "sent"
    assert list(PaymentEvent.objects.values_list("what", flat=True).order_by("pk")) == [
        "computed",
        "approved",
        "base_sent",
        "bonus_prepared",
        "bonus_asked_for",
        "bonus_sent",
        "sent",
    ]


def test_a_payment_is_sent_once_however_often_it_is_asked_for(
    due: list[int], work: Project, people: Cast, prolific: Prolific
) -> None:
    first = payments.start_sending(project=work, actor=people.owner, ids=due)
    second = payments.start_sending(project=work, actor=people.owner, ids=due)
    for job in (first, second, first):
        job_services.run(job.pk)
    Job.objects.update(state="queued", lease_expires_at=None)
    for job in (first, second):
        job_services.run(job.pk)
    assert prolific.paid == ["s1,0.15"]
    assert payments.approve(project=work, actor=people.owner, ids=due) == 0
    compute(work, people)
    assert only().state == "sent"


def test_a_bonus_whose_answer_was_lost_is_never_asked_for_again(
    due: list[int], work: Project, people: Cast, prolific: Prolific
) -> None:
    """Prolific: paying "is not idempotent … participants being paid multiple times"."""
    prolific.faults["/pay/"] = None
    send(work, people, due)
    assert prolific.paid == ["s1,0.15"]
    assert (only().state, only().is_uncertain) == ("failed", True)
    assert "closed the connection before it had answered" in only().reason
    prolific.faults.clear()
    for act in ("approve", "send"):
        answer = client_of(people.owner).post(
            f"/api/v1/projects/{work.pk}/payments/{act}", {"ids": due}, format="json"
        )
        assert answer.json()["error"]["code"] == "payment_uncertain"
    assert prolific.paid == ["s1,0.15"]


def test_a_worker_that_dies_while_paying_does_not_pay_again(
    due: list[int], work: Project, people: Cast, prolific: Prolific
) -> None:
    job = payments.start_sending(project=work, actor=people.owner, ids=due)
    # As it is when the process is killed between the request and its answer.
    prolific.bonuses["b1"] = "s1,0.15"
    Payment.objects.update(
        state="sending", sent_by_job=job.pk, bonus_reference="b1", bonus_tried_at=job.created_at
    )
    job_services.run(job.pk)
    assert prolific.paid == []
    assert (only().state, only().is_uncertain) == ("failed", True)


def test_a_worker_that_dies_before_paying_goes_on_where_it_was(
    due: list[int], work: Project, people: Cast, prolific: Prolific
) -> None:
    job = payments.start_sending(project=work, actor=people.owner, ids=due)
    Payment.objects.update(state="sending", sent_by_job=job.pk, base_sent_at=job.created_at)
    job_services.run(job.pk)
    assert prolific.submissions["s1"]["status"] == "AWAITING REVIEW", "the base was sent before"
    assert prolific.paid == ["s1,0.15"]
    assert only().state == "sent"


def test_a_refusal_is_kept_with_its_words_and_can_be_tried_again(
    due: list[int], work: Project, people: Cast, prolific: Prolific
) -> None:
    prolific.submissions["s1"]["status"] = "ACTIVE"
    job = send(work, people, due)
    assert job.result == {"sent": 0, "failed": 1}
    assert only().state == "failed"
    assert "A submission that is ACTIVE cannot be approved" in only().reason
    prolific.submissions["s1"]["status"] = "AWAITING REVIEW"
    send(work, people, due)
    assert (only().state, prolific.paid) == ("sent", ["s1,0.15"])


def test_one_that_fails_stops_no_other(
    due: list[int], study: Channel, work: Project, people: Cast, prolific: Prolific
) -> None:
    prolific.begin("s2", "bea")
    judge(delivered(study, "bea", "s2", study=STUDY), "approved", "approved")
    ids = sorted({*due, *approved(work, people)})
    prolific.submissions["s2"]["status"] = "AWAITING REVIEW"
    prolific.submissions["s1"]["status"] = "RETURNED"
    assert send(work, people, ids).result == {"sent": 1, "failed": 1}
    assert prolific.paid == ["s2,0.15"]


def test_nobody_is_paid_for_the_session_of_another(
    due: list[int], work: Project, people: Cast, prolific: Prolific
) -> None:
    prolific.submissions["s1"]["participant"] = "eve"
    send(work, people, due)
    assert only().state == "failed"
    assert "another person" in only().reason
    assert prolific.paid == []


def test_the_token_is_in_no_record_of_a_failure(
    due: list[int], work: Project, people: Cast, prolific: Prolific, study: Channel
) -> None:
    study.credentials = secret_store.seal({"api_token": "wrong-token-0123"})
    study.save()
    send(work, people, due)
    assert only().state == "failed"
    kept = [*Payment.objects.values(), *PaymentEvent.objects.values(), *Job.objects.values()]
    assert "wrong-token-0123" not in str(kept)
