"""On a telephone: one finger draws a box, two fingers zoom the image and draw nothing."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.e2e.breakable import Installation
from tests.e2e.desk import sign_in
from tests.e2e.visitors import SCREENSHOTS

pytestmark = pytest.mark.e2e

Place = tuple[float, float]
STEPS = 8
REST_MS = 150
WIDER = "document.documentElement.scrollWidth - innerWidth"


class Fingers:
    """Fingers on the glass, at places that are shares of the canvas."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._hand: CDPSession = page.context.new_cdp_session(page)

    def _send(self, kind: str, *places: Place) -> None:
        frame = self._page.locator("[data-canvas]").bounding_box()
        assert frame is not None
        points = [
            {
                "x": frame["x"] + x * frame["width"],
                "y": frame["y"] + y * frame["height"],
                "id": number,
            }
            for number, (x, y) in enumerate(places)
        ]
        self._hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def move(self, *ways: tuple[Place, Place]) -> None:
        """Put down as many fingers as there are ways, lead each along its own, and lift them."""
        for number in range(len(ways)):
            self._send("touchStart", *(start for start, _ in ways[: number + 1]))
        for step in range(1, STEPS + 1):
            self._send("touchMove", *(_between(way, step / STEPS) for way in ways))
        # They rest before they are lifted: of fingers lifted in full run the browser makes a throw,
        # and while one lasts it takes the next tap for the finger that stops it.
        self._page.wait_for_timeout(REST_MS)
        self._send("touchMove", *(end for _, end in ways))
        for number in reversed(range(len(ways))):
            self._send("touchEnd", *(end for _, end in ways[:number]))


def _between(way: tuple[Place, Place], share: float) -> Place:
    (x, y), (to_x, to_y) = way
    return x + (to_x - x) * share, y + (to_y - y) * share


@pytest.fixture
def phone(house: Installation, tmp_path: Path) -> Iterator[Page]:
    """A telephone, 390 pixels wide, with an open task of objects."""
    project = house.project("objects", tmp_path)
    context = house.browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    sign_in(page, house.served.url, house.person(project))
    page.get_by_role("button", name="Start: Objects").first.tap()
    expect(page.get_by_role("button", name="Draw a box")).to_be_visible()
    yield page
    context.close()


def zoom(page: Page) -> int:
    text = page.get_by_role("toolbar", name="Image tools").get_by_text(re.compile(r"^\d+%$"))
    return int(text.inner_text().removesuffix("%"))


def boxes(page: Page) -> int:
    return page.locator("[data-box-id]").count()


def test_one_finger_draws_and_two_zoom(phone: Page, house: Installation) -> None:
    fingers = Fingers(phone)
    phone.get_by_role("button", name="Draw a box").tap()
    expect(phone.get_by_role("button", name="Draw a box")).to_have_attribute("aria-pressed", "true")
    before = zoom(phone)
    fingers.move(((0.4, 0.5), (0.2, 0.5)), ((0.6, 0.5), (0.8, 0.5)))
    expect(phone.locator("[data-box-id]")).to_have_count(0)
    assert zoom(phone) > before * 2
    fingers.move(((0.1, 0.5), (0.4, 0.5)), ((0.9, 0.5), (0.6, 0.5)))
    assert zoom(phone) < before * 2
    assert boxes(phone) == 0

    fingers.move(((0.3, 0.3), (0.7, 0.7)))
    expect(phone.locator("[data-box-id]")).to_have_count(1)
    phone.get_by_label("Label of object 1").fill("ginger cat")
    phone.get_by_label("Description of object 1").fill("A cat with green eyes.")
    phone.screenshot(path=SCREENSHOTS / "touch-390.png")
    assert phone.evaluate(WIDER) <= 0
    assignment = int(phone.url.rsplit("/", 1)[-1])
    phone.get_by_role("button", name="Submit and next").tap()
    expect(phone.get_by_text("Submitted. That is all for now.")).to_be_visible()
    (drawn,) = house.row(assignment)["answer"]["objects"]
    assert drawn["label"] == "ginger cat"
    assert drawn["box"]["width"] > 100
