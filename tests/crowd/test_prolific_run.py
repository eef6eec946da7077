"""A run shaped like Prolific, over real HTTP against a stand-in of its API.

Catches: a way in that believes the address; a returned or timed-out place that keeps its work from
others until the lease runs out; a message from anybody that is taken for the platform's.
"""

import json
import time as real_time
from collections.abc import Callable

import pytest

from annotate.crowd.adapters.prolific import sign
from annotate.crowd.models import Channel, Participation, PlatformEvent
from annotate.messages import Message
from annotate.people.models import PlatformRecord, User
from annotate.projects.models import Membership, Project
from annotate.workflow import hooks
from annotate.workflow.models import Annotation, Assignment, Task
from annotate.workflow.schemas.work import Gate, GateReason
from tests.crowd.browsers import Browser, Page
from tests.crowd.deeds import arrive, come, fresh, hand_in, held, state_of, take
from tests.crowd.stand_ins.prolific import WEBHOOK_SECRET, Prolific, message

pytestmark = pytest.mark.django_db(transaction=True)
Open = Callable[[], Browser]
PID = "5f3a0000000000000000000a"
OTHER = "5f3a0000000000000000000b"


def tell(browser: Browser, channel: Channel, session: str, status: str, **more: object) -> Page:
    """Send a signed message as Prolific does."""
    body, headers = message(session, PID, status, **more)  # type: ignore[arg-type]
    return browser.post(f"/api/v1/crowd/webhooks/{channel.slug}", body, **headers)


def test_arrive_work_submit_and_return_with_the_code(
    browser: Open, study: Channel, work: Project, prolific: Prolific
) -> None:
    worker = browser()
    visit = arrive(worker, study, **prolific.begin("s1", PID))
    assert (visit.external_person, visit.external_session, visit.verified) == (PID, "s1", True)

    before = worker.get("/api/v1/crowd/participation").json
    assert (before["state"], before["next"], before["completion"]) == ("arrived", "claim", None)
    hit = take(worker, work)
    within = worker.get("/api/v1/crowd/participation").json
    assert (within["state"], within["next"]) == ("working", "submit")
    assert worker.get(f"/api/v1/hits/{hit['id']}/completion").status == 409

    hand_in(worker, hit)
    after = worker.get("/api/v1/crowd/participation").json
    assert (after["state"], after["next"], after["hit"]) == ("submitted", "done", hit["id"])
    assert worker.get(f"/api/v1/hits/{hit['id']}/completion").json == {
        "kind": "redirect",
        "url": "https://app.prolific.com/submissions/complete?cc=C0MPLETE",
        "code": "C0MPLETE",
        "fields": {},
    }
    assert Annotation.objects.filter(author=visit.user).count() == 2


def test_one_visit_is_for_one_hit(
    browser: Open, study: Channel, work: Project, prolific: Prolific
) -> None:
    """Catches unpaid work: the platform knows of one submission only."""
    worker = browser()
    arrive(worker, study, **prolific.begin("s1", PID))
    hand_in(worker, take(worker, work))
    more = worker.post(f"/api/v1/projects/{work.pk}/claim").json
    assert (more["hit"], more["reason"]) == (None, "gated")
    assert more["gate"]["message"] == "The visit you came for has ended."


@pytest.mark.parametrize(
    ("status", "state"), [("RETURNED", "returned"), ("TIMED-OUT", "timed_out")]
)
def test_a_place_that_is_given_back_gives_its_work_back_at_once(
    browser: Open, study: Channel, work: Project, prolific: Prolific, status: str, state: str
) -> None:
    worker = browser()
    visit = arrive(worker, study, **prolific.begin("s1", PID))
    hit = take(worker, work)
    assert held(work) == 2
    answer = tell(browser(), study, "s1", status)
    assert (answer.status, answer.json) == (200, {"result": "noted"})
    assert (fresh(visit).state, held(work), state_of(hit)) == (state, 0, "released")

    # The next person finds the work, and the first can neither submit nor take more.
    assert len(take_as(browser(), study, work, prolific)["assignments"]) == 2
    late = {"key": "11111111-2222-4333-8444-555555555555", "answers": []}
    assert worker.post(f"/api/v1/hits/{hit['id']}/submit", late).status in (409, 422)
    assert worker.post(f"/api/v1/projects/{work.pk}/claim").json["reason"] == "gated"
    assert come(browser(), study, **prolific.begin("s1", PID)).status == 409


