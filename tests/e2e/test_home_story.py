"""A lead signs in, sees what needs them, settles it, and it is gone."""

import re
import shutil
import uuid
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.callers import Caller
from tests.e2e.installation import PASSWORD, PHOTOS, Served
from tests.e2e.sweep import looks
from tests.e2e.test_review_story import thing, work
from tests.e2e.visitors import NewVisitor

pytestmark = pytest.mark.e2e
# The last is that in which the story goes on.
SIZES = (("narrow", "light"), ("narrow", "dark"), ("wide", "dark"), ("wide", "light"))
FAILED = """
from annotate.core import clock
from annotate.core.jobs.models import Job
Job.objects.create(name="exchange.export", scope="project/{project}", state="failed",
                   finished_at=clock.now())
"""


@pytest.fixture
def waiting(served: Served, browser: Browser, tmp_path: Path) -> tuple[str, str, str]:
    """A lead of their own project, in which a job failed and an answer waits for review.

    Returns the lead, the number of the project and its name.
    """
    leader, name = f"home-{uuid.uuid4().hex[:8]}", f"Harbours {uuid.uuid4().hex[:6]}"
    shutil.copy(PHOTOS / "flower.jpg", tmp_path / "flower.jpg")
    lead = Caller(browser, served).sign_in("lena")
    made = {"name": name, "recipe": "iiw", "guidelines_required": False, "settings": {}}
    number = str(lead.call("POST", "/projects", made)["id"])
    served.manage("add_user", leader, "--name", "Hana Home")
    served.manage("add_member", number, leader, "--role", "lead")
    for place in range(8):
        person = f"{leader}-{place}"
        served.manage("add_user", person)
        served.manage("add_member", number, person)
    annotator = Caller(browser, served).sign_in(f"{leader}-0")
    served.manage("import_images", number, str(tmp_path), "--verbosity", "0")
    path = f"/projects/{number}"
    lead.call("POST", f"{path}/seeding/skip", {})
    work(annotator, path, {"objects": [thing()]})
    (found,) = lead.call("GET", f"{path}/review?state=all")["results"]
    flagged = [found["answer"]["annotation"]]
    act = {"verb": "flag", "annotations": flagged, "reason": "The box is not on anything."}
    lead.call("POST", f"{path}/review/acts", act)
    served.manage("shell", "-c", FAILED.format(project=number))
    for caller in (lead, annotator):
        caller.close()
    return leader, number, name


def row(page: Page, words: str) -> Locator:
    needs = page.get_by_role("region", name="What needs you")
    return needs.get_by_role("listitem").filter(has_text=words)


def test_a_lead_settles_what_needs_them_and_it_is_gone(
    waiting: tuple[str, str, str], new_visitor: NewVisitor
) -> None:
    leader, number, name = waiting
    lead = new_visitor()
    page = lead.sign_in(leader, PASSWORD)
    expect(page).to_have_url(re.compile("/home$"))
    expect(row(page, "1 answer waits for review.")).to_contain_text(name)
    assert looks(page, "home-waiting", SIZES) == []

    row(page, "has failed").get_by_role("link").click()
    expect(page).to_have_url(re.compile(f"/projects/{number}$"))
    page.get_by_role("button", name="Dismiss").click()
    expect(page.get_by_text("Removed from your list.")).to_be_visible()
    menu = page.get_by_role("navigation", name="Main")
    menu.get_by_role("link", name="Home", exact=True).click()
    expect(row(page, "1 answer waits for review.")).to_be_visible()
    expect(row(page, "has failed")).to_have_count(0)

    row(page, "1 answer waits for review.").get_by_role("link").click()
    expect(page).to_have_url(re.compile(f"/projects/{number}/review"))
    page.get_by_role("checkbox", name="Tick all answers of this page").check()
    page.get_by_role("button", name="Approve all").click()
    expect(page.get_by_text("1 answer approved.")).to_be_visible()
    menu.get_by_role("link", name="Home", exact=True).click()
    expect(page.get_by_role("region", name="Your projects").get_by_text(name)).to_be_visible()
    expect(row(page, "1 answer waits for review.")).to_have_count(0)
    assert looks(page, "home-settled", SIZES) == []

    menu.get_by_role("link", name="My work").click()
    expect(page.get_by_role("heading", name="My work", level=1)).to_be_visible()
    assert lead.faults == []


def test_an_annotator_lands_on_their_work(
    waiting: tuple[str, str, str], new_visitor: NewVisitor
) -> None:
    person = new_visitor()
    page = person.sign_in(f"{waiting[0]}-1", PASSWORD)
    expect(page).to_have_url(re.compile("/work$"))
    menu = page.get_by_role("navigation", name="Main")
    expect(menu.get_by_role("link", name="My work")).to_be_visible()
    expect(menu.get_by_role("link", name="Home", exact=True)).to_have_count(0)
    assert person.faults == []
