"""Both tasks by keyboard alone: after signing in, nobody touches the mouse."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import steps
from tests.e2e.conftest import PHOTOS, Visitor

pytestmark = pytest.mark.e2e

MOST_TABS = 40


def tab_to(page: Page, role: str, name: str | re.Pattern[str]) -> None:
    """Press Tab until the wanted element has the focus, as somebody without a mouse does."""
    wanted = page.get_by_role(role, name=name).first  # type: ignore[arg-type]
    expect(wanted).to_be_visible()
    for _ in range(MOST_TABS):
        if wanted.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"{MOST_TABS} tabs did not reach the {role} {name!r}")


def test_both_tasks_are_done_without_a_mouse(new_visitor: Callable[..., Visitor]) -> None:
    lead = new_visitor()
    lead.sign_in("lena")
    project = steps.create_project(lead, "By keyboard")
    steps.upload(lead, project, [PHOTOS / "flower.jpg"])
    steps.seed(lead, project, 1)
    link = steps.invite(lead, project, 1)
    person = new_visitor()
    steps.accept(person, link, "keyboard-kim")
    page = person.open("/")

    tab_to(page, "button", "Start: Objects")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Submit and next")).to_be_visible()
    rows = page.get_by_role("list", name=re.compile("^Objects")).get_by_role("listitem")
    seeded = rows.count()
    page.keyboard.press("Shift+R")
    expect(page.get_by_label(f"Label of object {seeded + 1}")).to_be_focused()
    page.keyboard.type("orange dahlia")
    page.keyboard.press("Tab")
    page.keyboard.type("One large blossom with many pointed petals.")
    page.keyboard.press("Escape")
    for _ in range(3):
        page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("Alt+Shift+ArrowDown")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Submitted. That is all for now.")).to_be_visible()

    person.open("/")
    tab_to(page, "button", "Start: Image description")
    page.keyboard.press("Enter")
    tab_to(page, "textbox", "Description of the image")
    page.keyboard.press("Control+A")
    page.keyboard.type("An orange dahlia in front of dark green leaves.")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Submitted. That is all for now.")).to_be_visible()

    sample = steps.api(lead, f"/projects/{project}/samples")["results"][0]["id"]
    objects, description = steps.api(lead, f"/samples/{sample}")["stages"]
    drawn = objects["annotations"][-1]["value"]["objects"][-1]
    assert drawn["label"] == "orange dahlia"
    assert drawn["description"] == "One large blossom with many pointed petals."
    written = description["annotations"][-1]["value"]["text"]
    assert written == "An orange dahlia in front of dark green leaves."
