"""A lead finds whoever worked badly, reads all of it, and takes it back in one act."""

import shutil
import uuid
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

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
    for username, name in (("review-cara", BAD), ("review-dora", GOOD)):
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
    page = lead.open(f"{project}/annotators")
    rows = page.get_by_role("table").get_by_role("row")
    expect(rows.nth(1)).to_contain_text(BAD)
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
