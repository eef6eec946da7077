"""Two texts side by side, and keys of one's own, without a mouse."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e import steps
from tests.e2e.furnished_studies import RATERS, furnish
from tests.e2e.installation import PHOTOS, Served
from tests.e2e.keyboard import (
    expect_no_mouse,
    expect_some_focus,
    press_each,
    refuse_the_mouse,
    tab_to,
)
from tests.e2e.visitors import Visitor

pytestmark = pytest.mark.e2e

REASON = "The left one says more of what is seen."


def test_two_texts_are_judged_without_a_mouse(
    new_visitor: Callable[..., Visitor],
    served: Served,
    browser: Browser,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder: Path = tmp_path_factory.mktemp("pictures")
    task = furnish(served, browser, folder)["rating-two"][1]
    rater = new_visitor()
    rater.sign_in(RATERS[0])
    page = rater.open(task)
    expect(page.get_by_role("list", name="Metrics")).to_be_visible()
    refuse_the_mouse(page)
    # The first metric is marked: a digit rates it, and the reason is written where one is led.
    for number in range(5):
        page.keyboard.press(str(number % 2 + 2))
        expect(page.locator("textarea:focus")).to_have_count(1)
        page.keyboard.type(f"{REASON} {number + 1}")
        press_each(page, "Alt+ArrowDown")
        expect_some_focus(page, f"metric {number + 1}")
    page.keyboard.press("Control+Enter")
    expect(page).not_to_have_url(re.compile(task + "$"))
    expect_no_mouse(page)
    assert steps.api(rater, "/history")["results"]


def test_a_key_of_ones_own_works_here_and_at_the_next_desk(
    new_visitor: Callable[..., Visitor],
) -> None:
    lead, person, elsewhere = (new_visitor() for _ in range(3))
    lead.sign_in("lena")
    project = steps.create_project(lead, "Keys of one's own")
    steps.upload(lead, project, [PHOTOS / "flower.jpg"])
    steps.seed(lead, project, 1)
    steps.accept(person, steps.invite(lead, project, 1), "own-keys-kim")
    page = person.open("/")
    refuse_the_mouse(page)
    tab_to(page, "button", "Start: Objects")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Submit and next")).to_be_visible()
    task = page.url.removeprefix(person.served.url)

    page.keyboard.press("?")
    expect(page.get_by_role("textbox", name="Search commands")).to_be_focused()
    page.keyboard.type("add a box")
    tab_to(page, "button", re.compile("^Change Ins of: Add a box"))
    page.keyboard.press("Enter")
    with page.expect_response(lambda answer: answer.url.endswith("/me") and answer.ok):
        page.keyboard.press("q")
        expect(page.get_by_role("button", name=re.compile("^Change Q of: Add"))).to_be_focused()
    page.keyboard.press("Escape")
    rows = page.locator("[data-row-id]")
    expect(rows).not_to_have_count(0)
    before = rows.count()
    page.keyboard.press("q")
    expect(rows).to_have_count(before + 1)
    expect(page.locator("input:focus")).to_have_attribute("aria-label", re.compile("^Label of"))
    expect_no_mouse(page)
    expect(page.get_by_text(re.compile("^Saved "))).to_be_visible()

    other = elsewhere.sign_in("own-keys-kim")
    other.goto(elsewhere.served.url + task)
    expect(other.locator("[data-row-id]")).to_have_count(before + 1)
    other.keyboard.press("q")
    expect(other.locator("[data-row-id]")).to_have_count(before + 2)
