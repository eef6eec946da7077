"""Sending payments over Mechanical Turk: asked at most once, whoever is silent or not there."""

import sys

import pytest

from annotate.crowd.models import Channel
from annotate.projects.models import Project
from tests.conftest import Cast
from tests.crowd.paying import approved, judge, only, send
from tests.crowd.stand_ins.mturk import MTurk
from tests.crowd.work import delivered

pytestmark = pytest.mark.django_db


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
