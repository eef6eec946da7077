"""A lead reads a sample beside its image, goes on by key, and talks about a word of it."""

import re
import shutil
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.callers import Caller
from tests.e2e.installation import PHOTOS, Served
from tests.e2e.visitors import SCREENSHOTS, NewVisitor

pytestmark = pytest.mark.e2e
PICTURES = ("clock.jpg", "rocket.jpg", "coffee.jpg")
PASSWORD = "correct-horse-battery"


def answered(task: dict[str, Any]) -> dict[str, Any]:
    name = task["image"]["name"].removesuffix(".jpg")
    text = f"Something that is called {name} stands before a plain grey wall"
    return {"text": text, "canned": False, "text_detected": True, "quality_issues": ["none"]}


@pytest.fixture(scope="module")
def samples(served: Served, browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Three photos, each with a caption of Ada's, in the order of the list."""
    folder = tmp_path_factory.mktemp("photos")
    for name in PICTURES:
        shutil.copy(PHOTOS / name, folder / name)
    lead = Caller(browser, served).sign_in("lena")
    stages = {"caption": {"rounds": 3, "hit": {"size": 3, "minutes": 30}}}
    named = {"name": "Talked about", "recipe": "vizwiz-captions", "guidelines_required": False}
    project = int(lead.call("POST", "/projects", {**named, "settings": {"stages": stages}})["id"])
    served.manage("import_images", str(project), str(folder), "--verbosity", "0")
    served.manage("add_user", "talk-ada", "--name", "Ada")
    served.manage("add_member", str(project), "talk-ada")
    ada = Caller(browser, served).sign_in("talk-ada", PASSWORD)
    ada.submit(ada.claim(project, "caption"), answered)
    found = lead.call("GET", f"/projects/{project}/samples?state=open")["results"]
    for caller in (lead, ada):
        caller.close()
    return found


@pytest.mark.parametrize("width", [1440, 390])
def test_a_lead_reads_goes_on_and_talks(
    new_visitor: NewVisitor, samples: list[Any], width: int
) -> None:
    first, second = samples[0], samples[1]
    lead = new_visitor(width=width)
    lead.sign_in("lena")
    page = lead.open(f"/samples/{first['id']}?from=state%3Dopen")
    expect(page.get_by_role("heading", level=1, name=first["image"]["name"])).to_be_visible()
    image = page.get_by_role("group", name=first["image"]["name"])
    page.get_by_role("tab", name="What happened").click()
    history = page.get_by_role("list", name="What happened")
    # Which of the free places of a parallel stage somebody gets is drawn.
    expect(history.get_by_text(re.compile(r"Ada finished answer \d of Caption"))).to_be_visible()
    expect(image).to_be_in_viewport()
    next_sample = page.get_by_role("button", name="Next sample")
    expect(next_sample).not_to_have_attribute("aria-disabled", "true")
    page.keyboard.press("j")
    expect(page.get_by_role("heading", level=1, name=second["image"]["name"])).to_be_visible()
    page.get_by_role("button", name="Comment", exact=True).first.click()
    page.get_by_label("New comment").fill(f"Which wall is meant, at {width} pixels?")
    page.keyboard.press("Control+Enter")
    threads = page.get_by_role("list", name="Comments")
    expect(threads.get_by_text(f"at {width} pixels?")).to_be_visible()
    page.screenshot(path=SCREENSHOTS / f"sample-comments-{width}.png")
    threads.get_by_role("button", name="Resolve").first.click()
    expect(threads.get_by_text(f"at {width} pixels?")).to_have_count(0)
    expect(page.get_by_role("button", name="Previous sample")).to_be_enabled()
    page.get_by_role("button", name="Previous sample").click()
    expect(page.get_by_role("heading", level=1, name=first["image"]["name"])).to_be_visible()
