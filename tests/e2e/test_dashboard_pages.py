"""The pages of figures by keyboard, as files and on paper."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.furnishing import Furnished
from tests.e2e.visitors import NewVisitor

pytestmark = [pytest.mark.e2e, pytest.mark.xdist_group("dashboards")]
SLOW = 120_000  # milliseconds: the one worker has other jobs as well


def test_a_chart_is_read_by_keyboard_and_saved_as_the_files_of_a_paper(
    furnished: Furnished, new_visitor: NewVisitor
) -> None:
    visitor = new_visitor()
    visitor.sign_in("lena")
    page = visitor.open(furnished("dashboards")["dashboard-small-rounds"][1])
    chart = page.get_by_role("figure", name="Tokens per text", exact=True)
    reader = chart.get_by_role("slider")
    reader.focus()
    first = reader.get_attribute("aria-valuetext")
    page.keyboard.press("ArrowRight")
    expect(reader).to_have_attribute("aria-valuenow", "2")
    assert reader.get_attribute("aria-valuetext") != first
    with page.expect_download() as drawing:
        chart.get_by_role("button", name="Download as SVG").click()
    with page.expect_download() as numbers:
        chart.get_by_role("button", name="Download as CSV").click()
    svg = Path(drawing.value.path()).read_text(encoding="utf-8")
    csv = Path(numbers.value.path()).read_text(encoding="utf-8")
    # No style sheet goes with the file: what it needs stands in it, in colours of paper.
    assert "var(--" not in svg
    assert 'fill="#ffffff"' in svg
    assert csv.splitlines()[0].startswith("Round,n,Mean,")
    assert len(csv.splitlines()) == 4


def test_the_threshold_of_the_simulator_is_moved_by_keyboard(
    furnished: Furnished, new_visitor: NewVisitor
) -> None:
    visitor = new_visitor()
    visitor.sign_in("lena")
    page = visitor.open(furnished("dashboards")["dashboard-small-stopping"][1])
    threshold = page.get_by_role("slider", name="Threshold of similarity")
    threshold.focus()
    page.keyboard.press("Home")
    expect(threshold).to_have_attribute("aria-valuetext", "0.00")
    expect(page).to_have_url(re.compile(r"\?threshold=0$"))


def test_a_report_is_written_printed_and_read(
    furnished: Furnished, new_visitor: NewVisitor
) -> None:
    visitor = new_visitor()
    visitor.sign_in("lena")
    page = visitor.open(furnished("dashboards")["dashboard-small-report"][1])
    page.get_by_label("Title").fill("Three people")
    page.get_by_role("button", name="Write report").click()
    printed = page.get_by_role("link", name="Download Three people as PDF")
    expect(printed).to_be_visible(timeout=SLOW)
    with page.expect_download() as file:
        printed.click()
    assert Path(file.value.path()).read_bytes().startswith(b"%PDF-")
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Read Three people in a new window").click()
    report = opened.value
    expect(report.get_by_role("heading", name="Three people")).to_be_visible()
    expect(
        report.get_by_role("table", name="Image description: what rounds came to")
    ).to_be_visible()
    expect(report.locator("svg").nth(1)).to_be_attached()
