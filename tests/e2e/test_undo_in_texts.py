"""Undo takes back what was written in runs of words, also after a reload, where the focus is."""

import re
import shutil
import uuid
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.callers import Caller
from tests.e2e.desk import BOTH_TASKS, NewDesk
from tests.e2e.installation import PHOTOS, Served
from tests.e2e.reading import READ, seeded_project
from tests.e2e.visitors import Visitor

pytestmark = pytest.mark.e2e

FIRST = "A red cup stands on a wooden table."
SECOND = " Steam rises from it."
MIXED = "שלום 👩‍👩‍👧 مرحبا"
KEPT = "Object.keys(localStorage).filter(name => name.startsWith('annotate:history:'))"


def write_in_two_runs(page: Page, field: Locator) -> None:
    """Type two sentences; leaving the field between them ends a run, as a pause does."""
    field.focus()
    page.keyboard.type(FIRST)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Backspace")
    page.keyboard.type("," + SECOND)


def undo(page: Page, times: int = 1) -> None:
    for _ in range(times):
        page.keyboard.press("Control+z")


def caret(field: Locator) -> int:
    return int(field.evaluate("field => field.selectionStart"))


def stepwise(page: Page, field: Locator) -> None:
    """Take back and do again what `write_in_two_runs` wrote."""
    before = FIRST[:-1]
    undo(page)
    expect(field).to_have_value(before)
    assert caret(field) == len(before)
    undo(page)
    expect(field).to_have_value(FIRST)
    assert caret(field) == len(FIRST)
    undo(page)
    expect(field).to_have_value("")
    page.keyboard.press("Control+y")
    page.keyboard.press("Control+Shift+z")
    page.keyboard.press("Control+y")
    expect(field).to_have_value(f"{before},{SECOND}")


@BOTH_TASKS
def test_undo_takes_back_runs_of_writing_also_after_a_reload(new_desk: NewDesk, stage: str) -> None:
    desk = new_desk(stage)
    page, field = desk.page, desk.bench.field()
    write_in_two_runs(page, field)
    stepwise(page, field)
    desk.bench.saved()
    page.reload()
    desk.bench.ready()
    desk.bench.show()
    field.focus()
    expect(field).to_have_value(f"{FIRST[:-1]},{SECOND}")
    stepwise(page, field)
    assert page.evaluate(KEPT) == [f"annotate:history:{desk.id}"]


@BOTH_TASKS
def test_a_paste_a_cut_emoji_and_other_scripts_are_steps_of_their_own(
    new_desk: NewDesk, stage: str
) -> None:
    desk = new_desk(stage)
    page, field = desk.page, desk.bench.field()
    desk.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.keyboard.type(FIRST)
    for _ in range(6):
        page.keyboard.press("Control+Shift+ArrowLeft")
    page.keyboard.press("Control+x")
    cut = field.input_value()
    assert cut != FIRST
    page.keyboard.press("Control+v")
    expect(field).to_have_value(FIRST)
    undo(page)
    expect(field).to_have_value(cut)
    undo(page)
    expect(field).to_have_value(FIRST)
    page.keyboard.press("End")
    page.keyboard.insert_text(MIXED)
    undo(page)
    expect(field).to_have_value(FIRST)
    undo(page)
    expect(field).to_have_value("")


def test_what_an_input_method_composes_is_taken_back_whole(new_desk: NewDesk) -> None:
    desk = new_desk("description")
    field = desk.bench.field()
    field.focus()
    hand = desk.context.new_cdp_session(desk.page)
    for text in ("に", "にほ", "日本"):
        hand.send("Input.imeSetComposition", {"text": text, "selectionStart": 2, "selectionEnd": 2})
    hand.send("Input.insertText", {"text": "日本"})
    expect(field).to_have_value("日本")
    undo(desk.page)
    expect(field).to_have_value("")
    desk.page.keyboard.press("Control+y")
    expect(field).to_have_value("日本")


def test_undo_in_a_text_leaves_boxes_and_on_the_image_words(new_desk: NewDesk) -> None:
    desk = new_desk("objects")
    page, field = desk.page, desk.bench.field()
    page.keyboard.type(FIRST)
    page.keyboard.press("Escape")
    box = page.locator("[data-box-id]").first
    expect(box).to_be_focused()
    placed = box.bounding_box()
    page.keyboard.press("Shift+ArrowRight")
    moved = box.bounding_box()
    assert moved != placed
    undo(page)
    expect(field).to_have_value(FIRST)
    assert box.bounding_box() == placed
    page.keyboard.press("Control+y")
    field.focus()
    undo(page)
    expect(field).to_have_value("")
    assert box.bounding_box() == moved


def test_no_history_outlives_its_task_or_its_author_s_session(new_desk: NewDesk) -> None:
    desk = new_desk("description")
    page = desk.page
    page.keyboard.type(FIRST)
    desk.bench.saved()
    page.reload()
    desk.bench.ready()
    assert page.evaluate(KEPT) == [f"annotate:history:{desk.id}"]
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text(re.compile("^Submitted|Nothing"))).not_to_have_count(0)
    assert page.evaluate(KEPT) == []


def test_signing_out_forgets_what_undo_could_bring_back(new_desk: NewDesk) -> None:
    desk = new_desk("description")
    page = desk.page
    page.keyboard.type(FIRST)
    desk.bench.saved()
    page.goto(desk.house.served.url)
    assert page.evaluate(KEPT) == [f"annotate:history:{desk.id}"]
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_label("User name")).to_be_visible()
    assert page.evaluate(KEPT) == []


def test_the_text_in_an_image_is_taken_back_in_runs(
    served: Served, browser: Browser, tmp_path: Path, new_visitor: Callable[..., Visitor]
) -> None:
    _, project = seeded_project(served, browser, tmp_path, "Undone words")
    page = _worker(served, project, new_visitor, "Text in the image")
    field = page.get_by_role("textbox", name="Text 2", exact=True)
    field.focus()
    page.keyboard.press("End")
    page.keyboard.type(" garage")
    expect(field).to_have_value(f"{READ[1]} garage")
    page.reload()
    field.focus()
    undo(page)
    expect(field).to_have_value(READ[1])
    page.keyboard.press("Control+y")
    expect(field).to_have_value(f"{READ[1]} garage")


def test_a_caption_is_taken_back_in_runs(
    served: Served, browser: Browser, tmp_path: Path, new_visitor: Callable[..., Visitor]
) -> None:
    lead = Caller(browser, served).sign_in("lena")
    made = {"name": "Undone captions", "recipe": "textcaps", "guidelines_required": False}
    project = int(lead.call("POST", "/projects", made)["id"])
    shutil.copy(PHOTOS / "clock.jpg", tmp_path / "clock.jpg")
    served.manage("import_images", str(project), str(tmp_path), "--verbosity", "0")
    page = _worker(served, project, new_visitor, "Caption")
    field = page.get_by_role("textbox", name="Caption")
    write_in_two_runs(page, field)
    stepwise(page, field)
    page.reload()
    field.focus()
    stepwise(page, field)


def _worker(served: Served, project: int, new_visitor: Callable[..., Visitor], stage: str) -> Page:
    """Make an annotator of the project and open a task of this stage."""
    name = f"undo-{uuid.uuid4().hex[:6]}"
    served.manage("add_user", name, "--name", "Ada")
    served.manage("add_member", str(project), name)
    person = new_visitor()
    person.sign_in(name)
    person.page.get_by_role("button", name=f"Start: {stage}").first.click()
    expect(person.page.get_by_role("button", name=re.compile("^Submit"))).to_be_visible()
    return person.page
