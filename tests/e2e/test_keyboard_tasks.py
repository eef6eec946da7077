"""A whole Task 1 and a whole Task 2 by keyboard alone; the server's rows say what came of it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import steps
from tests.e2e.installation import PHOTOS
from tests.e2e.keyboard import (
    DONE,
    expect_no_mouse,
    expect_some_focus,
    objects_of,
    press_each,
    refuse_the_mouse,
    rows,
    tab_to,
)
from tests.e2e.visitors import Visitor

pytestmark = pytest.mark.e2e


def add(page: Page, label: str, description: str) -> None:
    """Add a box in the middle of what is seen and write about it, without a pointer."""
    before = rows(page).count()
    page.keyboard.press("Shift+R")
    expect(page.get_by_label(f"Label of object {before + 1}")).to_be_focused()
    page.keyboard.type(label)
    page.keyboard.press("Tab")
    expect(page.get_by_label(f"Description of object {before + 1}")).to_be_focused()
    page.keyboard.type(description)
    page.keyboard.press("Escape")


def add_and_move(page: Page, seeded: int) -> None:
    """Add three boxes; move and size them by arrows."""
    add(page, "orange dahlia", "One large blossom with many pointed petals.")
    press_each(page, "Shift+ArrowLeft", "Shift+ArrowLeft", "ArrowRight", "Alt+Shift+ArrowDown")
    add(page, "green leaf", "A dark leaf behind the blossom.")
    press_each(page, "Shift+ArrowUp", "Shift+ArrowUp", "Shift+ArrowUp")
    add(page, "leaf tip", "The tip of the same leaf.")
    expect(rows(page)).to_have_count(seeded + 3)


def merge_last_two(page: Page, seeded: int) -> None:
    """Tick the last two in the list and make them one."""
    for number in (seeded + 2, seeded + 3):
        tick = tab_to(page, "checkbox", f"Select object {number}")
        if not tick.is_checked():
            page.keyboard.press("Space")
        expect(tick).to_be_checked()
    page.keyboard.press("m")
    expect(rows(page)).to_have_count(seeded + 2)
    expect_some_focus(page, "merging")


def split_and_remove_and_undo(page: Page, seeded: int) -> None:
    """Split and remove, and take both back."""
    page.keyboard.press("Escape")
    tab_to(page, "button", re.compile("^orange dahlia"))
    page.keyboard.press("Shift+M")
    expect(rows(page)).to_have_count(seeded + 3)
    expect_some_focus(page, "splitting")
    page.keyboard.press("Control+z")
    expect(rows(page)).to_have_count(seeded + 2)
    page.keyboard.press("Escape")
    tab_to(page, "button", re.compile("^orange dahlia"))
    page.keyboard.press("Delete")
    expect(rows(page)).to_have_count(seeded + 1)
    expect_some_focus(page, "removing")
    page.keyboard.press("Control+z")
    expect(rows(page)).to_have_count(seeded + 2)


def put_first(page: Page, seeded: int) -> None:
    """Move the blossom up until it stands first."""
    page.keyboard.press("Escape")
    tab_to(page, "button", re.compile("^orange dahlia"))
    press_each(page, *[","] * (seeded + 1))
    expect(rows(page).first).to_contain_text("orange dahlia")


def test_a_whole_task_of_each_stage_is_done_without_a_mouse(
    new_visitor: Callable[..., Visitor],
) -> None:
    lead = new_visitor()
    lead.sign_in("lena")
    project = steps.create_project(lead, "Whole tasks by keyboard")
    steps.upload(lead, project, [PHOTOS / "flower.jpg"])
    steps.seed(lead, project, 1)
    link = steps.invite(lead, project, 1)
    person = new_visitor()
    steps.accept(person, link, "whole-kim")
    page = person.open("/")
    refuse_the_mouse(page)
    tab_to(page, "button", "Start: Objects")
    page.keyboard.press("Enter")
    # The head of the page comes before the list.
    expect(rows(page)).not_to_have_count(0)
    seeded = rows(page).count()

    add_and_move(page, seeded)
    merge_last_two(page, seeded)
    split_and_remove_and_undo(page, seeded)
    put_first(page, seeded)
    page.keyboard.press("Control+Enter")
    steps.pass_on(page, page.get_by_text(DONE))
    expect_some_focus(page, "submitting")
    expect_no_mouse(page)

    start, objects = objects_of(lead, project)
    assert [each["label"] for each in objects[:1]] == ["orange dahlia"]
    kept = [each for each in objects if each["id"] in {seed["id"] for seed in start}]
    assert len(kept) == seeded
    [merged] = [each for each in objects if each["label"] == "green leaf, leaf tip"]
    assert "A dark leaf behind the blossom." in merged["description"]
    assert "The tip of the same leaf." in merged["description"]
    _describe(page, person, lead, project)


def _describe(page: Page, person: Visitor, lead: Visitor, project: int) -> None:
    """Task 2, on the objects of Task 1."""
    person.open("/")
    refuse_the_mouse(page)
    tab_to(page, "button", "Start: Image description")
    page.keyboard.press("Enter")
    tab_to(page, "textbox", "Description of the image")
    page.keyboard.press("Control+A")
    page.keyboard.type("An orange dahlia stands in front of dark green leaves. ")
    # Light the first object from within the text, and insert what was said of it.
    press_each(page, "F6", "F6", "F6")
    expect_some_focus(page, "going round the parts of the page")
    tab_to(page, "textbox", "Description of the image")
    page.keyboard.press("Control+End")
    page.keyboard.type("Its petals end in points.")
    page.keyboard.press("F1")
    # It takes the focus a moment after it shows, and gives it back when it has had it.
    keys = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(keys.locator(":focus")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("textbox", name="Description of the image")).to_be_focused()
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text(DONE)).to_be_visible()
    expect_no_mouse(page)
    sample = steps.api(lead, f"/projects/{project}/samples")["results"][0]["id"]
    written = steps.api(lead, f"/samples/{sample}")["stages"][1]["annotations"][-1]["value"]["text"]
    assert written == (
        "An orange dahlia stands in front of dark green leaves. Its petals end in points."
    )
