"""A run shaped like Mechanical Turk's ExternalQuestion, over real HTTP against a stand-in.

Catches: a preview in which something can be entered; a worker id that is believed because it stands
in the address; a page that any site may frame; a form that is sent wherever the address says.
"""

from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from pytest_django import Settings

from annotate.core import fetch
from annotate.crowd.models import Channel, EntryToken, Participation
from annotate.people.models import User
from annotate.projects.models import Project
from tests.crowd.browsers import Browser
from tests.crowd.deeds import arrive, come, fresh, hand_in, held, state_of, take
from tests.crowd.stand_ins.mturk import MTurk

pytestmark = pytest.mark.django_db(transaction=True)
Open = Callable[[], Browser]
NOT_YET = "ASSIGNMENT_ID_NOT_AVAILABLE"


@pytest.fixture
def submit_to(settings: Settings, mturk: MTurk) -> str:
    return str(settings.MTURK_SUBMIT_ORIGINS[-1])


def accepted(mturk: MTurk, submit_to: str, assignment: str, worker: str) -> dict[str, str]:
    """Accept a HIT; return what Mechanical Turk appends to the address."""
    mturk.accept(assignment, worker)
    return {
        "assignmentId": assignment,
        "hitId": "HIT1",
        "workerId": worker,
        "turkSubmitTo": submit_to,
    }


def test_a_preview_shows_the_work_and_lets_nothing_be_done(
    browser: Open, turk: Channel, work: Project
) -> None:
    worker = browser()
    page = worker.get(f"/enter/{turk.slug}", assignmentId=NOT_YET, hitId="HIT1")
    assert page.status == 200
    assert "This is a preview" in page.text
    assert work.name in page.text
    assert "<form" not in page.text
    assert "<input" not in page.text
    assert "sessionid" not in worker.cookies
    assert worker.get("/api/v1/work").status == 401
    assert not Participation.objects.exists()
    assert not EntryToken.objects.exists()
    assert not User.objects.filter(username__startswith="mturk").exists()


def test_arrive_work_and_submit_to_mechanical_turk(
    browser: Open,
    turk: Channel,
    work: Project,
    mturk: MTurk,
    submit_to: str,
    settings: Settings,
) -> None:
    worker = browser()
    visit = arrive(worker, turk, **accepted(mturk, submit_to, "A1", "W1"))
    hit = take(worker, work)
    hand_in(worker, hit)
    form = worker.get(f"/api/v1/hits/{hit['id']}/completion").json
    assert form == {
        "kind": "form",
        "url": f"{submit_to}/mturk/externalSubmit",
        "code": None,
        "fields": {"assignmentId": "A1", "outcome": "completed"},
    }
    # The browser posts the form from the frame, straight to the platform.
    settings.FETCH_PRIVATE_HOSTS = [submit_to.removeprefix("http://")]
    body = urlencode(form["fields"]).encode()
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    assert fetch.send("POST", form["url"], headers=kind, body=body).status == 200
    assert mturk.submitted["A1"] == {"assignmentId": "A1", "outcome": "completed"}
    assert fresh(visit).state == "submitted"


def test_a_forged_worker_id_is_refused(
    browser: Open, turk: Channel, mturk: MTurk, submit_to: str
) -> None:
    parameters = accepted(mturk, submit_to, "A1", "W1")
    visit = arrive(browser(), turk, **parameters)
    page = come(browser(), turk, **{**parameters, "workerId": "W2"})
    assert (page.status, "somebody else" in page.text) == (403, True)
    assert Participation.objects.get() == visit


@pytest.mark.parametrize(
    "target",
    [
        "",
        "https://evil.example",
        "https://www.mturk.com.evil.example",
        "https://www.mturk.com@evil.example",
        "http://www.mturk.com",
        "javascript:alert(1)",
        "//www.mturk.com",
    ],
)
def test_a_form_is_sent_to_mechanical_turk_only(
    browser: Open, turk: Channel, mturk: MTurk, target: str
) -> None:
    page = come(browser(), turk, **accepted(mturk, target, "A1", "W1"))
    assert page.status == 422
    assert not Participation.objects.exists()


