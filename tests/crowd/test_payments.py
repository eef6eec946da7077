"""Payments: computed by rules, approved by a lead, sent once."""

import csv
import io
import sys
from collections.abc import Callable
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.crowd import pay, vault
from annotate.crowd.models import Channel, Participation, Payment, PaymentEvent
from annotate.crowd.services import payments
from annotate.projects.models import Project
from annotate.workflow.models import Assignment
from tests.conftest import Cast, client_of
from tests.crowd.stand_ins.mturk import MTurk
from tests.crowd.stand_ins.prolific import STUDY, Prolific
from tests.crowd.work import delivered

pytestmark = pytest.mark.django_db
NewChannel = Callable[..., Channel]


def judge(visit: Participation, *verdicts: str) -> None:
    """Give the answers of a visit these verdicts, in order."""
    made = Assignment.objects.filter(annotator=visit.user).order_by("pk")
    for assignment, verdict in zip(made, verdicts, strict=True):
        Assignment.objects.filter(pk=assignment.pk).update(verdict=verdict)


def compute(work: Project, people: Cast) -> payments.Computed:
    return payments.compute(project=work, actor=people.owner)


def approved(work: Project, people: Cast) -> list[int]:
    """Compute and approve everything; return the ids."""
    compute(work, people)
    ids = list(Payment.objects.filter(state="computed").values_list("pk", flat=True))
    payments.approve(project=work, actor=people.owner, ids=ids)
    return ids


def send(work: Project, people: Cast, ids: list[int]) -> Job:
    """Send as a lead and a worker would."""
    job = payments.start_sending(project=work, actor=people.owner, ids=ids)
    job_services.run(job.pk)
    job.refresh_from_db()
    return job


def only() -> Payment:
    return Payment.objects.get()


@pytest.fixture
def paid_link(new_channel: NewChannel) -> Channel:
    return new_channel("link", pay_rate="0.60", bonus="0.15", pay_currency="GBP")


# --- what is owed -----------------------------------------------------------------------------


def test_a_hit_is_owed_once_its_answers_are_approved(
    paid_link: Channel, work: Project, people: Cast
) -> None:
    visit = delivered(paid_link, "ann", "s1")
    assert vars(compute(work, people)) == {"new": 0, "changed": 0, "dropped": 0, "not_due": 1}
    judge(visit, "approved", "approved")
    assert compute(work, people).new == 1
    payment = only()
    assert (payment.base, payment.bonus, payment.currency) == (
        Decimal("0.60"),
        Decimal("0.15"),
        "GBP",
    )
    assert payment.numbers["approved"] == 2
    assert vars(compute(work, people)) == {"new": 0, "changed": 0, "dropped": 0, "not_due": 0}
    judge(visit, "approved", "rejected")
    assert compute(work, people).dropped == 1
    assert not Payment.objects.exists()


def test_where_handing_in_is_paid_rejected_answers_cost_the_bonus_only(
    new_channel: NewChannel, work: Project, people: Cast
) -> None:
    channel = new_channel("link", pay_rate="0.60", bonus="0.15", pay_when="submitted")
    judge(delivered(channel, "ann", "s1"), "rejected", "approved")
    compute(work, people)
    assert (only().base, only().bonus) == (Decimal("0.60"), Decimal("0.00"))


@pytest.mark.parametrize("state", ["returned", "timed_out", "rejected"])
def test_what_was_given_back_is_not_owed(
    paid_link: Channel, work: Project, people: Cast, state: str
) -> None:
    visit = delivered(paid_link, "ann", "s1")
    judge(visit, "approved", "approved")
    compute(work, people)
    Participation.objects.update(state=state)
    assert compute(work, people).dropped == 1
    assert not Payment.objects.exists()


def test_an_approved_payment_is_not_computed_anew(
    paid_link: Channel, work: Project, people: Cast
) -> None:
    visit = delivered(paid_link, "ann", "s1")
    judge(visit, "approved", "approved")
    approved(work, people)
    judge(visit, "rejected", "rejected")
    paid_link.settings = {**paid_link.settings, "pay_rate": "99.00"}
    paid_link.save()
    compute(work, people)
    assert (only().state, only().base) == ("approved", Decimal("0.60"))


money = st.decimals(0, 1000, places=2)
share = st.floats(0, 1)
counts = st.builds(pay.Counts, st.integers(0, 20), st.integers(0, 20), st.integers(0, 20))
rules = st.builds(pay.Rules, money, st.sampled_from(["submitted", "approved"]), share, money, share)


@given(counts, rules)
def test_nobody_is_owed_more_than_rate_and_bonus(counts: pay.Counts, rules: pay.Rules) -> None:
    found = pay.due(counts, rules)
    if found is not None:
        assert found.base in (0, rules.rate)
        assert found.bonus in (0, rules.bonus)
        assert found.base + found.bonus > 0


@given(counts, rules)
def test_a_further_approval_never_costs(counts: pay.Counts, rules: pay.Rules) -> None:
    if counts.rejected:
        better = pay.Counts(counts.approved + 1, counts.rejected - 1, counts.unreviewed)
        before, after = pay.due(counts, rules), pay.due(better, rules)
        assert total(after) >= total(before)


