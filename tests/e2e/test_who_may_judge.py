"""The wizard says who is barred from a study and whether enough remain, where it is chosen."""

import uuid
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e import sweep
from tests.e2e.callers import Caller
from tests.e2e.installation import Served
from tests.images import pictures

pytestmark = pytest.mark.e2e

AUTHORS = ("writer-one", "writer-two")
IDLE = "reader-three"


@pytest.fixture(scope="module")
def project(served: Served, browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> int:
    """Two images, each described by another person, and somebody who wrote nothing."""
    folder: Path = tmp_path_factory.mktemp("judged")
    for index in range(2):
        (folder / f"{index}.jpg").write_bytes(pictures.jpeg(seed=31_000 + index))
    lead = Caller(browser, served).sign_in("lena")
    stages = {"description": {"rounds": 1}}
    made = {
        "name": "Who may judge",
        "recipe": "iiw",
        "guidelines_required": False,
        "settings": {"no_repeat": "stage", "stages": stages},
    }
    project = int(lead.call("POST", "/projects", made)["id"])
    served.manage("import_images", str(project), str(folder), "--verbosity", "0")
    lead.call("POST", f"/projects/{project}/seeding/skip", {})
    for name in (*AUTHORS, IDLE):
        served.manage("add_user", name, "--name", name.title())
        served.manage("add_member", str(project), name)
    for name in AUTHORS:
        author = Caller(browser, served).sign_in(name)
        for stage in ("objects", "description"):
            _work(author, project, stage)
        author.close()
    lead.close()
    return project


def _work(author: Caller, project: int, stage: str) -> None:
    held = author.call("POST", f"/projects/{project}/claim", {"stage": stage})["assignment"]
    box = {"x": 4, "y": 4, "width": 40, "height": 30}
    thing = {"id": "thing1", "label": "pebble", "derived_from": [], "box": box}
    answers = {
        "objects": {"objects": [{**thing, "description": "A smooth grey pebble."}]},
        "description": {"text": "A smooth grey pebble lies on sand beside a white shell."},
    }
    body = {"key": str(uuid.uuid4()), "answer": answers[stage], "active_seconds": 30}
    author.call("POST", f"/assignments/{held['id']}/submit", body)


def at_the_people(page: Page) -> None:
    """Go through the wizard until people are chosen: one score for each text of round 1."""
    page.get_by_label("Name", exact=True).fill("Judged by others")
    page.get_by_role("radio", name="Rating").click()
    page.get_by_role("button", name="Next").click()
    page.get_by_role("combobox", name="Texts").first.click()
    page.get_by_role("option", name="Round 1").first.click()
    page.get_by_role("button", name="Remove").last.click()
    page.get_by_role("button", name="Next").click()


def test_who_is_barred_and_who_is_left_are_said_where_it_is_chosen(
    project: int, served: Served, browser: Browser
) -> None:
    lead = sweep.still(browser, served)
    lead.sign_in("lena")
    page = lead.open(f"/projects/{project}/studies/new")
    at_the_people(page)
    page.get_by_label("People per item").fill("2")
    page.get_by_label("People per item").press("Tab")
    for name in (*AUTHORS, IDLE):
        page.get_by_role("checkbox", name=name.title()).check()
    kept = page.get_by_text("Kept from the whole study: Writer-One, Writer-Two.")
    expect(kept).to_be_visible()
    few = page.get_by_text("Only 1 person may judge, and each item needs 2")
    expect(few).to_be_visible()
    faults = sweep.looks(page, "barred-by-study")
    page.get_by_role("radio", name="They judge the other items").check()
    expect(page.get_by_text("Given none of the items that they wrote:")).to_be_visible()
    expect(few).to_have_count(0)
    faults += sweep.looks(page, "barred-by-item")
    page.get_by_label("People per item").fill("3")
    page.get_by_label("People per item").press("Tab")
    expect(page.get_by_text("For 2 items too few people remain")).to_be_visible()
    faults += sweep.looks(page, "barred-too-few")
    assert faults + lead.faults == []
    lead.context.close()
