"""Writing about an image: what the rules find is fixed by keys, and the browser can undo it."""

import re
import shutil
import uuid
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.callers import Caller
from tests.e2e.installation import PHOTOS, Served
from tests.e2e.steps import editor
from tests.e2e.visitors import SCREENSHOTS, Visitor

pytestmark = pytest.mark.e2e

FIRST = (
    "There is a beautiful ginger cat in the middle of the picture frame. The cat looks to the the"
    " left and its green eyes are wide open. A woman stands behind it."
)
OBJECTS = [("ginger cat", (60, 20, 300, 260)), ("green eyes", (150, 90, 120, 40))]
# Seeds as a model would give them; people's work on top of them goes through the API.
SEED = """
from annotate.projects.models import Project
from annotate.workflow import services
from annotate.workflow.models import Sample
project = Project.objects.get(pk={project})
for sample in Sample.objects.filter(project=project):
    for stage, value in {seeds!r}.items():
        services.add_seed(
            project=project, sample=sample, stage_key=stage, value=value, producer="test 1"
        )
"""


@pytest.fixture
def page(
    served: Served, browser: Browser, tmp_path: Path, new_visitor: Callable[..., Visitor]
) -> Page:
    """Open a description that begins with a seed, beside two objects that somebody marked."""
    lead = Caller(browser, served).sign_in("lena")
    names = [f"writing-{uuid.uuid4().hex[:6]}" for _ in range(2)]
    made = {"name": names[0], "recipe": "iiw", "guidelines_required": False, "settings": {}}
    project = int(lead.call("POST", "/projects", made)["id"])
    shutil.copy(PHOTOS / "chelsea.jpg", tmp_path / "chelsea.jpg")
    served.manage("import_images", str(project), str(tmp_path), "--verbosity", "0")
    seeds = {"description": {"text": FIRST}}
    served.manage("shell", "-c", SEED.format(project=project, seeds=seeds))
    lead.call("POST", f"/projects/{project}/seeding/skip", {})
    for name in names:
        served.manage("add_user", name, "--name", "Ada")
        served.manage("add_member", str(project), name)
    marker = Caller(browser, served).sign_in(names[0])
    claimed = marker.call("POST", f"/projects/{project}/claim", {"stage": "objects"})
    assert claimed["assignment"] is not None, claimed
    task = claimed["assignment"]["id"]
    objects = [
        {
            "id": uuid.uuid4().hex[:12],
            "label": label,
            "box": dict(zip(("x", "y", "width", "height"), box, strict=True)),
            "description": f"About the {label}.",
            "derived_from": [],
        }
        for label, box in OBJECTS
    ]
    body = {"answer": {"objects": objects}, "key": str(uuid.uuid4())}
    marker.call("POST", f"/assignments/{task}/submit", body)
    writer = new_visitor()
    writer.sign_in(names[1])
    page = writer.page
    page.get_by_role("button", name="Start: Image description").first.click()
    expect(editor(page)).to_have_value(FIRST)
    return page


def test_what_the_rules_find_is_fixed_by_keys_and_undone_by_the_browser(page: Page) -> None:
    editor(page).click()
    page.keyboard.press("End")
    page.keyboard.type(" It rests.")
    found = page.get_by_role("list", name="About your text").get_by_role("listitem")
    expect(found).to_have_count(4)
    page.keyboard.press("Control+Home")
    page.keyboard.press("F8")
    expect(page.locator("[data-from][data-active]")).to_have_text("There is a")
    _look(page, "writing-found")
    page.keyboard.press("Alt+Enter")
    expect(editor(page)).to_have_value(re.compile("^A ginger cat is in the middle"))
    page.keyboard.press("Control+z")
    expect(editor(page)).to_have_value(re.compile("^There is a beautiful"))
    page.keyboard.press("Control+Home")
    for left in (2, 1, 0):
        page.keyboard.press("Alt+Enter")
        # The rules read the text anew.
        expect(found).to_have_count(left)
    better = "A ginger cat is in the middle of the picture frame. The cat looks to the left and its"
    expect(editor(page)).to_have_value(
        f"{better} green eyes are wide open. A person stands behind it. It rests."
    )
    expect(found).to_have_count(0)


def test_changes_are_shown_while_one_writes_and_the_text_can_be_read(page: Page) -> None:
    editor(page).click()
    page.keyboard.press("Control+End")
    page.keyboard.press("Alt+c")
    page.keyboard.type(" It rests.")
    changes = page.get_by_role("region", name="Changes")
    expect(changes).to_contain_text("2 words added")
    _look(page, "writing-changes")
    page.keyboard.press("Alt+v")
    expect(changes.get_by_role("region", name="My text")).to_contain_text("It rests.")
    _look(page, "writing-sides")
    page.keyboard.press("Alt+r")
    page.get_by_role("button", name="ginger cat", exact=True).hover()
    expect(page.get_by_text("About the ginger cat.")).to_be_visible()
    _look(page, "writing-read")
    page.keyboard.press("Alt+r")
    page.keyboard.press("Alt+ArrowDown")
    page.keyboard.press("Alt+i")
    expect(editor(page)).to_have_value(f"{FIRST} It rests. About the ginger cat.")


def _look(page: Page, name: str) -> None:
    """Keep what it looks like, wide and narrow, light and dark."""
    for width, scheme in ((1440, "light"), (1440, "dark"), (390, "light"), (390, "dark")):
        page.set_viewport_size({"width": width, "height": 900 if width > 400 else 844})
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        page.screenshot(path=SCREENSHOTS / f"{name}-{width}-{scheme}.png")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.emulate_media(color_scheme="light")
