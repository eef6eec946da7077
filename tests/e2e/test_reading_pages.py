"""The workbench of texts in images, full and refused: the same promises as all other pages."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e import sweep
from tests.e2e.callers import Caller
from tests.e2e.installation import Served
from tests.e2e.reading import seeded_project
from tests.e2e.visitors import Visitor

pytestmark = pytest.mark.e2e

READER = "reading-pages"
LONG = "Mon-Fri 8 am to 6 pm, except holidays and the second Saturday of each month"
WORDS = ("NO", "PARKING", LONG, "€ 4,50", "", "Straße", "موقف", "x", "TOW", "AWAY", "17", "")
REFUSED = 5


def _piece(at: int, text: str) -> dict[str, Any]:
    box = {"x": 40 + at % 4 * 200, "y": 60 + at // 4 * 180, "width": 150, "height": 60}
    legible = text != "" or at + 1 == REFUSED
    return {"id": f"t{at}", "text": text, "box": box, "derived_from": [], "legible": legible}


@pytest.fixture(scope="module")
def task(served: Served, browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A dozen pieces, one of them without its text."""
    folder: Path = tmp_path_factory.mktemp("signs")
    lead, project = seeded_project(served, browser, folder, "Sweep: reading")
    served.manage("add_user", READER, "--name", "Rea")
    served.manage("add_member", str(project), READER)
    reader = Caller(browser, served).sign_in(READER)
    held = reader.call("POST", f"/projects/{project}/claim", {"stage": "ocr"})["assignment"]
    tokens = [_piece(at, text) for at, text in enumerate(WORDS)]
    draft = {"version": 0, "answer": {"tokens": tokens}, "active_seconds": 5}
    reader.call("PUT", f"/assignments/{held['id']}/draft", draft)
    reader.close()
    lead.close()
    return f"/work/{held['id']}"


@pytest.mark.parametrize("size", sweep.SIZES)
def test_the_workbench_of_texts_is_accessible_and_shows_what_was_refused(
    task: str, browser: Browser, served: Served, size: str
) -> None:
    width, height = sweep.SIZES[size]
    visitor = sweep.still(browser, served, viewport={"width": width, "height": height})
    visitor.sign_in(READER)
    page = visitor.open(task)
    # What is refused is brought into view for the size of the moment: one page for each.
    at = [(size, scheme) for scheme in sweep.SCHEMES]
    faults = sweep.looks(page, "reading", at)
    page.keyboard.press("Control+Enter")
    field = page.get_by_role("textbox", name=f"Text {REFUSED}", exact=True)
    expect(field).to_be_focused()
    faults += sweep.looks(page, "reading-refused", at) + visitor.faults
    is_seen = _is_on_top(page)
    visitor.context.close()
    assert not faults, "\n".join(faults)
    assert is_seen, "A bar lies over the field that was refused."


def _is_on_top(page: Page) -> bool:
    """Tell whether nothing lies over the first and the last line of what has the focus."""
    return bool(
        page.evaluate(
            """() => {
                const field = document.activeElement;
                const { left, top, bottom } = field.getBoundingClientRect();
                return [top + 4, bottom - 4].every(
                    (y) => document.elementFromPoint(left + 12, y) === field,
                );
            }"""
        )
    )


@pytest.mark.parametrize("size", sweep.SIZES)
def test_the_head_of_a_workbench_leads_from_the_way_back_to_the_menu(
    task: str, browser: Browser, served: Served, size: str
) -> None:
    width, height = sweep.SIZES[size]
    visitor = Visitor(browser.new_context(viewport={"width": width, "height": height}), served)
    visitor.sign_in(READER)
    page = visitor.open(task)
    names = ("My work", "Guidelines", "More")
    head = page.get_by_role("banner")
    places = [head.get_by_role("button", name=name, exact=True).bounding_box() for name in names]
    back, guidelines, more = (place["x"] for place in places if place)
    title = head.get_by_role("heading", level=1).bounding_box()
    assert title
    assert back < title["x"] < guidelines < more
    visitor.context.close()