@pytest.mark.parametrize("target", ["https://www.mturk.com", "https://workersandbox.mturk.com/"])
def test_both_sites_of_mechanical_turk_are_known(
    browser: Open, turk: Channel, work: Project, mturk: MTurk, target: str
) -> None:
    worker = browser()
    arrive(worker, turk, **accepted(mturk, target, "A1", "W1"))
    hit = take(worker, work)
    hand_in(worker, hit)
    url = worker.get(f"/api/v1/hits/{hit['id']}/completion").json["url"]
    assert url == f"{target.rstrip('/')}/mturk/externalSubmit"


@pytest.mark.parametrize("missing", ["assignmentId", "workerId", "hitId", "turkSubmitTo"])
def test_every_parameter_is_needed(
    browser: Open, turk: Channel, mturk: MTurk, submit_to: str, missing: str
) -> None:
    parameters = accepted(mturk, submit_to, "A1", "W1")
    del parameters[missing]
    assert come(browser(), turk, **parameters).status == 422


def test_only_mechanical_turk_may_show_these_pages_in_a_frame(
    browser: Open, turk: Channel, study: Channel, mturk: MTurk, submit_to: str
) -> None:
    worker = browser()
    preview = worker.get(f"/enter/{turk.slug}", assignmentId=NOT_YET)
    arrive(worker, turk, **accepted(mturk, submit_to, "A1", "W1"))
    within = worker.get("/entered/1")
    for page in (preview, within):
        assert "x-frame-options" not in page.headers
        assert "https://worker.mturk.com" in page.policy["frame-ancestors"]
        assert "*" not in page.policy["frame-ancestors"]
        assert "https://www.mturk.com" in page.policy["form-action"]
        assert page.policy["script-src"] == "'self'"
    for page in (browser().get("/entered/1"), browser().get(f"/enter/{study.slug}")):
        assert page.headers["x-frame-options"] == "DENY"
        assert page.policy["frame-ancestors"] == "'none'"
        assert page.policy["form-action"] == "'self'"


def test_cookies_travel_in_frames_for_these_entries_alone(
    browser: Open, turk: Channel, new_channel: Callable[..., Channel], mturk: MTurk, submit_to: str
) -> None:
    framed = come(browser(), turk, **accepted(mturk, submit_to, "A1", "W1")).cookies["sessionid"]
    assert "SameSite=None" in framed
    assert "Secure" in framed
    assert "Partitioned" in framed
    assert "HttpOnly" in framed
    plain = come(browser(), new_channel("link"), participant="p", session="s").cookies["sessionid"]
    assert "SameSite=Lax" in plain
    assert "Partitioned" not in plain


def test_opened_in_a_window_of_its_own_it_gets_ordinary_cookies(
    browser: Open, turk: Channel, mturk: MTurk, submit_to: str
) -> None:
    """Catches two cookies of one name, of which the wrong one signs a lead in as a worker."""
    worker = browser()
    worker.headers["Sec-Fetch-Dest"] = "document"
    page = come(worker, turk, **accepted(mturk, submit_to, "A1", "W1"))
    assert "SameSite=Lax" in page.cookies["sessionid"]
    assert "Partitioned" not in page.cookies["sessionid"]
    assert "SameSite=Lax" in worker.get("/entered/1").cookies["csrftoken"]


def test_returning_a_hit_and_taking_another_gives_the_first_back(
    browser: Open, turk: Channel, work: Project, mturk: MTurk, submit_to: str
) -> None:
    """Mechanical Turk says nothing of returned HITs: the worker does, when they come again."""
    worker = browser()
    first = arrive(worker, turk, **accepted(mturk, submit_to, "A1", "W1"))
    hit = take(worker, work)
    page = come(worker, turk, **accepted(mturk, submit_to, "A2", "W1"))
    assert (page.status, "unfinished work" in page.text) == (409, True)
    assert (fresh(first).state, held(work)) == ("arrived", 2)

    action = page.text.split('action="')[1].split('"')[0]
    done = worker.send_form(action, page, act="give_up")
    assert done.status == 302, done.text
    assert (fresh(first).state, state_of(hit), held(work)) == ("returned", "released", 0)
    hit = take(worker, work)
    hand_in(worker, hit)
    completion = worker.get(f"/api/v1/hits/{hit['id']}/completion").json
    assert completion["fields"]["assignmentId"] == "A2"
