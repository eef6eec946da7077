"""A lead brings texts in with their images, as given texts of a study, by keyboard alone."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e import sweep
from tests.e2e.callers import Caller
from tests.e2e.installation import Served
from tests.exchange.files import jsonl, zipped
from tests.images import pictures

pytestmark = pytest.mark.e2e
ROWS = [
    {"file": "a.jpg", "captions": ["A dog sleeps on a mat.", "A mat with a dog."]},
    {"file": "b.jpg", "text": "Two kites fly over a beach."},
]


@pytest.fixture
def project(served: Served, browser: Browser) -> int:
    caller = Caller(browser, served).sign_in("lena")
    made = caller.call("POST", "/projects", {"name": "Texts of a model", "recipe": "iiw"})
    caller.close()
    return int(made["id"])


def test_texts_come_in_as_one_file_that_studies_offer(
    served: Served, browser: Browser, project: int, tmp_path: Path
) -> None:
    files = {"a.jpg": pictures.jpeg(seed=9101), "b.jpg": pictures.jpeg(seed=9102)}
    archive = tmp_path / "model.zip"
    archive.write_bytes(zipped({**files, "manifest.jsonl": jsonl(*ROWS)}))
    lead = sweep.still(browser, served)
    lead.sign_in("lena")
    page = lead.open(f"/projects/{project}/import")
    page.locator("input[type=file][accept*=csv]").set_input_files(archive)
    use = page.get_by_label("Objects and texts that come along").and_(page.locator("input"))
    use.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("listbox")).to_be_visible()
    page.keyboard.press("ArrowUp")  # from the first to the last
    page.keyboard.press("Enter")
    expect(use).to_have_value("They are given texts of a study")
    page.get_by_label("Name of the file of texts").fill("Model X")
    for size, (width, height) in sweep.SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        assert sweep.look(page, f"import-texts-{size}") == []
    page.get_by_label("Only check").uncheck()
    page.get_by_role("button", name="Import", exact=True).click()
    done = page.get_by_text("2 images have texts in the file of texts Model X.")
    expect(done).to_be_visible(timeout=60_000)
    caller = Caller(browser, served).sign_in("lena")
    files_there = caller.call("GET", f"/projects/{project}/text-files")["results"]
    caller.close()
    assert [(each["name"], each["texts"], each["matched"]) for each in files_there] == [
        ("Model X", 3, 3)
    ]
