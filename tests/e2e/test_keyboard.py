"""Captions and votes by keyboard alone: after signing in, nobody touches the mouse."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e import hit_steps, steps
from tests.e2e.installation import PHOTOS
from tests.e2e.keyboard import press_each, tab_to
from tests.e2e.visitors import Visitor

pytestmark = pytest.mark.e2e


def test_a_mini_batch_of_captions_is_done_without_a_mouse(
    new_visitor: Callable[..., Visitor],
) -> None:
    lead = new_visitor()
    lead.sign_in("lena")
    project = hit_steps.create_project(lead, "Captions by keyboard", "VizWiz-Captions")
    steps.upload(lead, project, [PHOTOS / "flower.jpg", PHOTOS / "hubble.jpg"])
    hit_steps.expect_open(lead, project, 2)
    person = new_visitor()
    steps.accept(person, steps.invite(lead, project, 1), "keyboard-captions")
    page = person.open("/")
    tab_to(page, "button", "Start: Caption")
    page.keyboard.press("Enter")
    hit_steps.expect_page(page, 1)

    # The first: a caption, no text in it, nothing wrong. Alt+Page Down goes on.
    tab_to(page, "textbox", "Caption")
    page.keyboard.type("An orange dahlia with many petals in front of dark green leaves")
    page.keyboard.press("Escape")
    tab_to(page, "radio", "Yes")
    press_each(page, "n", "8", "Alt+PageDown")
    hit_steps.expect_page(page, 2)
    # The second: too poor, with text, blurred. Back and forth once; all of it is still there.
    press_each(page, "c", "y", "1", "Alt+PageUp")
    hit_steps.expect_page(page, 1)
    expect(page.get_by_role("checkbox", name="Nothing is wrong")).to_be_checked()
    page.keyboard.press("Alt+PageDown")
    hit_steps.expect_page(page, 2)
    expect(hit_steps.caption(page)).to_have_value(hit_steps.CANNED)
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("heading", name="Submitted. That is all for now.")).to_be_visible()

    answers = [each["value"] for each in _answers(lead, project, stage=0)]
    assert sorted((each["canned"], each["text_detected"]) for each in answers) == [
        (False, False),
        (True, True),
    ]
    assert sorted(each["quality_issues"] for each in answers) == [["blur"], ["none"]]


def test_a_mini_batch_of_votes_is_done_without_a_mouse(
    new_visitor: Callable[..., Visitor],
) -> None:
    lead, writer, person = (new_visitor() for _ in range(3))
    lead.sign_in("lena")
    project = hit_steps.create_project(lead, "Votes by keyboard", "TextCaps")
    # First the number of answers: what is imported is open at once.
    rounds = {"rounds": {"caption": 1, "validation": 1}}
    steps.change(lead.page, f"/projects/{project}", {"settings": rounds})
    steps.upload(lead, project, [PHOTOS / "rocket.jpg"])
    hit_steps.expect_open(lead, project, 1)
    link = steps.invite(lead, project, 2)
    steps.accept(writer, link, "keyboard-writer")
    steps.accept(person, link, "keyboard-votes")
    page = hit_steps.start(writer, "Caption")
    hit_steps.caption(page).fill("A white rocket with the letters USA stands on its pad")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("heading", name="Submitted. That is all for now.")).to_be_visible()

    page = person.open("/")
    tab_to(page, "button", "Start: Validation")
    page.keyboard.press("Enter")
    hit_steps.expect_page(page, 1)
    expect(page.get_by_role("radiogroup")).to_have_count(5)
    # y and n answer the marked question and go on; a digit switches the answer of its question.
    press_each(page, "y", "y", "n", "n", "y", "4")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("heading", name="Submitted. That is all for now.")).to_be_visible()

    [vote] = _answers(lead, project, stage=1)
    assert list(vote["value"]["votes"].values()) == [True, True, False, True, True]


def _answers(lead: Visitor, project: int, *, stage: int) -> list[Any]:
    samples = steps.api(lead, f"/projects/{project}/samples")["results"]
    stages = [steps.api(lead, f"/samples/{sample['id']}")["stages"] for sample in samples]
    return [answer for each in stages for answer in each[stage]["annotations"]]
