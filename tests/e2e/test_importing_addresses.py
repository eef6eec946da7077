"""A lead brings images in by their addresses, only where the lead wishes it."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e import sweep
from tests.e2e.callers import Caller
from tests.e2e.installation import Served

pytestmark = pytest.mark.e2e


@pytest.fixture
def project(served: Served, browser: Browser) -> int:
    caller = Caller(browser, served).sign_in("lena")
    made = caller.call("POST", "/projects", {"name": "By address", "recipe": "iiw"})
    caller.close()
    return int(made["id"])


def test_addresses_are_asked_only_where_that_is_chosen_and_refusals_are_told(
    served: Served, browser: Browser, project: int, tmp_path: Path
) -> None:
    """This machine is never asked, so each row says why; that also shows that it was tried."""
    table = tmp_path / "list.csv"
    table.write_text("image,text\nhttps://127.0.0.1:9/a.jpg,A dog sleeps on a mat.\n")
    lead = sweep.still(browser, served)
    lead.sign_in("lena")
    page = lead.open(f"/projects/{project}/import")
    page.locator("input[type=file][accept*=csv]").set_input_files(table)
    page.get_by_role("button", name="Check", exact=True).click()
    page.get_by_role("button", name="Show problems").click()
    expect(page.get_by_text("pictures are not fetched from addresses")).to_be_visible()
    page.get_by_role("button", name="Show problems").click()

    fetch = page.get_by_label("Fetch images from addresses")
    expect(fetch).not_to_be_checked()
    fetch.focus()
    page.keyboard.press("Space")
    expect(fetch).to_be_checked()
    page.get_by_role("button", name="Check", exact=True).click()
    problems = page.get_by_role("button", name="Show problems")
    expect(problems).to_have_count(2, timeout=30_000)
    problems.first.click()
    expect(page.get_by_text("127.0.0.1 is not on the public internet.")).to_be_visible()
    for size, (width, height) in sweep.SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        assert sweep.look(page, f"import-addresses-{size}") == []
