"""What people do in the browser, step by step, in the words of the pages."""

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.installation import PASSWORD
from tests.e2e.visitors import Visitor


def create_project(lead: Visitor, name: str) -> int:
    """Create a project in which people may work on several stages of a sample."""
    page = lead.open("/projects/new")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("radio", name=re.compile("In another stage")).check()
    page.get_by_role("button", name="Create project").click()
    expect(page).to_have_url(re.compile(r"/projects/\d+"))
    found = re.search(r"/projects/(\d+)", page.url)
    assert found is not None
    work_without_reading(page, int(found[1]))
    return int(found[1])


def work_without_reading(page: Page, project: int) -> None:
    """Nobody has to read the guidelines first: one test is about that, and others are not."""
    change(page, f"/projects/{project}", {"guidelines_required": False})


def change(page: Page, path: str, body: dict[str, Any]) -> None:
    """Change something through the API, as the signed-in browser does."""
    status = page.evaluate(
        """([path, body]) => fetch(path, {
            method: "PATCH",
            headers: {
                "Content-Type": "application/json",
                "X-CSRFToken": document.cookie.match(/csrftoken=([^;]+)/)[1],
            },
            body: JSON.stringify(body),
        }).then(answer => answer.status)""",
        [f"/api/v1{path}", body],
    )
    assert status == 200


def upload(lead: Visitor, project: int, photos: list[Path]) -> None:
    page = lead.open(f"/projects/{project}/import")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose files").click()
    chooser.value.set_files(photos)
    expect(page.get_by_text(f"{len(photos)} added, 0 refused.").first).to_be_visible()


def seed(lead: Visitor, project: int, number: int) -> None:
    page = lead.open(f"/projects/{project}/seeding")
    page.get_by_role("button", name=re.compile(f"^Seed {number} samples?$")).click()
    expect(page.get_by_text("Finished").first).to_be_visible(timeout=60_000)
    expect(page.get_by_text(f"{number} of {number}").first).to_be_visible()


def invite(lead: Visitor, project: int, people: int) -> str:
    """Make an invitation link for several annotators and return its path."""
    page = lead.open(f"/projects/{project}/people")
    page.get_by_label("How many people").fill(str(people))
    page.get_by_role("button", name="Make a link").click()
    link = page.get_by_role("textbox", name="Link", exact=True)
    expect(link).to_be_visible()
    return link.input_value().removeprefix(lead.served.url)


def accept(person: Visitor, link: str, username: str) -> None:
    page = person.open(link)
    page.get_by_label("User name").fill(username)
    page.get_by_label("Your name, as others see it").fill(username.title())
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Create account and join").click()
    expect(page.get_by_role("heading", name="My work")).to_be_visible()


def start(person: Visitor, stage: str) -> Page:
    """Start a stage from the work page and wait for the workbench."""
    page = person.open("/")
    page.get_by_role("button", name=f"Start: {stage}").first.click()
    expect(page.get_by_role("button", name="Submit and next")).to_be_visible()
    return page


def image_name(page: Page) -> str:
    """Return the file name of the image on the workbench."""
    photo = page.get_by_role("img", name=re.compile(r"^Image "))
    name = photo.first.get_attribute("aria-label") or photo.first.get_attribute("alt") or ""
    return name.removeprefix("Image ")


def submit(page: Page) -> None:
    """Submit and wait until the next task, or the note that there is none, has come."""
    before = re.escape(image_name(page))
    page.get_by_role("button", name="Submit and next").click()
    # The address changes before the page does: what counts is which image is on screen.
    another = page.get_by_role("img", name=re.compile(rf"^Image (?!{before}$)"))
    done = page.get_by_text("Submitted. That is all for now.")
    pass_on(page, done.or_(another).first)


def pass_on(page: Page, done: Locator) -> None:
    """Where one is asked about objects that were not looked at, submit them as they are."""
    asked = page.get_by_role("button", name="Submit as they are")
    expect(done.or_(asked).first).to_be_visible()
    if asked.is_visible():
        asked.press("Enter")
    expect(done).to_be_visible()


def editor(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Description of the image")


def api(person: Visitor, path: str) -> Any:
    """Read the API as the signed-in browser does."""
    text = person.page.evaluate(
        "path => fetch(path, {headers: {Accept: 'application/json'}}).then(r => r.text())",
        f"/api/v1{path}",
    )
    return json.loads(text)
