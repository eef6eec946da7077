"""The whole way of an import without a mouse: the file, the check, the columns, the import."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e import sweep
from tests.e2e.callers import Caller
from tests.e2e.installation import Served
from tests.e2e.keyboard import expect_no_mouse, expect_some_focus, refuse_the_mouse, tab_to
from tests.exchange.files import zipped
from tests.images import pictures

pytestmark = pytest.mark.e2e

TABLE = b"file,heading,note\na.jpg,Dog,A dog sleeps on a mat.\n"


@pytest.fixture
def project(served: Served, browser: Browser) -> int:
    caller = Caller(browser, served).sign_in("lena")
    made = caller.call("POST", "/projects", {"name": "By keyboard", "recipe": "iiw"})
    caller.close()
    return int(made["id"])


def choose_file(page: Page, archive: Path) -> None:
    # Listened to from here on: a chooser that opens before the browser knows is opened for nobody.
    page.on("filechooser", lambda chooser: None)
    tab_to(page, "button", re.compile("^File"))
    with page.expect_file_chooser() as chooser:
        page.keyboard.press("Enter")
    chooser.value.set_files(archive)
    expect_some_focus(page, "the choice of a file")


def test_a_column_is_chosen_and_corrected_and_a_table_imported_by_keyboard_alone(
    served: Served, browser: Browser, project: int, tmp_path: Path
) -> None:
    archive = tmp_path / "set.zip"
    archive.write_bytes(zipped({"a.jpg": pictures.jpeg(seed=9003), "list.csv": TABLE}))
    lead = sweep.still(browser, served)
    lead.sign_in("lena")
    page = lead.open(f"/projects/{project}/import")
    refuse_the_mouse(page)
    choose_file(page, archive)
    tab_to(page, "button", "Check")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Read as CSV: 0 objects and 0 texts.")).to_be_visible(timeout=30_000)

    # The wrong column first, then the right one: what was chosen is corrected without a mouse, too.
    description = tab_to(page, "combobox", "Description", back=True)
    for column in ("heading", "note"):
        page.keyboard.press("ArrowDown")
        option = page.get_by_role("option", name=column, exact=True)
        expect(option).to_be_visible()
        for _ in range(len(TABLE.split(b"\n")[0].split(b","))):
            if option.get_attribute("data-combobox-selected") is not None:
                break
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        expect(description).to_have_value(column)
        expect(option).to_be_hidden()
    tab_to(page, "button", "Check")
    page.keyboard.press("Enter")
    would = page.get_by_text("Read as CSV: 0 objects and 1 text. 1 image would be given seeds.")
    expect(would).to_be_visible(timeout=30_000)

    tab_to(page, "button", "Show the first rows")
    page.keyboard.press("Enter")
    expect(page.get_by_role("cell", name="A dog sleeps on a mat.")).to_be_visible()
    tab_to(page, "checkbox", "Only check", back=True)
    page.keyboard.press("Space")
    tab_to(page, "button", "Import")
    page.keyboard.press("Enter")
    expect(page.get_by_text("1 image was given seeds.")).to_be_visible(timeout=30_000)
    expect_no_mouse(page)
