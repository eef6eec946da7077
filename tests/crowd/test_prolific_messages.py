"""Messages of Prolific: believed when they are signed, counted once, and in their order."""

import json
import time as real_time

import pytest

from annotate.crowd.adapters.prolific import sign
from annotate.crowd.models import Channel, PlatformEvent
from annotate.projects.models import Project
from tests.crowd.deeds import arrive, fresh, held, take
from tests.crowd.from_prolific import OTHER, PID, Open, tell
from tests.crowd.stand_ins.prolific import WEBHOOK_SECRET, Prolific, message

pytestmark = pytest.mark.django_db(transaction=True)


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
