"""A lead finds whoever worked badly, reads all of it, and takes it back in one act."""

import re
import shutil
import uuid
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.e2e.callers import Caller, Json
from tests.e2e.installation import PHOTOS, Served
from tests.e2e.keyboard import tab_to
from tests.e2e.sweep import looks
from tests.e2e.visitors import NewVisitor

pytestmark = pytest.mark.e2e
PICTURES = 3
SIZES = (("narrow", "light"), ("wide", "light"), ("wide", "dark"))
BAD, GOOD = "Careless Cara", "Diligent Dora"


@pytest.fixture
def project(served: Served, browser: Browser, tmp_path: Path) -> str:
    """Cara has drawn the objects of three images badly; Dora has described two of them."""
    for picture in sorted(PHOTOS.glob("*.jpg"))[:PICTURES]:
        shutil.copy(picture, tmp_path / picture.name)
    lead = Caller(browser, served).sign_in("lena")
    made = {"name": "Taken back", "recipe": "iiw", "guidelines_required": False, "settings": {}}
    number = str(lead.call("POST", "/projects", made)["id"])
    path = f"/projects/{number}"
    people = []
    for name in (BAD, GOOD):
        username = f"review-{uuid.uuid4().hex[:8]}"
        served.manage("add_user", username, "--name", name)
        served.manage("add_member", number, username)
        people.append(Caller(browser, served).sign_in(username))
    served.manage("import_images", number, str(tmp_path), "--verbosity", "0")
    lead.call("POST", f"{path}/seeding/skip", {})
    cara, dora = people
    for _ in range(PICTURES):
        work(cara, path, {"objects": [thing()]})
    for _ in range(PICTURES - 1):
        work(dora, path, {"text": "A smooth grey pebble lies on a wooden table in the light."})
    found = lead.call("GET", f"{path}/review?state=all")["results"]
    answers = [row["answer"] for row in found]
    of_cara = [answer["annotation"] for answer in answers if answer["stage"]["key"] == "objects"]
    act = {"verb": "flag", "annotations": of_cara, "reason": "The boxes are not on anything."}
    lead.call("POST", f"{path}/review/acts", act)
    for caller in (lead, *people):
        caller.close()
    return path


def thing() -> Json:
    box = {"x": 4, "y": 4, "width": 40, "height": 30}
    named = {"id": "thing1", "label": "pebble", "derived_from": [], "box": box}
    return {**named, "description": "A smooth grey pebble."}


def work(person: Caller, path: str, answer: Json) -> None:
    task = person.call("POST", f"{path}/claim", {})["assignment"]
    body = {"key": str(uuid.uuid4()), "answer": answer, "active_seconds": 30}
    person.call("POST", f"/assignments/{task['id']}/submit", body)


def expect_decisions(page: Page, decision: str) -> None:
    shown = page.get_by_role("table").get_by_text(decision, exact=True)
    expect(shown).to_have_count(PICTURES)


def test_a_bad_annotator_is_found_read_and_taken_back_in_one_act(
    project: str, new_visitor: NewVisitor
) -> None:
    lead = new_visitor()
    lead.sign_in("lena")
    page = lead.open(project)
    worst = page.get_by_role("region", name="Annotators")
    expect(worst.get_by_role("row").nth(1)).to_contain_text(BAD)
    # The address that annotators had under *Quality* leads to the one page there is.
    page = lead.open(f"{project}/quality/annotators")
    expect(page).to_have_url(re.compile(f"{project}/annotators$"))
    rows = page.get_by_role("table", name="Annotators").get_by_role("row")
    expect(rows.nth(1)).to_contain_text(BAD)
    assert looks(page, "annotators", SIZES) == []
    assert cut_off(page) == 0
    rows.nth(1).get_by_role("link", name=BAD).click()
    page.get_by_role("link", name=f"All answers of {BAD}").click()
    expect(page.get_by_text(f"{PICTURES} answers match.")).to_be_visible()
    assert looks(page, "review-all-of-one", SIZES) == []

    page.get_by_role("checkbox", name="Tick all answers of this page").check()
    expect(page.get_by_text(f"{PICTURES} answers ticked")).to_be_visible()
    assert looks(page, "review-ticked", SIZES) == []
    tab_to(page, "button", "Reject all…")
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("2 later answers")
    dialog.get_by_label("Why?").fill("The boxes are not on anything.")
    assert looks(page, "review-reject-many", SIZES) == []
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text(f"{PICTURES} answers rejected")).to_be_visible()
    expect_decisions(page, "Rejected")

    page.keyboard.press("u")
    expect(page.get_by_text(f"Taken back: {PICTURES} answers are as they were.")).to_be_visible()
    expect_decisions(page, "Not decided")
    assert lead.faults == []


