"""Without a mouse, or without seeing the image: short ways to the work, and names for all."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.desk import BOTH_TASKS, NewDesk
from tests.e2e.keyboard import expect_no_mouse, refuse_the_mouse
from tests.e2e.sweep import look
from tests.e2e.visitors import SCREENSHOTS

pytestmark = pytest.mark.e2e

PICTURES = {"image", "img", "graphics-symbol", "graphics-document", "canvas", "figure"}
MOST_STOPS = 16
IN_PANEL = "document.activeElement.closest('section[data-place=panel]') !== null"


def unnamed_pictures(page: Page) -> list[str]:
    """Return the pictures a screen reader would meet without a name."""
    client = page.context.new_cdp_session(page)
    nodes = client.send("Accessibility.getFullAXTree")["nodes"]
    shown = [each for each in nodes if not each.get("ignored")]
    pictures = [each for each in shown if each.get("role", {}).get("value", "").lower() in PICTURES]
    assert pictures, "The image itself is in the tree."
    return [str(each) for each in pictures if not each.get("name", {}).get("value")]


@BOTH_TASKS
def test_the_first_keys_lead_to_the_work_past_the_image(new_desk: NewDesk, stage: str) -> None:
    desk = new_desk(stage)
    page = desk.page
    desk.bench.write("A cat sleeps.")
    desk.bench.saved()
    page.reload()
    desk.bench.ready()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    refuse_the_mouse(page)
    page.keyboard.press("Tab")
    place = "list of objects" if stage == "objects" else "text"
    link = page.get_by_role("link", name=f"Skip to the {place}")
    expect(link).to_be_focused()
    expect(link).to_be_in_viewport()
    page.screenshot(path=SCREENSHOTS / f"skip-{stage}.png")
    page.keyboard.press("Enter")
    if stage == "objects":
        expect(page.get_by_role("list", name="Objects")).to_be_focused()
        page.keyboard.press("Tab")
    else:
        expect(desk.bench.field()).to_be_focused()
        page.keyboard.type(" Then")
        expect(desk.bench.field()).to_have_value("A cat sleeps. Then")
    assert page.evaluate(IN_PANEL)
    expect_no_mouse(page)


@BOTH_TASKS
def test_tools_and_boxes_are_one_stop_of_tab_each(new_desk: NewDesk, stage: str) -> None:
    desk = new_desk(stage)
    page = desk.page
    page.reload()
    desk.bench.ready()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    tools = "document.activeElement.closest('[role=toolbar]') !== null"
    stops, at_tools = 0, 0
    while not page.evaluate(IN_PANEL) and stops <= MOST_STOPS:
        page.keyboard.press("Tab")
        stops += 1
        at_tools += int(page.evaluate(tools))
    assert at_tools == 1
    assert stops <= MOST_STOPS


@BOTH_TASKS
def test_the_first_task_says_what_to_do_and_axe_finds_nothing(
    new_desk: NewDesk, stage: str
) -> None:
    desk = new_desk(stage)
    page = desk.page
    what = page.get_by_text("What to do", exact=True)
    steps = page.locator("details:has(summary:text-is('What to do')) li")
    expect(steps).to_have_count(3)
    expect(steps.first).to_be_visible()
    assert unnamed_pictures(page) == []
    faults = look(page, f"first-{stage}-1440")
    page.set_viewport_size({"width": 390, "height": 844})
    faults += look(page, f"first-{stage}-390")
    what.scroll_into_view_if_needed()
    page.screenshot(path=SCREENSHOTS / f"what-{stage}-390.png")
    assert faults == []
    what.click()
    expect(steps.first).not_to_be_visible()
    page.reload()
    desk.bench.ready()
    expect(what).to_be_visible()
    expect(steps.first).not_to_be_visible()
    what.click()
    expect(steps.first).to_be_visible()