def take_as(
    worker: Browser, study: Channel, work: Project, prolific: Prolific
) -> dict[str, list[object]]:
    arrive(worker, study, **prolific.begin("s9", OTHER))
    return take(worker, work)


def test_a_message_with_a_wrong_signature_is_refused(
    browser: Open, study: Channel, work: Project, prolific: Prolific
) -> None:
    worker = browser()
    visit = arrive(worker, study, **prolific.begin("s1", PID))
    take(worker, work)
    forged = [
        tell(browser(), study, "s1", "RETURNED", secret="guessed"),
        tell(browser(), study, "s1", "RETURNED", sent_at=real_time.time() - 3600),
        tell(browser(), study, "s1", "RETURNED", sent_at=real_time.time() + 3600),
    ]
    body, headers = message("s1", PID, "RETURNED")
    address = f"/api/v1/crowd/webhooks/{study.slug}"
    forged.append(browser().post(address, body.replace(b"RETURNED", b"REJECTED"), **headers))
    for name in ("X-Prolific-Request-Signature", "X-Prolific-Request-Timestamp"):
        for value in ("", "x", "\u00e9", "é".encode().hex()):
            forged.append(browser().post(address, body, **{**headers, name: value}))
    assert {(page.status, page.json["error"]["code"]) for page in forged} == {
        (401, "bad_signature")
    }
    assert (fresh(visit).state, held(work)) == ("arrived", 2)
    assert not PlatformEvent.objects.exists()


def test_a_message_that_comes_twice_counts_once(
    browser: Open, study: Channel, prolific: Prolific
) -> None:
    arrive(browser(), study, **prolific.begin("s1", PID))
    said = [tell(browser(), study, "s1", "RETURNED").json["result"] for _ in range(2)]
    assert said == ["noted", "repeated"]


def test_an_older_message_does_not_undo_a_newer_one(
    browser: Open, study: Channel, prolific: Prolific
) -> None:
    """Prolific: "we do not guarantee the order of events"."""
    visit = arrive(browser(), study, **prolific.begin("s1", PID))
    now = real_time.time()
    tell(browser(), study, "s1", "AWAITING REVIEW", event_id="b", sent_at=now)
    tell(browser(), study, "s1", "TIMED-OUT", event_id="a", sent_at=now - 60)
    assert (fresh(visit).state, fresh(visit).platform_status) == ("arrived", "AWAITING-REVIEW")


@pytest.mark.parametrize("odd", ["a\u0000b", "\ud800", "x" * 5000, "", "é\n"])
def test_a_signed_message_that_holds_odd_texts_is_no_fault_of_ours(
    browser: Open, study: Channel, odd: str
) -> None:
    said = {"resource_id": odd, "event_type": "submission.status.change", "status": odd}
    body = json.dumps({**said, "participant_id": odd}).encode()
    stamp = str(int(real_time.time()))
    headers = {
        "X-Prolific-Request-Timestamp": stamp,
        "X-Prolific-Request-Signature": sign(body, stamp, WEBHOOK_SECRET),
    }
    page = browser().post(f"/api/v1/crowd/webhooks/{study.slug}", body, **headers)
    assert (page.status, page.json) == (200, {"result": "noted"})


def test_messages_about_others_change_nothing_here(
    browser: Open, study: Channel, prolific: Prolific
) -> None:
    visit = arrive(browser(), study, **prolific.begin("s1", OTHER))
    assert tell(browser(), study, "unknown", "RETURNED").json["result"] == "noted"
    assert tell(browser(), study, "s1", "RETURNED", event_id="e2").json["result"] == "noted"
    assert fresh(visit).state == "arrived"


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b"\xff", b'{"event_type": "study.x"}'])
def test_other_signed_messages_are_taken_and_ignored(
    browser: Open, study: Channel, body: bytes
) -> None:
    stamp = str(int(real_time.time()))
    headers = {
        "X-Prolific-Request-Timestamp": stamp,
        "X-Prolific-Request-Signature": sign(body, stamp, WEBHOOK_SECRET),
    }
    page = browser().post(f"/api/v1/crowd/webhooks/{study.slug}", body, **headers)
    assert (page.status, page.json) == (200, {"result": "ignored"})


