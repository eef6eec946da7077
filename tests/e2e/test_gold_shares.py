"""A lead reads how much gold people were given, and lets it come again where there is little."""

import re
import shutil
import time
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.e2e.callers import Caller
from tests.e2e.installation import PHOTOS, Served
from tests.e2e.visitors import SCREENSHOTS, NewVisitor

pytestmark = pytest.mark.e2e
PICTURES = ("clock.jpg", "rocket.jpg", "coffee.jpg", "chelsea.jpg")
PASSWORD = "correct-horse-battery"


def answered(task: dict[str, Any]) -> dict[str, Any]:
    name = task["image"]["name"].removesuffix(".jpg")
    text = f"Something that is called {name} stands before a plain grey wall"
    return {"text": text, "canned": False, "text_detected": True, "quality_issues": ["none"]}


@pytest.fixture(scope="module")
def project(served: Served, browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> int:
    """Four photos, one of them gold; HITs of two, half of which should be gold."""
    folder = tmp_path_factory.mktemp("photos")
    for name in PICTURES:
        shutil.copy(PHOTOS / name, folder / name)
    lead = Caller(browser, served).sign_in("lena")
    stages = {"caption": {"rounds": 3, "hit": {"size": 2, "minutes": 30}, "gold_rate": 0.5}}
    named = {"name": "Little gold", "recipe": "vizwiz-captions", "guidelines_required": False}
    made = {**named, "settings": {"stages": stages}}
    project = int(lead.call("POST", "/projects", made)["id"])
    served.manage("import_images", str(project), str(folder), "--verbosity", "0")
    samples = lead.call("GET", f"/projects/{project}/samples")["results"]
    item = {"sample": samples[0]["id"], "stage": "caption", "expected": {"text_detected": True}}
    lead.call("POST", f"/projects/{project}/gold", item)
    served.manage("add_user", "gold-ada", "--name", "Ada")
    served.manage("add_member", str(project), "gold-ada")
    ada = Caller(browser, served).sign_in("gold-ada", PASSWORD)
    for _ in range(2):
        ada.submit(ada.claim(project, "caption"), answered)
    for caller in (lead, ada):
        caller.close()
    return project


@pytest.mark.parametrize("width", [1440, 390])
def test_a_lead_reads_what_was_given_and_why_some_is_missing(
    new_visitor: NewVisitor, project: int, width: int
) -> None:
    lead = new_visitor(width=width)
    lead.sign_in("lena")
    page = lead.open(f"/projects/{project}/quality/gold")
    shares = page.get_by_role("region", name="Gold given")
    expect(shares).to_contain_text("Promised 50%, given 25%: 1 of 4 tasks.")
    expect(shares).to_contain_text("They had met all the gold there is.")
    expect(shares.get_by_role("table", name="Gold by person in Caption")).to_contain_text("Ada")
    shares.scroll_into_view_if_needed()
    page.screenshot(path=SCREENSHOTS / f"gold-shares-{width}.png", full_page=True)
    page = lead.open(f"/projects/{project}/settings")
    stage = page.get_by_role("button", name="1. Caption")
    stage.click()
    expect(stage).to_have_attribute("aria-expanded", "true")
    switch = page.get_by_role("switch", name="Let gold come again")
    switch.check()
    switch.scroll_into_view_if_needed()
    page.screenshot(path=SCREENSHOTS / f"gold-again-{width}.png")


def test_what_is_folded_opens_though_its_words_come_late(
    new_visitor: NewVisitor, project: int
) -> None:
    lead = new_visitor(width=1440)
    lead.sign_in("lena")
    lead.context.route(re.compile("assets/settings-"), _after_a_while)
    page = lead.open(f"/projects/{project}/settings")
    page.get_by_role("button", name="1. Caption").click()
    rounds = page.get_by_label("Answers per image in “Caption”")
    # Only what nothing cuts off or covers can be clicked, wherever on the page it stands.
    rounds.click()
    expect(rounds).to_be_focused()


def _after_a_while(route: Route) -> None:
    time.sleep(0.6)
    route.continue_()
