"""Seeded objects merged, split and doubled by keyboard: what each answer object comes from."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import steps
from tests.e2e.installation import PHOTOS
from tests.e2e.keyboard import (
    DONE,
    expect_no_mouse,
    objects_of,
    press_each,
    refuse_the_mouse,
    rows,
    tab_to,
)
from tests.e2e.visitors import Visitor

pytestmark = pytest.mark.e2e


def merge_first_and_third(page: Page) -> None:
    """Merge two that do not stand side by side; undone and done again, it is the same."""
    for number in (1, 3):
        tab_to(page, "checkbox", f"Select object {number}")
        page.keyboard.press("Space")
    page.keyboard.press("m")
    expect(rows(page)).to_have_count(3)
    expect(page.get_by_label("Label of object 1")).to_be_focused()
    page.keyboard.press("Control+z")
    expect(rows(page)).to_have_count(4)
    page.keyboard.press("Control+y")
    expect(rows(page)).to_have_count(3)


def split_second(page: Page) -> None:
    """Split the one that stands second now, and say what the new half is."""
    tab_to(page, "checkbox", "Select object 2")
    page.keyboard.press("Shift+M")
    expect(page.get_by_label("Label of object 3")).to_be_focused()
    page.keyboard.press("Control+A")
    page.keyboard.type("saucer")
    page.keyboard.press("Escape")


def duplicate_last(page: Page) -> None:
    """Double the last one, and put its twin elsewhere."""
    tab_to(page, "checkbox", "Select object 4")
    page.keyboard.press("Control+d")
    expect(page.get_by_role("button", name=re.compile("^5 of 5: "))).to_be_focused()
    press_each(page, "Shift+ArrowLeft", "Shift+ArrowUp")


def test_what_was_made_of_the_seeds_can_be_told_from_what_was_submitted(
    new_visitor: Callable[..., Visitor],
) -> None:
    lead = new_visitor()
    lead.sign_in("lena")
    project = steps.create_project(lead, "Lineage by keyboard")
    steps.upload(lead, project, [PHOTOS / "coffee.jpg"])
    steps.seed(lead, project, 1)
    person = new_visitor()
    steps.accept(person, steps.invite(lead, project, 1), "lineage-kim")
    page = person.open("/")
    refuse_the_mouse(page)
    tab_to(page, "button", "Start: Objects")
    page.keyboard.press("Enter")
    expect(rows(page)).to_have_count(4)
    merge_first_and_third(page)
    split_second(page)
    duplicate_last(page)
    page.keyboard.press("Control+Enter")
    steps.pass_on(page, page.get_by_text(DONE))
    expect_no_mouse(page)

    seeds, objects = objects_of(lead, project)
    first, second, third, fourth = (each["id"] for each in seeds)
    assert [each["derived_from"] for each in objects] == [
        [first, third],
        [second],
        [second],
        [fourth],
        [],
    ]
    ids = [each["id"] for each in objects]
    assert len(set(ids)) == len(ids)
    # A merged one is new; of two halves one goes on as what it was, and so does what was doubled.
    assert [each in {first, second, third, fourth} for each in ids] == [
        False,
        True,
        False,
        True,
        False,
    ]
    assert (ids[1], ids[3]) == (second, fourth)
    assert objects[2]["label"] == "saucer"
    assert _area(objects[1]) + _area(objects[2]) == pytest.approx(_area(seeds[1]))
    assert objects[3] == {**seeds[3], "derived_from": [fourth]}
    _expect_figures(lead, project)


def _area(item: dict[str, Any]) -> float:
    return float(item["box"]["width"] * item["box"]["height"])


def _expect_figures(lead: Visitor, project: int) -> None:
    """The lead's overview counts the same."""
    expected = {"kept": 1, "edited": 2, "added": 1, "removed": 0, "merged": 1}
    assert steps.api(lead, f"/projects/{project}/overview")["objects"] == expected
