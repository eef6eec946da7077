"""The main path in the other two engines: sign in, draw and describe a box, write, submit."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.breakable import Installation
from tests.e2e.engines import ENGINES
from tests.e2e.installation import PASSWORD
from tests.e2e.visitors import SCREENSHOTS
from tests.e2e.window import BACKSPACE, CONTROL, ENTER, Window

pytestmark = pytest.mark.e2e

LABEL = "ginger cat"
SAID = "A cat with green eyes and long whiskers."
TEXT = "A ginger cat looks past the camera"
MORE = " and lies on a grey blanket."
WIDTH, HEIGHT = 451, 300  # of chelsea.jpg
START, END = (0.25, 0.2), (0.75, 0.8)


@pytest.fixture(params=os.environ.get("ENGINES", " ".join(ENGINES)).split())
def window(request: pytest.FixtureRequest) -> Iterator[Window]:
    """One engine after the other; what it showed last is kept, also where the test failed."""
    with ENGINES[request.param]() as window:
        yield window
        window.screenshot(SCREENSHOTS / f"engine-{request.param}.png")


def _sign_in(window: Window, house: Installation, username: str) -> None:
    window.open(f"{house.served.url}/login")
    window.type("User name", username)
    window.type("Password", PASSWORD)
    window.click("button", "Sign in")
    window.find("heading", "My work")


def _draw_and_describe(window: Window) -> None:
    window.click("button", "Start: Objects")
    window.find("button", "Submit and next")
    window.click("button", "Draw a box")
    window.drag(window.find("img", "Image "), START, END)
    window.type("Label of object 1", LABEL)
    window.type("Description of object 1", SAID)
    window.expect_value("Description of object 1", SAID)


def _assignment(window: Window) -> int:
    return int(str(window.execute("return location.pathname")).rsplit("/", 1)[-1])


def _shares(box: dict[str, float]) -> tuple[float, ...]:
    """Return left, top, right and bottom as shares of the image."""
    right, bottom = box["x"] + box["width"], box["y"] + box["height"]
    return box["x"] / WIDTH, box["y"] / HEIGHT, right / WIDTH, bottom / HEIGHT


def test_the_main_path(window: Window, house: Installation, tmp_path: Path) -> None:
    project = house.project("objects", tmp_path)
    _sign_in(window, house, house.person(project))

    _draw_and_describe(window)
    objects = _assignment(window)
    window.click("button", "Submit and next")
    window.expect_text("Submitted. That is all for now.")
    (drawn,) = house.row(objects)["answer"]["objects"]
    assert (drawn["label"], drawn["description"]) == (LABEL, SAID)
    assert _shares(drawn["box"]) == pytest.approx((*START, *END), abs=0.01)

    window.open(house.served.url)
    window.click("button", "Start: Image description")
    window.type("Description of the image", f"{TEXT}.")
    window.press(BACKSPACE)
    window.type("Description of the image", MORE)
    window.press(CONTROL, "z")
    window.expect_value("Description of the image", TEXT)
    window.press(CONTROL, "y")
    window.expect_value("Description of the image", TEXT + MORE)
    description = _assignment(window)
    window.press(CONTROL, ENTER)
    window.expect_text("Submitted. That is all for now.")
    assert house.row(description)["answer"]["text"] == TEXT + MORE
    assert window.faults() == []