def test_a_person_is_dealt_with_on_their_page_and_the_undo_outlives_a_reload(
    project: str, new_visitor: NewVisitor
) -> None:
    lead = new_visitor()
    lead.sign_in("lena")
    page = lead.open(f"{project}/annotators")
    page.get_by_role("table", name="Annotators").get_by_role("link", name=BAD).click()
    bar = page.get_by_role("region", name=f"All {PICTURES} answers of {BAD}")
    expect(bar).to_be_visible()
    assert looks(page, "annotator-acts", SIZES) == []
    tab_to(page, "button", "Reject all…")
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("2 later answers")
    dialog.get_by_label("Why?").fill("The boxes are not on anything.")
    page.keyboard.press("Control+Enter")
    told = page.get_by_role("region", name="What was done")
    expect(told).to_contain_text(f"{PICTURES} answers rejected")

    page.reload()
    last = page.get_by_role("region", name="Last acts")
    expect(last).to_contain_text("The boxes are not on anything.")
    assert looks(page, "annotator-last-acts", SIZES) == []
    tab_to(page, "button", "Undo")
    page.keyboard.press("Enter")
    expect(told).to_contain_text(f"Taken back: {PICTURES} answers are as they were.")

    page.get_by_role("list", name="Texts").get_by_role("checkbox").first.check()
    ticked = page.get_by_role("region", name="Ticked answers")
    assert looks(page, "annotator-ticked", SIZES) == []
    ticked.get_by_role("button", name="Approve all").click()
    expect(told).to_contain_text("1 answer approved")

    page.get_by_role("button", name="Block…").click()
    dialog.get_by_role("checkbox", name="Reject what they did").check()
    expect(dialog).to_contain_text(re.compile("later answers? (is|are) set aside"))
    assert looks(page, "annotator-block", SIZES) == []
    assert lead.faults == []


def cut_off(page: Page) -> int:
    """Return how many pixels of the tables stand beyond their frames in a usual window."""
    page.set_viewport_size({"width": 1440, "height": 900})
    beyond: int = page.evaluate(
        "Math.max(...[...document.querySelectorAll('table')]"
        ".map((each) => each.scrollWidth - each.parentElement.clientWidth))"
    )
    return max(0, beyond)


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_the_annotators_fit_a_usual_window_whatever_is_said_of_them(
    project: str, new_visitor: NewVisitor, locale: str
) -> None:
    lead = new_visitor(locale=locale)
    lead.sign_in("lena")
    lead.page.route("**/api/v1/projects/*/annotators*", full)
    page = lead.open(f"{project}/annotators")
    expect(page.get_by_role("table").first).to_contain_text("Wolfeschlegelsteinhausen")
    assert looks(page, f"annotators-full-{locale}", SIZES[:2]) == []
    assert cut_off(page) == 0


def full(route: Route) -> None:
    """Answer as the server does, each figure as wide as it may become."""
    told = route.fetch().json()
    for row in told["results"]:
        row["user"]["display_name"] = "Maximiliane Wolfeschlegelsteinhausen"
        means = {"seconds": 754, "edit_share": 1, "jaccard": 0.52, "tokens": 1204}
        for name, mean in means.items():
            row["figures"][name] = {"mean": mean, "n": 1204, "pool_mean": mean}
        row |= {"submissions": 12_040, "skips": 1_204, "is_blocked": True}
        row |= {"last_at": "2025-01-01T00:00:00Z", "gold": {"right": 104, "n": 120}}
        row |= {"flags": {"open": 1_240, "total": 1_240}}
        row["passed_on"] = {"number": 1_040, "of": 12_040, "answers": 12, "low": 0, "high": 1}
        row |= {"reviews": {"approved": 1_040, "rejected": 164}}
        row["evidence"] |= {"questioned": 1_240, "answers": 12_040, "gold_wrong": 16, "gold": 120}
    route.fulfill(json=told)
