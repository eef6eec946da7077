"""Remarks on a text come while one writes, and nothing that can be pressed moves for them."""

import re
import shutil
import uuid
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.e2e.callers import Caller
from tests.e2e.desk import NewDesk
from tests.e2e.installation import PHOTOS, Served
from tests.e2e.visitors import SCREENSHOTS, NewVisitor

pytestmark = pytest.mark.e2e

# An opening that says nothing, an opinion, a word typed twice.
FAULTY = "In this picture we can see a beautiful beautiful cup"
# From the top of what it scrolls in, so that a field that scrolls itself into sight is no move.
TOP = """thing => {
    let top = 0;
    for (let at = thing; at; at = at.offsetParent) top += at.offsetTop;
    return top;
}"""


def _stay(places: list[Locator], field: Locator, name: str) -> None:
    """Fail if one of these has moved when remarks have come and when they have gone."""
    before = [place.evaluate(TOP) for place in places]
    field.fill(FAULTY)
    lists = field.page.get_by_role("list", name="About your text")
    remarks = lists.filter(has_text="beautiful")
    expect(remarks).to_be_visible()
    field.page.screenshot(path=SCREENSHOTS / f"remarks-{name}.png")
    assert [place.evaluate(TOP) for place in places] == before
    field.fill("")
    expect(remarks).to_have_count(0)
    assert [place.evaluate(TOP) for place in places] == before


@pytest.mark.parametrize("width", [1440, 390])
def test_below_a_caption(
    served: Served, browser: Browser, tmp_path: Path, new_visitor: NewVisitor, width: int
) -> None:
    lead = Caller(browser, served).sign_in("lena")
    made = {"name": "Still", "recipe": "vizwiz-captions", "guidelines_required": False}
    project = int(lead.call("POST", "/projects", made)["id"])
    shutil.copy(PHOTOS / "coffee.jpg", tmp_path / "coffee.jpg")
    served.manage("import_images", str(project), str(tmp_path), "--verbosity", "0")
    name = f"still-{uuid.uuid4().hex[:6]}"
    served.manage("add_user", name, "--name", "Ada")
    served.manage("add_member", str(project), name)
    person = new_visitor(width=width)
    page = person.sign_in(name)
    page.get_by_role("button", name="Start: Caption").first.click()
    field = page.get_by_role("textbox", name="Caption")
    expect(field).to_be_visible()
    canned = page.get_by_role("button", name=re.compile("^Too (poor|severe)"))
    below = [page.get_by_role(role).first for role in ("radio", "checkbox")]
    _stay([canned, *below], field, f"caption-{width}")


def test_below_the_description_of_an_object(new_desk: NewDesk) -> None:
    desk = new_desk("objects")
    row = desk.page.locator("[data-row-id]").first
    actions = [row.get_by_role("button", name=name) for name in ("Duplicate", "Remove")]
    _stay(actions, desk.bench.field(), "object")


def test_below_a_description_on_a_telephone(new_desk: NewDesk) -> None:
    desk = new_desk("description")
    desk.page.set_viewport_size({"width": 390, "height": 844})
    insert = desk.page.get_by_role("button", name=re.compile("^Insert")).first
    _stay([insert], desk.bench.field(), "description")
