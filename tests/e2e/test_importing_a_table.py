"""A lead checks an archive with a table, corrects what its columns hold, and brings it in."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e import sweep
from tests.e2e.callers import Caller
from tests.e2e.installation import Served
from tests.exchange.files import zipped
from tests.images import pictures

pytestmark = pytest.mark.e2e

TABLE = (
    b"file,heading,note,year\na.jpg,Dog,A dog sleeps on a mat.,1999\nb.jpg,Hat,A red hat.,2001\n"
)


@pytest.fixture
def project(served: Served, browser: Browser) -> int:
    caller = Caller(browser, served).sign_in("lena")
    made = caller.call("POST", "/projects", {"name": "Table and pictures", "recipe": "iiw"})
    caller.close()
    return int(made["id"])


def test_what_was_understood_is_seen_and_corrected_before_anything_comes_in(
    served: Served, browser: Browser, project: int, tmp_path: Path
) -> None:
    files = {"a.jpg": pictures.jpeg(seed=9001), "b.jpg": pictures.jpeg(seed=9002)}
    archive = tmp_path / "set.zip"
    archive.write_bytes(zipped({**files, "list.csv": TABLE}))
    lead = sweep.still(browser, served)
    lead.sign_in("lena")
    page = lead.open(f"/projects/{project}/import")
    page.locator("input[type=file][accept*=csv]").set_input_files(archive)
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.get_by_text("Read as CSV: 0 objects and 0 texts.")).to_be_visible(timeout=30_000)

    columns = page.get_by_role("group", name="What the columns hold")
    description = columns.locator("input").and_(columns.get_by_label("Description"))
    description.click()
    page.get_by_role("option", name="note", exact=True).click()
    expect(description).to_have_value("note")
    page.get_by_role("button", name="Check", exact=True).click()
    would = page.get_by_text("2 images would be given seeds.")
    expect(would).to_be_visible(timeout=30_000)
    page.get_by_role("button", name="Show the first rows").first.click()
    expect(page.get_by_role("cell", name="A dog sleeps on a mat.")).to_be_visible()
    for size, (width, height) in sweep.SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        assert sweep.look(page, f"import-table-{size}") == []

    page.get_by_label("Only check").uncheck()
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text("2 images were given seeds.")).to_be_visible(timeout=30_000)
