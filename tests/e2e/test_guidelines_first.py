"""Guidelines come before the first task, and a new version before the next one."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import hit_steps, steps
from tests.e2e.installation import PHOTOS
from tests.e2e.keyboard import tab_to
from tests.e2e.sweep import looks
from tests.e2e.visitors import Visitor

pytestmark = pytest.mark.e2e
CONFIRM = "I have read them, go on"
SIZES = (("narrow", "light"), ("wide", "light"))
WORDS = "An orange dahlia with many petals in front of dark leaves"


def test_guidelines_lead_to_the_first_task_and_come_back_when_they_change(
    new_visitor: Callable[..., Visitor],
) -> None:
    lead, person = new_visitor(), new_visitor()
    lead.sign_in("lena")
    project = hit_steps.create_project(lead, "Read first", "VizWiz-Captions")
    steps.upload(lead, project, [PHOTOS / "flower.jpg", PHOTOS / "hubble.jpg"])
    hit_steps.expect_open(lead, project, 2)
    page = lead.open(f"/projects/{project}/guidelines")
    switch = page.get_by_role("switch", name="Must be read first")
    expect(switch).not_to_be_checked()
    switch.click()
    expect(switch).to_be_checked()
    expect(page.get_by_text("What comes before the first task is saved.")).to_be_visible()
    steps.accept(person, steps.invite(lead, project, 1), "reads-first")

    page = person.open("/")
    expect(page.get_by_role("button", name=re.compile("^Start"))).to_have_count(0)
    assert looks(page, "guidelines-asked", SIZES) == []
    tab_to(page, "link", "Read the guidelines")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="The guidelines")).to_be_visible()
    assert looks(page, "guidelines-read", SIZES) == []
    tab_to(page, "button", CONFIRM)
    page.keyboard.press("Enter")
    hit_steps.expect_page(page, 1)

    # A new version while work is in hand: nothing of it is lost, and one comes back to it.
    hit_steps.caption(page).fill(WORDS)
    expect(page.get_by_text(re.compile("^Saved"))).to_be_visible()
    _publish(lead, project)
    page.reload()
    _expect_words(page)
    page = person.open("/")
    expect(page.get_by_text("The guidelines have changed since you read them.")).to_be_visible()
    page.get_by_role("link", name="Read the guidelines").click()
    expect(page.get_by_text("Say what you see.")).to_be_visible()
    page.get_by_role("button", name=CONFIRM).click()
    _expect_words(page)
    assert lead.faults == person.faults == []


def _expect_words(page: Page) -> None:
    """On whichever page it opens."""
    hit_steps.page_button(page, 1).click()
    hit_steps.expect_page(page, 1)
    expect(hit_steps.caption(page)).to_have_value(WORDS)


def _publish(lead: Visitor, project: int) -> None:
    page = lead.open(f"/projects/{project}/guidelines")
    page.get_by_role("button", name="Edit").click()
    page.get_by_label("Text (Markdown)").fill("# Shorter rules\n\nSay what you see.")
    page.get_by_role("button", name="Publish new version").click()
    expect(page.get_by_text(re.compile("^Version .* is out"))).to_be_visible()
