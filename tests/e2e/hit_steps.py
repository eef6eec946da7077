"""What people do with mini-batches and what leads do with flags, in the words of the pages."""

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e import steps
from tests.e2e.visitors import Visitor
from tests.waiting import eventually

CANNED = "Quality issues are too severe to recognize visual content."


def create_project(lead: Visitor, name: str, recipe: str) -> int:
    """Create a project with a recipe as it ships; returns its id."""
    page = open_new_project(lead, name, recipe)
    return save_new_project(page)


def open_new_project(lead: Visitor, name: str, recipe: str) -> Page:
    page = lead.open("/projects/new")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("radio", name=recipe, exact=True).check()
    return page


def save_new_project(page: Page) -> int:
    page.get_by_role("button", name="Create project").click()
    expect(page).to_have_url(re.compile(r"/projects/\d+"))
    found = re.search(r"/projects/(\d+)", page.url)
    assert found is not None
    steps.work_without_reading(page, int(found[1]))
    return int(found[1])


def expect_open(lead: Visitor, project: int, number: int) -> None:
    """Where no stage takes seeds, what was imported is open for people at once."""
    samples = steps.api(lead, f"/projects/{project}/samples")["results"]
    assert [sample["state"] for sample in samples] == ["open"] * number


def import_gold(page: Page, file: Path, button: str = "Import") -> None:
    """Choose a file on the page of gold, and check or import it."""
    if page.get_by_role("button", name="File", exact=True).inner_text() != file.name:
        with page.expect_file_chooser() as chooser:
            page.get_by_role("button", name="File", exact=True).click()
        chooser.value.set_files(file)
    page.get_by_role("button", name=button, exact=True).click()


def set_number(within: Locator, label: str | re.Pattern[str], value: float) -> None:
    field = within.get_by_label(label)
    field.fill(str(value))
    field.press("Tab")


def start(person: Visitor, stage: str) -> Page:
    """Start a stage from the work page and wait for the first page of the mini-batch."""
    page = person.open("/")
    page.get_by_role("button", name=f"Start: {stage}").first.click()
    expect(page).to_have_url(re.compile(r"/hits/\d+"))
    expect(page.get_by_role("navigation", name="Pages")).to_be_visible()
    return page


def names(person: Visitor) -> list[str]:
    """Return the names of the images of the open mini-batch, in the order of its pages."""
    hit = person.page.url.rsplit("/", 1)[-1]
    return [each["image"]["name"] for each in steps.api(person, f"/hits/{hit}")["assignments"]]


def page_button(page: Page, number: int) -> Locator:
    pages = page.get_by_role("navigation", name="Pages")
    return pages.get_by_role("button", name=re.compile(rf"^Page {number}: "))


def expect_page(page: Page, number: int) -> None:
    """Wait until this page of the mini-batch is on screen."""
    expect(page_button(page, number)).to_have_attribute("aria-current", "step")


def go_on(page: Page, number: int) -> None:
    """Go to the next page, which is to be this one."""
    page.get_by_role("button", name="Next page").click()
    expect_page(page, number)


def caption(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Caption", exact=True)


def say_text(page: Page, *, there_is: bool) -> None:
    group = page.get_by_role("radiogroup", name="Is there text in the image?")
    group.get_by_role("radio", name="Yes" if there_is else "No", exact=True).check()


def submit_all(page: Page, number: int, *, then: str = "Submitted. That is all for now.") -> None:
    page.get_by_role("button", name=f"Submit all {number}").click()
    expect(page.get_by_role("heading", name=then)).to_be_visible(timeout=30_000)


def wait_for_checks(lead: Visitor, project: int, flags: int) -> None:
    """Wait on the quality page until the worker has raised so many flags."""
    page = lead.open(f"/projects/{project}/quality")
    expect(page.get_by_role("heading", name="Open flags")).to_be_visible()
    eventually(
        lambda: sum(_open_flags(lead, project).values()) >= flags,
        f"{flags} flags; there are {_open_flags(lead, project)}",
    )


def _open_flags(lead: Visitor, project: int) -> dict[str, int]:
    return dict(steps.api(lead, f"/projects/{project}/quality")["open_by_code"])


def export(
    lead: Visitor, project: int, file: Path, *, format: str, options: tuple[str, ...] = ()
) -> Any:
    """Start an export in the browser, download it and return its content."""
    page = lead.open(f"/projects/{project}/export")
    page.get_by_role("radio", name=format, exact=True).check()
    for option in options:
        page.get_by_role("checkbox", name=option).check()
    ready = page.get_by_role("link", name=re.compile("^Download"))
    before = len(steps.api(lead, f"/projects/{project}/exports"))
    expect(ready).to_have_count(before)
    page.get_by_role("button", name="Start export").click()
    expect(ready).to_have_count(before + 1, timeout=60_000)
    with page.expect_download() as download:
        ready.first.click()
    download.value.save_as(file)
    return json.loads(file.read_text(encoding="utf-8"))
