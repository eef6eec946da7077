"""From a newcomer to somebody who may work: consent, practice with feedback, a test, work."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import hit_steps, steps
from tests.e2e.installation import PHOTOS
from tests.e2e.visitors import Visitor

pytestmark = pytest.mark.e2e

PICTURES = ("clock.jpg", "rocket.jpg")
WHY = "Letters and digits count however small they are."


def _gold_file(folder: Path) -> Path:
    rows = [
        {
            "image": name,
            "stage": "caption",
            "expected": {"text_detected": True},
            "uses": ["practice", "test"],
            "note": WHY,
        }
        for name in PICTURES
    ]
    file = folder / "gold.jsonl"
    file.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return file


def _set_conditions(lead: Visitor, project: int, gold: Path) -> None:
    page = lead.open(f"/projects/{project}/quality/gold")
    hit_steps.import_gold(page, gold)
    expect(page.get_by_text("2 of 2 lines imported, 0 refused.")).to_be_visible()
    page = lead.open(f"/projects/{project}/quality/qualification")
    page.get_by_role("textbox", name="New version").fill("# Taking part\n\nYou may stop any time.")
    page.get_by_role("button", name="Publish version").click()
    expect(page.get_by_role("heading", name="Taking part")).to_be_visible()
    for name in ("People must agree to a text first", "Practice before work", "Test before work"):
        page.get_by_role("switch", name=name).check()
    main = page.get_by_role("main")
    hit_steps.set_number(main, "Tasks in the practice", 2)
    hit_steps.set_number(main, "Tasks in the test", 2)
    page.get_by_role("button", name="Save conditions").click()
    expect(page.get_by_text("Conditions saved.")).to_be_visible()


def _do_round(person: Visitor, *, there_is: bool, is_practice: bool = False) -> Page:
    """Caption two photos whose right answer is known, and come to the feedback."""
    page = person.page
    hit_steps.expect_page(page, 1)
    for number in (1, 2):
        hit_steps.caption(page).fill(
            "Something upright stands before a plain and lighter background"
        )
        hit_steps.say_text(page, there_is=there_is)
        page.get_by_role("checkbox", name="Nothing is wrong", exact=True).check()
        if is_practice:
            page.get_by_role("button", name="Check my answer").click()
            right = page.get_by_role("region", name="What was right")
            expect(right.get_by_text(WHY)).to_be_visible()
        if number == 1:
            hit_steps.go_on(page, 2)
    page.get_by_role(
        "button", name="Finish the practice" if is_practice else "Submit all 2"
    ).click()
    expect(page).to_have_url(re.compile("/feedback$"))
    return page


def test_a_newcomer_agrees_practises_passes_and_works(
    new_visitor: Callable[..., Visitor], tmp_path: Path
) -> None:
    lead, person = new_visitor(), new_visitor()
    lead.sign_in("lena")
    project = hit_steps.create_project(lead, "Only for those who qualify", "VizWiz-Captions")
    steps.upload(lead, project, [PHOTOS / name for name in (*PICTURES, "coffee.jpg")])
    hit_steps.expect_open(lead, project, 3)
    _set_conditions(lead, project, _gold_file(tmp_path))
    steps.accept(person, steps.invite(lead, project, 1), "entry-newcomer")

    page = person.open("/")
    expect(page.get_by_role("button", name="Start: Caption")).to_have_count(0)
    page.get_by_role("link", name="Read and agree").click()
    page.get_by_role("checkbox", name="I have read this and agree").check()
    page.get_by_role("button", name="Agree and go on").click()

    page.get_by_role("button", name="Start practising").click()
    page = _do_round(person, there_is=False, is_practice=True)
    expect(page.get_by_role("heading", name="Your practice round")).to_be_visible()
    expect(page.get_by_text("Different")).to_have_count(2)
    expect(page.get_by_text(WHY)).to_have_count(2)
    page.get_by_role("link", name="Continue").click()

    page.get_by_role("button", name="Start the test").click()
    page = _do_round(person, there_is=True)
    expect(page.get_by_role("heading", name="Your test")).to_be_visible()
    expect(page.get_by_text("Passed", exact=True).first).to_be_visible()
    expect(page.get_by_text("The answers of a test are not shown")).to_be_visible()

    # Practice and test were with the same photos; what is left for work is the third.
    hit_steps.start(person, "Caption")
    overview = steps.api(lead, f"/projects/{project}/overview")
    assert sum(row["submissions"] for row in overview["rounds"]) == 0
    page = lead.open(f"/projects/{project}/quality/qualification")
    row = page.get_by_role("row").filter(has_text="Entry-Newcomer")
    expect(row).to_contain_text("Passed")
