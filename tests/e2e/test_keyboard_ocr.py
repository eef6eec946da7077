"""The text in an image, read by an engine and corrected by keyboard alone; the server's rows."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e import steps
from tests.e2e.installation import Served
from tests.e2e.keyboard import (
    DONE,
    expect_no_mouse,
    expect_some_focus,
    press_each,
    refuse_the_mouse,
    tab_to,
)
from tests.e2e.reading import READ, seeded_project
from tests.e2e.visitors import Visitor

pytestmark = pytest.mark.e2e

NO, PARKING, LOADING, ZONE = READ


def field(page: Page, number: int) -> Locator:
    return page.get_by_role("textbox", name=f"Text {number}", exact=True)


def box(page: Page, number: int) -> Locator:
    return page.get_by_role("button", name=re.compile(rf"^{number} of \d+: "))


def pieces(page: Page) -> Locator:
    return page.get_by_role("list", name="Pieces of text").get_by_role("listitem")


def to_box(page: Page, number: int) -> None:
    """Leave the field of a piece for its box."""
    tab_to(page, "textbox", re.compile(rf"^Text {number}$"))
    page.keyboard.press("Escape")
    expect(box(page, number)).to_be_focused()


def read_through(page: Page) -> None:
    """Enter leads from piece to piece; the third gets a sign that the engine did not see."""
    tab_to(page, "textbox", "Text 1")
    for number in (2, 3):
        page.keyboard.press("Enter")
        expect(field(page, number)).to_be_focused()
    press_each(page, "End", "!")
    expect(field(page, 3)).to_have_value(f"{LOADING}!")
    press_each(page, "Enter", "Enter")
    expect(page.get_by_text("This is the last piece of text")).to_be_attached()
    expect(field(page, 4)).to_be_focused()


def merge_first_two(page: Page) -> None:
    to_box(page, 1)
    press_each(page, "e", "m")
    expect(pieces(page)).to_have_count(3)
    expect(field(page, 1)).to_be_focused()
    expect(field(page, 1)).to_have_value(f"{NO} {PARKING}")


def add_a_piece_nobody_can_read(page: Page) -> None:
    """A box of one's own, moved and sized by arrows, of which no letter can be told."""
    page.keyboard.press("Escape")
    page.keyboard.press("Shift+R")
    expect(field(page, 4)).to_be_focused()
    page.keyboard.press("Escape")
    expect(box(page, 4)).to_be_focused()
    press_each(page, "Shift+ArrowUp", "ArrowUp", "Alt+Shift+ArrowDown")


def duplicate(page: Page) -> None:
    """The same word once more, further down, where the engine saw nothing."""
    to_box(page, 3)
    page.keyboard.press("Control+d")
    expect(box(page, 4)).to_be_focused()
    press_each(page, *["Shift+ArrowDown"] * 3)
    expect(pieces(page)).to_have_count(5)


def remove_and_undo(page: Page) -> None:
    to_box(page, 2)
    page.keyboard.press("Delete")
    expect(pieces(page)).to_have_count(4)
    expect_some_focus(page, "removing")
    page.keyboard.press("Control+z")
    expect(pieces(page)).to_have_count(5)


def split_and_undo(page: Page) -> None:
    """A split at the space, taken back from within the field of its second half."""
    to_box(page, 1)
    page.keyboard.press("Shift+M")
    expect(field(page, 2)).to_be_focused()
    expect(field(page, 2)).to_have_value(PARKING)
    page.keyboard.press("Control+z")
    expect(pieces(page)).to_have_count(5)
    expect_some_focus(page, "undoing a split")
    expect(field(page, 1)).to_have_value(f"{NO} {PARKING}")


def refused_until_told(page: Page) -> None:
    """What has no text is asked about at its field; a tick says that nobody can read it."""
    expect(box(page, 2)).to_be_focused()
    page.keyboard.press("Control+Enter")
    expect(field(page, 5)).to_be_focused()
    expect(
        page.get_by_text("Type what is written here, or mark it as not legible.")
    ).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("checkbox", name="Text 5 cannot be read")).to_be_focused()
    page.keyboard.press("Space")
    # Its place is typed, too.
    tab_to(page, "spinbutton", re.compile("^X, pixels"))
    page.keyboard.press("Control+A")
    page.keyboard.type("12")
    page.keyboard.press("Escape")
    expect(box(page, 5)).to_be_focused()
    page.keyboard.press(",")
    expect(page.get_by_text("This piece is now 4 of 5")).to_be_attached()


def test_the_text_in_an_image_is_corrected_without_a_mouse(
    new_visitor: Callable[..., Visitor],
    served: Served,
    browser: Browser,
    tmp_path: Path,
) -> None:
    lead, project = seeded_project(served, browser, tmp_path, "Reading by keyboard")
    person = new_visitor()
    visitor = new_visitor()
    visitor.sign_in("lena")
    steps.accept(person, steps.invite(visitor, project, 1), "reading-kim")
    page = person.open("/")
    refuse_the_mouse(page)
    tab_to(page, "button", "Start: Text in the image")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Submit and next")).to_be_visible()
    expect(pieces(page)).to_have_count(len(READ))

    read_through(page)
    merge_first_two(page)
    add_a_piece_nobody_can_read(page)
    duplicate(page)
    split_and_undo(page)
    remove_and_undo(page)
    refused_until_told(page)
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text(DONE)).to_be_visible()
    expect_some_focus(page, "submitting")
    expect_no_mouse(page)

    sample = lead.call("GET", f"/projects/{project}/samples")["results"][0]["id"]
    seed, answer = lead.call("GET", f"/samples/{sample}")["stages"][0]["annotations"]
    _expect_rows(seed["value"]["tokens"], answer["value"]["tokens"])
    lead.close()


def _expect_rows(seed: list[Any], tokens: list[Any]) -> None:
    """Each piece says what it was made of; what was drawn or doubled comes from nothing."""
    assert [each["text"] for each in seed] == list(READ)
    no, parking, loading, zone = (each["id"] for each in seed)
    found = [(each["text"], each["legible"], each["derived_from"]) for each in tokens]
    assert found == [
        (f"{NO} {PARKING}", True, [no, parking]),
        (f"{LOADING}!", True, [loading]),
        (ZONE, True, [zone]),
        ("", False, []),
        (ZONE, True, []),
    ]
    merged, edited, kept, drawn, twin = tokens
    assert (edited["id"], kept["id"]) == (loading, zone)
    assert kept["box"] == seed[3]["box"]
    assert merged["box"] == _around(seed[0]["box"], seed[1]["box"])
    assert twin["box"]["y"] > kept["box"]["y"] + 29
    assert drawn["box"]["x"] == 12


def _around(one: dict[str, float], other: dict[str, float]) -> dict[str, float]:
    left, top = min(one["x"], other["x"]), min(one["y"], other["y"])
    right = max(each["x"] + each["width"] for each in (one, other))
    bottom = max(each["y"] + each["height"] for each in (one, other))
    return {"x": left, "y": top, "width": right - left, "height": bottom - top}
