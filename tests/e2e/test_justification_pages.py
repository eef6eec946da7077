"""Sweeps in the browser: reasons are found by their words, filtered, and taken away as a sheet."""

import csv
import io
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e import sweep
from tests.e2e.callers import Caller
from tests.e2e.installation import Served
from tests.e2e.visitors import SCREENSHOTS, Visitor

pytestmark = pytest.mark.e2e
COLUMNS = (
    *("comparison", "image", "left", "right", "metric"),
    *("label", "score", "rater", "justification"),
)
SAID = (
    ("fern.jpg", "tldr", 2, "x", "The new one names the red hat; Red is right."),
    ("fern.jpg", "tldr", -1, "y", "The old one is shorter."),
    ("fern.jpg", "colour", 1, "x", "Red and green are told apart."),
    ("cup.jpg", "tldr", 1, "x", "It says that the cup is red, which it is."),
    ("cup.jpg", "colour", 0, "y", "Both say white."),
)


@pytest.fixture(scope="module")
def study(served: Served, browser: Browser) -> str:
    """Return the address of the pages of a study that was brought in with its reasons."""
    lead = Caller(browser, served).sign_in("lena")
    made = lead.call(
        "POST",
        "/projects",
        {"name": "Sweep: reasons", "recipe": "iiw", "guidelines_required": False},
    )
    text = io.StringIO()
    sheet = csv.writer(text)
    sheet.writerow(COLUMNS)
    for image, metric, score, rater, why in SAID:
        sheet.writerow(["Old/New", image, "Old", "New", metric, "", score, rater, why])
    file = {"name": "said.csv", "mimeType": "text/csv", "buffer": text.getvalue().encode()}
    base = f"/projects/{made['id']}/studies"
    found = lead.call("POST", f"{base}/import", None, multipart={"file": file, "name": "Reasons"})
    lead.close()
    return f"{base}/{found['id']}"


def test_reasons_are_found_lit_filtered_and_taken_away(
    study: str, served: Served, browser: Browser
) -> None:
    lead = Visitor(browser.new_context(accept_downloads=True), served)
    page = lead.sign_in("lena")
    lead.open(study)
    page.get_by_role("link", name="Justifications").click()
    told = page.get_by_role("status")
    expect(told).to_have_text("5 justifications of 2 cases")
    page.get_by_label("Words in the justification").fill("RED")
    page.keyboard.press("Enter")
    expect(told).to_have_text("3 justifications of 2 cases")
    expect(page.locator("mark")).to_have_count(4)
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 900})
        page.screenshot(path=SCREENSHOTS / f"justifications-{width}.png", full_page=True)
    page.set_viewport_size({"width": 1440, "height": 900})
    lead.open(f"{study}/justifications?words=RED&metric=tldr")
    expect(told).to_have_text("2 justifications of 2 cases")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download CSV").click()
    rows = list(csv.DictReader(io.StringIO(Path(download.value.path()).read_text())))
    assert [row["justification"] for row in rows] == [SAID[0][4], SAID[3][4]]
    page.reload()
    expect(told).to_have_text("2 justifications of 2 cases")
    page.get_by_role("button", name="Show all").click()
    expect(told).to_have_text("5 justifications of 2 cases")
    page.get_by_label("Words in the justification").fill("zebra")
    page.keyboard.press("Enter")
    expect(page.get_by_text("No justification like this")).to_be_visible()
    assert lead.faults == []
    lead.context.close()


def test_the_page_is_accessible_and_fits_the_window(
    study: str, served: Served, browser: Browser
) -> None:
    pages = {
        "justifications": ("lena", f"{study}/justifications?words=red"),
        "justifications-none": ("lena", f"{study}/justifications?words=zebra"),
    }
    faults = sweep.faults_of(pages, browser, served)
    assert not faults, "\n".join(faults)
