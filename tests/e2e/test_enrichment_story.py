"""A lead has captions enriched by keyboard alone: to a limit, on to the end, and away as a file."""

import json
import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e import routes, sweep
from tests.e2e.callers import Caller
from tests.e2e.installation import PHOTOS, Served
from tests.e2e.keyboard import expect_no_mouse, refuse_the_mouse, tab_to
from tests.e2e.visitors import NewVisitor

pytestmark = pytest.mark.e2e
PICTURES = 4
NAME = "Pebbles at length"


@pytest.fixture(scope="module")
def project(served: Served, browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> int:
    """Four pictures with a short caption each, in a file of texts."""
    folder = tmp_path_factory.mktemp("captioned")
    captions = tmp_path_factory.mktemp("captions") / "captions.jsonl"
    rows = []
    for picture in sorted(PHOTOS.glob("*.jpg"))[:PICTURES]:
        shutil.copy(picture, folder / picture.name)
        rows.append({"image": picture.name, "caption": f"A photo called {picture.stem}."})
    captions.write_text("".join(json.dumps(row) + "\n" for row in rows))
    lead = Caller(browser, served).sign_in("lena")
    made = {"name": "Captions", "recipe": "iiw", "guidelines_required": False}
    project = int(lead.call("POST", "/projects", made)["id"])
    lead.close()
    served.manage("import_images", str(project), str(folder), "--verbosity", "0")
    served.manage("add_texts", str(project), str(captions), "--name", "Short captions")
    return project


def _choose(page: Page, name: str, option: str) -> None:
    field = tab_to(page, "combobox", re.compile(f"^{name}"))
    pointed_at = page.locator("[data-combobox-selected]").filter(has_text=option)
    for _ in range(100):
        if field.input_value().startswith(option):
            return
        if field.get_attribute("aria-expanded") == "true":
            # Each time anew: a list that has just opened forgets once where the keys had led.
            page.keyboard.press("ArrowDown")
            if not pointed_at.count():
                continue
        page.keyboard.press("Enter")
    pytest.fail(f"{option} cannot be chosen.")


def _press(page: Page, name: str) -> None:
    tab_to(page, "button", name)
    page.keyboard.press("Enter")


def test_captions_are_enriched_to_a_limit_and_on_to_the_end(
    project: int, served: Served, new_visitor: NewVisitor, tmp_path: Path
) -> None:
    page = new_visitor().sign_in("lena")
    page.goto(f"{served.url}/projects/{project}/studies/enrichments")
    expect(page.get_by_role("heading", name="Nothing enriched yet")).to_be_visible()
    assert sweep.looks(page, "enrichments-none") == []
    refuse_the_mouse(page)
    tab_to(page, "link", "New enrichment")
    page.keyboard.press("Enter")
    tab_to(page, "textbox", re.compile("^Name"))
    page.keyboard.type(NAME)
    _choose(page, "Captions", "File: Short captions")
    _choose(page, "Model", "classical")
    expect(page.get_by_text("describes the image alone")).to_be_visible()
    tab_to(page, "textbox", re.compile("^Image limit"))
    page.keyboard.type("3")
    _press(page, "Begin")
    expect(page.get_by_role("heading", name=NAME)).to_be_visible()
    expect(page.get_by_text("At a limit")).to_be_visible(timeout=120_000)
    expect(page.get_by_text("A photo called").first).to_be_visible()

    tab_to(page, "textbox", re.compile("^Image limit"))
    page.keyboard.press("Control+A")
    page.keyboard.press("Delete")
    _press(page, "Go on")
    expect(page.get_by_text("Every image was asked about.")).to_be_visible(timeout=120_000)
    expect(page.get_by_text("Over 4 pairs.").first).to_be_visible()
    expect(page.get_by_role("table", name="Length and words", exact=True)).to_contain_text(NAME)

    tab_to(page, "link", "Download pairs")
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    expect_no_mouse(page)
    assert download.value.suggested_filename == "pebbles-at-length.jsonl"
    kept = tmp_path / "pairs.jsonl"
    download.value.save_as(kept)
    pairs = [json.loads(line) for line in kept.read_text().splitlines()]
    assert len(pairs) == PICTURES
    assert all(len(pair["enriched"]) > len(pair["original"][0]) for pair in pairs)


def test_pages_of_enrichments_are_accessible_and_fit_the_window(
    project: int, browser: Browser, served: Served
) -> None:
    lead = Caller(browser, served).sign_in("lena")
    path = f"/projects/{project}/enrichments"
    if not lead.call("GET", path)["results"]:
        choices = lead.call("GET", f"{path}/choices")
        wish = {"source": choices["sources"][0]["source"], "name": NAME}
        lead.call("POST", path, wish | {"version": choices["versions"][0]["version"]["id"]})
    answer = lead.when(path, lambda page: page["results"][0]["state"] == "done")
    lead.close()
    base = f"/projects/{project}/studies/enrichments"
    pages = {
        "enrichments": ("lena", base),
        "enrichment-new": ("lena", f"{base}/new"),
        "enrichment": ("lena", f"{base}/{answer['results'][0]['id']}"),
    }
    assert routes.unopened("enrichments", pages) == []
    faults = sweep.faults_of(pages, browser, served)
    assert not faults, "\n".join(faults)
