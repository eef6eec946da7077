"""Groups in the browser: a lead opts in, somebody answers by keyboard, sums are deleted."""

import uuid
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e import routes, sweep
from tests.e2e.callers import Caller
from tests.e2e.installation import Served
from tests.e2e.visitors import Visitor
from tests.images import pictures

pytestmark = pytest.mark.e2e
SAYER = "sayer-one"


@pytest.fixture(scope="module")
def project(served: Served, browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> int:
    """Three images, with a woman marked in one of them."""
    folder: Path = tmp_path_factory.mktemp("said")
    for index in range(3):
        (folder / f"said-{index}.jpg").write_bytes(pictures.jpeg(640, 420, seed=41_000 + index))
    lead = Caller(browser, served).sign_in("lena")
    stages = {"objects": {"rounds": 1}}
    made = {
        "name": "Sweep: groups",
        "recipe": "iiw",
        "guidelines_required": False,
        "settings": {"stages": stages},
    }
    project = int(lead.call("POST", "/projects", made)["id"])
    lead.call("POST", "/projects", {**made, "name": "Sweep: no groups"})
    served.manage("import_images", str(project), str(folder), "--verbosity", "0")
    lead.call("POST", f"/projects/{project}/seeding/skip", {})
    served.manage("add_user", SAYER, "--name", "Sayer One")
    served.manage("add_member", str(project), SAYER)
    lead.close()
    author = Caller(browser, served).sign_in(SAYER)
    _mark(author, project)
    author.close()
    return project


def _mark(author: Caller, project: int) -> None:
    """Mark a woman and a smaller boy in each image, so that there is a box to draw."""
    for _ in range(3):
        held = author.call("POST", f"/projects/{project}/claim", {"stage": "objects"})["assignment"]
        people = [
            ("woman in red", {"x": 250, "y": 60, "width": 150, "height": 300}),
            ("boy", {"x": 60, "y": 200, "width": 60, "height": 120}),
        ]
        objects = [
            {
                "id": f"thing{place}",
                "label": label,
                "derived_from": [],
                "box": box,
                "description": f"A {label} stands on the beach.",
            }
            for place, (label, box) in enumerate(people)
        ]
        body = {"key": str(uuid.uuid4()), "answer": {"objects": objects}, "active_seconds": 30}
        author.call("POST", f"/assignments/{held['id']}/submit", body)


def _opt_in(page: Page) -> None:
    expect(page.get_by_text("This is sensitive data")).to_be_visible()
    page.get_by_role("textbox", name="Name").fill("Skin tone")
    page.get_by_role("textbox", name="Values").fill("Lighter\nDarker")
    guideline = "Say how light the skin of the person **in the box** looks in this light."
    page.get_by_role("textbox", name="Guideline").fill(guideline)
    page.get_by_label("Ask annotators").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Annotators are asked", exact=True)).to_be_visible()


@pytest.fixture(scope="module")
def said(project: int, served: Served, browser: Browser) -> int:
    """Opt in as a lead, and answer by keyboard alone; return the project."""
    lead = Visitor(browser.new_context(), served)
    lead.sign_in("lena")
    _opt_in(lead.open(f"/projects/{project}/studies/groups"))
    assert lead.faults == []
    lead.context.close()
    sayer = Visitor(browser.new_context(), served)
    page = sayer.sign_in(SAYER)
    page.get_by_role("link", name="Answer: Skin tone").click()
    expect(page.get_by_text("Read this before the first image.")).to_be_visible()
    expect(page.get_by_role("img", name="The image you are asked about")).to_have_count(0)
    page.get_by_role("button", name="I have read this").press("Enter")
    for place, key in enumerate(("2", "1")):
        expect(
            page.get_by_text(f"Answered by you: {place}. Left for you: {3 - place}.")
        ).to_be_visible()
        expect(
            page.get_by_role("radiogroup", name="Skin tone of the person in the box")
        ).to_be_visible()
        page.keyboard.press(key)
        expect(page.get_by_role("radio", name=("Lighter", "Darker")[int(key) - 1])).to_be_checked()
        page.keyboard.press("Enter")
    expect(page.get_by_text("Answered by you: 2. Left for you: 1.")).to_be_visible()
    assert sayer.faults == []
    sayer.context.close()
    return project


def test_pages_of_groups_are_accessible_and_fit_the_window(
    said: int, served: Served, browser: Browser
) -> None:
    pages: sweep.Pages = {
        "groups": ("lena", f"/projects/{said}/studies/groups"),
        "groups-none": ("lena", f"/projects/{said + 1}/studies/groups"),
        "groups-say": (SAYER, f"/groups/{said}"),
        "groups-my-work": (SAYER, "/work"),
    }
    assert routes.unopened("groups", pages) == []
    faults = sweep.faults_of(pages, browser, served)
    assert not faults, "\n".join(faults)


def test_a_lead_reads_sums_and_deletes_all_that_was_said(
    said: int, served: Served, browser: Browser
) -> None:
    lead = Visitor(browser.new_context(), served)
    lead.sign_in("lena")
    page = lead.open(f"/projects/{said}/studies/groups")
    table = page.get_by_role("table", name="Skin tone")
    for name, number in (("Lighter", 1), ("Darker", 1), ("Nothing said yet", 1)):
        expect(table.get_by_role("row", name=f"{name} {number}")).to_be_visible()
    page.get_by_role("button", name="Delete all").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("2 answers will be gone")).to_be_visible()
    dialog.get_by_role("button", name="Delete all").click()
    expect(page.get_by_text("2 answers deleted.")).to_be_visible()
    expect(table.get_by_role("row", name="Nothing said yet 3")).to_be_visible()
    expect(page.get_by_text("Groups are turned off")).to_be_visible()
    sayer = Visitor(browser.new_context(), served)
    work = sayer.sign_in(SAYER)
    expect(work.get_by_role("heading", name="My work")).to_be_visible()
    expect(work.get_by_role("link", name="Answer: Skin tone")).to_have_count(0)
    assert lead.faults == []
