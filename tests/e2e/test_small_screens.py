"""At 200% and 400% zoom one can write: the text has lines, and nothing lies over them."""

import pytest
from playwright.sync_api import expect

from tests.e2e.desk import BOTH_TASKS, NewDesk
from tests.e2e.visitors import SCREENSHOTS

pytestmark = pytest.mark.e2e

# 1440 x 900 and 1280 x 1024, of which zoom leaves a half and a quarter.
ZOOMS = pytest.mark.parametrize(
    ("width", "height", "lines"), [(720, 450, 5), (320, 256, 4)], ids=["200%", "400%"]
)
TEXT = "A red cup stands on a wooden table in the light of a window. " * 16
# How much of a field can be seen: what the window shows of it, less what lies over it.
FREE = """field => {
    const {left, top, right, bottom} = field.getBoundingClientRect();
    const x = (left + right) / 2;
    let free = 0;
    for (let y = Math.max(top, 0); y < Math.min(bottom, innerHeight); y += 1)
        if (field.contains(document.elementFromPoint(x, y))) free += 1;
    return free / parseFloat(getComputedStyle(field).lineHeight);
}"""
WIDER = "document.documentElement.scrollWidth - innerWidth"


@BOTH_TASKS
@ZOOMS
def test_a_field_keeps_its_lines_when_the_page_is_enlarged(
    new_desk: NewDesk, stage: str, width: int, height: int, lines: int
) -> None:
    desk = new_desk(stage)
    page = desk.page
    page.emulate_media(forced_colors="active")
    page.set_viewport_size({"width": width, "height": height})
    desk.bench.show()
    desk.bench.field().focus()
    desk.bench.paste(TEXT)
    page.keyboard.type(" It is full.")
    expect(desk.bench.field()).to_have_value(f"{TEXT} It is full.")
    desk.bench.field().scroll_into_view_if_needed()
    page.screenshot(path=SCREENSHOTS / f"small-{stage}-{width}x{height}.png")
    assert desk.bench.field().evaluate(FREE) >= lines
    assert page.evaluate(WIDER) <= 0


def test_two_hundred_words_are_nearly_all_in_sight_on_a_desk_screen(new_desk: NewDesk) -> None:
    desk = new_desk("description")
    desk.bench.paste(TEXT)
    # Also beside what the rules find in it.
    expect(desk.page.get_by_role("list", name="About your text")).to_be_visible()
    desk.page.screenshot(path=SCREENSHOTS / "wide-description.png")
    assert desk.bench.field().evaluate(FREE) >= 14


def test_signing_in_begins_in_the_field_for_the_name(new_desk: NewDesk) -> None:
    page = new_desk("description").page
    page.context.clear_cookies()
    page.goto(page.url.split("/work")[0] + "/login")
    expect(page.get_by_label("User name")).to_be_focused()