def test_a_forged_worker_id_is_refused_by_what_we_know(
    browser: Open, new_channel: Callable[..., Channel]
) -> None:
    """Without a token the platform cannot be asked: the first to come has the session."""
    channel = new_channel("prolific", code_completed="C")
    parameters = {"PROLIFIC_PID": PID, "STUDY_ID": "st", "SESSION_ID": "s1"}
    arrive(browser(), channel, **parameters)
    page = come(browser(), channel, **{**parameters, "PROLIFIC_PID": OTHER})
    assert (page.status, "somebody else" in page.text) == (403, True)
    assert Participation.objects.count() == 1
    assert not PlatformRecord.objects.filter(external_id=OTHER).exists()


def test_a_forged_worker_id_is_refused_by_what_the_platform_knows(
    browser: Open, study: Channel, prolific: Prolific
) -> None:
    parameters = prolific.begin("s1", PID)
    for forged in (
        {**parameters, "PROLIFIC_PID": OTHER},
        {**parameters, "SESSION_ID": "s2"},
    ):
        page = come(browser(), study, **forged)
        assert page.status in (403, 503), page.text
    assert not Participation.objects.exists()
    assert not User.objects.filter(username__startswith="prolific-").exists()


def test_another_study_is_refused(browser: Open, study: Channel, prolific: Prolific) -> None:
    page = come(browser(), study, **prolific.begin("s1", PID, study="another"))
    assert (page.status, "another study" in page.text) == (422, True)


def test_while_the_platform_is_silent_nobody_is_taken_at_their_word(
    browser: Open, study: Channel, prolific: Prolific
) -> None:
    parameters = prolific.begin("s1", PID)
    prolific.faults["/submissions/s1/"] = 500
    page = come(browser(), study, **parameters)
    assert (page.status, "Wait a minute" in page.text) == (503, True)
    prolific.faults.clear()
    assert arrive(browser(), study, **parameters).verified


def test_the_same_person_comes_again_to_the_same_account(
    browser: Open, study: Channel, work: Project, prolific: Prolific
) -> None:
    first, second = browser(), browser()
    one = arrive(first, study, **prolific.begin("s1", PID))
    hand_in(first, take(first, work))
    two = arrive(second, study, **prolific.begin("s2", PID))
    assert one.user == two.user
    assert not one.user.has_usable_password()
    membership = Membership.objects.get(user=one.user)
    assert (membership.project, membership.role) == (work, "annotator")
    # Nobody twice on a sample: the second HIT holds the two other images.
    hit = take(second, work)
    hand_in(second, hit)
    assert Assignment.objects.filter(annotator=one.user).values("sample").distinct().count() == 4


def test_who_may_not_work_or_finds_none_gets_a_code_of_its_own(
    browser: Open, study: Channel, work: Project, prolific: Prolific
) -> None:
    worker = browser()
    arrive(worker, study, **prolific.begin("s1", PID))
    refused = worker.post("/api/v1/crowd/participation/finish")
    assert (refused.status, refused.json["error"]["code"]) == (409, "work_left")
    assert held(work) == 0, "asking took nothing"
    Task.objects.filter(project=work).update(state=Task.State.DONE)
    done = worker.post("/api/v1/crowd/participation/finish").json
    assert (done["state"], done["completion"]["code"]) == ("submitted", "N0W0RK")
    assert worker.post("/api/v1/crowd/participation/finish").json == done


@pytest.mark.parametrize(
    ("reason", "code"), [("locale", "SCREEN0UT"), ("test_failed", "SCREEN0UT")]
)
def test_who_is_kept_out_is_screened_out(
    browser: Open,
    study: Channel,
    prolific: Prolific,
    monkeypatch: pytest.MonkeyPatch,
    reason: GateReason,
    code: str,
) -> None:
    gate = Gate.of(Message("other_languages_asked", locales=["de"]), reason=reason)
    monkeypatch.setattr(hooks.gates, "functions", (lambda *_: gate,))
    worker = browser()
    arrive(worker, study, **prolific.begin("s1", PID))
    done = worker.post("/api/v1/crowd/participation/finish").json
    assert done["completion"]["code"] == code


def test_who_has_something_to_do_first_is_told_so(
    browser: Open, study: Channel, prolific: Prolific, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate.of(Message("consent_needed"), reason="consent")
    monkeypatch.setattr(hooks.gates, "functions", (lambda *_: gate,))
    worker = browser()
    arrive(worker, study, **prolific.begin("s1", PID))
    page = worker.post("/api/v1/crowd/participation/finish")
    assert (page.status, page.json["error"]["code"]) == (409, "not_ready")
