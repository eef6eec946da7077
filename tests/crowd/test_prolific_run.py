"""A run shaped like Prolific, over real HTTP against a stand-in of its API.

Catches: a way in that believes the address; a returned or timed-out place that keeps its work from
others until the lease runs out; a message from anybody that is taken for the platform's.
"""

import pytest

from annotate.crowd.models import Channel
from annotate.messages import Message
from annotate.projects.models import Project
from annotate.workflow import hooks
from annotate.workflow.models import Annotation, Task
from annotate.workflow.schemas.work import Gate, GateReason
from tests.crowd.browsers import Browser
from tests.crowd.deeds import arrive, come, fresh, hand_in, held, state_of, take
from tests.crowd.from_prolific import OTHER, PID, Open, tell
from tests.crowd.stand_ins.prolific import Prolific

pytestmark = pytest.mark.django_db(transaction=True)


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
