"""What opens over a page is opened and left by keys, and gives the focus back."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e import steps
from tests.e2e.installation import PHOTOS
from tests.e2e.keyboard import expect_no_mouse, has_focus, press_each, refuse_the_mouse, tab_to
from tests.e2e.visitors import NewVisitor

pytestmark = pytest.mark.e2e


@pytest.fixture
def page(new_visitor: NewVisitor) -> Page:
    """Open the samples of a project, which have a menu, a choice and dialogs."""
    lead = new_visitor()
    lead.sign_in("lena")
    project = steps.create_project(lead, "Shared pieces by keyboard")
    steps.upload(lead, project, [PHOTOS / "flower.jpg"])
    page = lead.open(f"/projects/{project}/samples")
    expect(page.get_by_role("button", name="Views")).to_be_visible()
    refuse_the_mouse(page)
    return page


def arrow_to(page: Page, name: str) -> Locator:
    """Press the arrow down until an entry of the open menu has the focus."""
    entry = page.get_by_role("menuitem", name=name)
    for _ in range(20):
        if has_focus(entry):
            break
        page.keyboard.press("ArrowDown")
    return entry


def test_a_menu_opens_by_enter_and_escape_gives_the_focus_back(page: Page) -> None:
    button = tab_to(page, "button", "Views")
    page.keyboard.press("Enter")
    # It is seen before it has the focus; a key pressed between goes nowhere.
    expect(page.get_by_role("menu").locator("[data-autofocus]")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("menuitem").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("menu")).to_have_count(0)
    expect(button).to_be_focused()
    expect_no_mouse(page)


def test_a_choice_is_made_by_arrows_and_escape_leaves_it_as_it_was(page: Page) -> None:
    choice = tab_to(page, "combobox", re.compile("^Order"))
    before = choice.input_value()
    press_each(page, "ArrowDown", "ArrowDown", "Escape")
    expect(page.get_by_role("option")).to_have_count(0)
    assert choice.input_value() == before
    assert has_focus(choice)
    press_each(page, "ArrowDown", "ArrowDown", "Enter")
    expect(choice).not_to_have_value(before)
    expect(choice).to_be_focused()
    expect_no_mouse(page)


def test_a_dialog_keeps_the_focus_until_escape_gives_it_back(page: Page) -> None:
    button = tab_to(page, "button", "Views")
    page.keyboard.press("Enter")
    expect(page.get_by_role("menuitem").first).to_be_visible()
    entry = arrow_to(page, "Keep as a view…")
    expect(entry).to_be_focused()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    for _ in range(12):
        page.keyboard.press("Tab")
        expect(dialog.locator(":focus")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(button).to_be_focused()
    expect_no_mouse(page)
