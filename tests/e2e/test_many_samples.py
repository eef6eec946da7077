"""A lead withdraws and restores samples of many pages, and keeps a list as a view."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.callers import Caller
from tests.e2e.installation import Served
from tests.e2e.visitors import SCREENSHOTS, NewVisitor
from tests.images.pictures import jpeg

pytestmark = pytest.mark.e2e
NUMBER = 60  # more than a page has


@pytest.fixture(scope="module")
def project(served: Served, browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> int:
    """Sixty samples, the third of which somebody has withdrawn before."""
    folder = tmp_path_factory.mktemp("photos")
    for number in range(NUMBER):
        (folder / f"night-{number:02}.jpg").write_bytes(jpeg(60, 45, seed=7_000 + number))
    lead = Caller(browser, served).sign_in("lena")
    named = {"name": "Many samples", "recipe": "vizwiz-captions", "guidelines_required": False}
    made = int(lead.call("POST", "/projects", named)["id"])
    served.manage("import_images", str(made), str(folder), "--verbosity", "0")
    rows = lead.call("GET", f"/projects/{made}/samples?order=name")["results"]
    lead.call("POST", f"/samples/{rows[2]['id']}/withdraw", {"reason": "Blurred"})
    lead.close()
    return made


def bar(page: Page) -> Any:
    return page.get_by_role("region", name="What to do with the chosen samples")


def outcome(page: Page) -> Any:
    return page.get_by_role("region", name="What came of it")


def test_samples_of_two_pages_are_withdrawn_and_all_are_restored(
    new_visitor: NewVisitor, project: int
) -> None:
    lead = new_visitor(width=1440)
    lead.sign_in("lena")
    page = lead.open(f"/projects/{project}/samples?order=name")
    page.get_by_role("checkbox", name="Choose night-01.jpg").click()
    page.get_by_role("checkbox", name="Choose night-04.jpg").click(modifiers=["Shift"])
    page.get_by_role("button", name="Next", exact=True).click()
    page.get_by_role("link", name="night-50.jpg").focus()
    page.keyboard.press("x")
    expect(bar(page).get_by_text("5 samples chosen")).to_be_visible()
    expect(bar(page)).to_be_in_viewport()
    page.screenshot(path=SCREENSHOTS / "samples-chosen.png")
    bar(page).get_by_role("button", name="Withdraw…").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Withdraw", exact=True)).to_be_disabled()
    dialog.get_by_label("Why?").fill("Shows a face")
    page.screenshot(path=SCREENSHOTS / "samples-withdraw.png")
    dialog.get_by_role("button", name="Withdraw", exact=True).click()
    expect(outcome(page).get_by_text("4 samples withdrawn. 1 refused:")).to_be_visible()
    outcome(page).get_by_role("button", name="Which samples?").click()
    expect(outcome(page).get_by_role("link", name="night-02.jpg")).to_be_visible()
    expect(
        outcome(page).get_by_text("This sample has already been withdrawn.").first
    ).to_be_visible()
    expect(bar(page)).to_have_count(0)
    page.screenshot(path=SCREENSHOTS / "samples-refused.png")
    page = lead.open(f"/projects/{project}/samples")
    page.get_by_role("checkbox", name="Choose this page").click()
    bar(page).get_by_role("button", name=f"Choose all {NUMBER} that match").click()
    bar(page).get_by_role("button", name="Restore…").click()
    page.get_by_role("dialog").get_by_role("button", name="Restore", exact=True).click()
    expect(outcome(page).get_by_text("5 samples restored. 55 refused:")).to_be_visible()
    page = lead.open(f"/projects/{project}/samples?state=withdrawn")
    expect(page.get_by_text("Nothing matches these filters")).to_be_visible()


@pytest.mark.parametrize("width", [1440, 390])
def test_a_view_is_kept_and_its_address_opened_anew(
    new_visitor: NewVisitor, project: int, width: int
) -> None:
    lead, name = new_visitor(width=width), f"By name {width}"
    lead.sign_in("lena")
    page = lead.open(f"/projects/{project}/samples?search=night-1&order=-name&view=table")
    expect(page.get_by_text("night-19.jpg")).to_be_visible()
    page.get_by_role("button", name="Views", exact=True).click()
    page.get_by_role("menuitem", name="Keep as a view…").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill(name)
    dialog.get_by_role("button", name="Keep", exact=True).click()
    expect(page.get_by_role("button", name=f"View: {name}")).to_be_visible()
    found = re.search(r"saved=%22?(\d+)|saved=(\d+)", page.url)
    assert found, page.url
    fresh = lead.context.new_page()
    fresh.goto(f"{lead.served.url}/projects/{project}/samples?saved={found[1] or found[2]}")
    expect(fresh.get_by_role("button", name=f"View: {name}")).to_be_visible()
    expect(fresh.get_by_text("night-19.jpg")).to_be_visible()
    expect(fresh.get_by_text("night-20.jpg")).to_have_count(0)
    expect(fresh.get_by_label("Search names, ids, labels, texts")).to_have_value("night-1")
    expect(fresh.get_by_role("table", name="Samples")).to_be_visible()
    fresh.get_by_role("checkbox", name="Choose night-19.jpg").click()
    expect(bar(fresh)).to_be_in_viewport()
    wide = fresh.evaluate("document.documentElement.scrollWidth")
    assert wide <= width, f"{wide} pixels of content on a screen of {width}"
    fresh.screenshot(path=SCREENSHOTS / f"samples-view-{width}.png")
