"""Payments: computed by rules, approved by a lead."""

import csv
import io
from collections.abc import Callable
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.crowd import pay
from annotate.crowd.models import Channel, Participation, Payment
from annotate.projects.models import Project
from tests.conftest import Cast, client_of
from tests.crowd.paying import approved, compute, judge, only
from tests.crowd.stand_ins.prolific import STUDY, Prolific
from tests.crowd.work import delivered

pytestmark = pytest.mark.django_db
NewChannel = Callable[..., Channel]


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