def total(found: pay.Due | None) -> Decimal:
    return found.base + found.bonus if found else Decimal(0)


# --- a lead approves --------------------------------------------------------------------------


def test_nothing_is_sent_that_no_lead_approved(
    study: Channel, work: Project, people: Cast, prolific: Prolific
) -> None:
    prolific.begin("s1", "ann")
    judge(delivered(study, "ann", "s1", study=STUDY), "approved", "approved")
    compute(work, people)
    owner = client_of(people.owner)
    base = f"/api/v1/projects/{work.pk}/payments"
    asked = len(prolific.asked)
    body = {"ids": [only().pk]}
    assert owner.post(f"{base}/send", body, format="json").status_code == 409
    assert len(prolific.asked) == asked
    assert owner.post(f"{base}/approve", body, format="json").json() == {"done": 1}
    assert owner.post(f"{base}/approve", body, format="json").json() == {"done": 0}
    assert owner.post(f"{base}/send", body, format="json").status_code == 201
    (shown,) = owner.get(base).json()["results"]
    assert (shown["state"], shown["base"], shown["channel"]["name"]) == (
        "approved",
        "0.60",
        "By prolific",
    )


def test_payments_of_another_project_are_not_found(
    paid_link: Channel, work: Project, people: Cast, new_project: Callable[..., Project]
) -> None:
    judge(delivered(paid_link, "ann", "s1"), "approved", "approved")
    compute(work, people)
    other = new_project()
    for act in ("approve", "send"):
        answer = client_of(people.owner).post(
            f"/api/v1/projects/{other.pk}/payments/{act}", {"ids": [only().pk]}, format="json"
        )
        assert answer.status_code == 404


def test_without_an_api_payments_are_exported(
    paid_link: Channel, work: Project, people: Cast
) -> None:
    judge(delivered(paid_link, "ann", "s1"), "approved", "approved")
    ids = approved(work, people)
    answer = client_of(people.owner).post(
        f"/api/v1/projects/{work.pk}/payments/send", {"ids": ids}, format="json"
    )
    assert answer.json()["error"]["code"] == "no_api"


def test_the_table_runs_nothing_in_a_spreadsheet(
    new_channel: NewChannel, work: Project, people: Cast
) -> None:
    channel = new_channel("link", pay_rate="0.60")
    Channel.objects.update(name='=HYPERLINK("http://evil.example")')
    judge(delivered(channel, "-1+1", "@s1"), "approved", "approved")
    compute(work, people)
    answer = client_of(people.owner).get(f"/api/v1/projects/{work.pk}/payments/csv")
    text = answer.getvalue().decode()
    header, row = csv.reader(io.StringIO(text))
    cells = dict(zip(header, row, strict=True))
    assert cells["channel"] == '\'=HYPERLINK("http://evil.example")'
    assert (cells["person"], cells["session"]) == ("'-1+1", "'@s1")
    assert (cells["base"], cells["total"], cells["currency"]) == ("0.60", "0.60", "USD")


# --- sending: Prolific ------------------------------------------------------------------------


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
    assert "did not answer" in only().reason
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
    study.credentials = vault.seal({"api_token": "wrong-token-0123"})
    study.save()
    send(work, people, due)
    assert only().state == "failed"
    kept = [*Payment.objects.values(), *PaymentEvent.objects.values(), *Job.objects.values()]
    assert "wrong-token-0123" not in str(kept)


# --- sending: Mechanical Turk -----------------------------------------------------------------


@pytest.fixture
def turk_due(turk: Channel, work: Project, people: Cast, mturk: MTurk) -> list[int]:
    mturk.accept("A1", "W1")
    judge(delivered(turk, "W1", "A1", hit="H1"), "approved", "approved")
    mturk.submitted["A1"], mturk.status["A1"] = {}, "Submitted"
    return approved(work, people)


def test_mechanical_turk_is_asked_to_approve_and_to_send_the_bonus(
    turk_due: list[int], work: Project, people: Cast, mturk: MTurk
) -> None:
    send(work, people, turk_due)
    assert only().state == "sent", only().reason
    assert mturk.status["A1"] == "Approved"
    (bonus,) = mturk.bonuses
    assert (bonus["WorkerId"], bonus["AssignmentId"], bonus["BonusAmount"]) == ("W1", "A1", "0.15")


def test_a_lost_answer_of_mechanical_turk_pays_once(
    turk_due: list[int], work: Project, people: Cast, mturk: MTurk
) -> None:
    mturk.hang_up_after_bonus = 1
    send(work, people, turk_due)
    assert only().state == "sent", only().reason
    assert len(mturk.bonuses) == 1


def test_a_worker_id_that_mechanical_turk_does_not_know_is_not_paid(
    turk_due: list[int], work: Project, people: Cast, mturk: MTurk
) -> None:
    mturk.accepted["A1"] = "W9"
    send(work, people, turk_due)
    assert (only().state, mturk.bonuses, mturk.status["A1"]) == ("failed", [], "Submitted")


def test_without_the_library_it_is_said_how_to_get_it(
    turk_due: list[int],
    work: Project,
    people: Cast,
    mturk: MTurk,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "boto3", None)
    send(work, people, turk_due)
    assert only().state == "failed"
    assert "pip install 'boto3" in only().reason
