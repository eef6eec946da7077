"""What a browser fetches until a task is there: few files of script, and not much in them."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e import steps
from tests.e2e.desk import NewDesk
from tests.e2e.furnishing import Furnished
from tests.e2e.installation import ROOT, Served
from tests.e2e.reading import seeded_project
from tests.e2e.visitors import NewVisitor

pytestmark = pytest.mark.e2e

MOST_KIB = 250
MOST_FILES = 10
# By kind: the sweep that furnishes it, and the page there.
FURNISHED = {
    "objects": ("pages", "objects"),
    "caption": ("quality", "hit-caption"),
    "vote": ("quality", "hit-vote"),
    "side-by-side": ("studies", "rating-two"),
    "likert": ("studies", "rating-one"),
    "ranking": ("studies", "ranking"),
}
DIST = ROOT / "frontend" / "dist"

_LOADED = """() => performance.getEntriesByType('resource')
    .map((each) => new URL(each.name).pathname).filter((path) => path.endsWith('.js'))"""


def expect_light(page: Page, address: str) -> None:
    """Load a task as at a first visit, and weigh what came until it could be worked at."""
    page.goto(address, wait_until="commit")
    expect(page.locator("main[data-task]")).to_be_visible()
    files = {path.removeprefix("/static/app/") for path in page.evaluate(_LOADED)}
    kib = sum((DIST / f"{file}.br").stat().st_size for file in files) / 1024
    assert len(files) <= MOST_FILES, sorted(files)
    assert kib <= MOST_KIB, f"{kib:.1f} KiB in {sorted(files)}"
    print(f"{address}: {len(files)} files, {kib:.1f} KiB")


@pytest.mark.long
@pytest.mark.parametrize("kind", FURNISHED)
def test_a_workbench_needs_few_files_of_script(
    kind: str, furnished: Furnished, new_visitor: NewVisitor
) -> None:
    sweep, name = FURNISHED[kind]
    username, path = furnished(sweep)[name]
    visitor = new_visitor()
    visitor.sign_in(username)
    expect_light(visitor.context.new_page(), visitor.served.url + path)


def test_so_does_that_of_a_description(new_desk: NewDesk) -> None:
    desk = new_desk("description")
    expect_light(desk.context.new_page(), f"{desk.house.served.url}/work/{desk.id}")


def test_so_does_that_of_text_in_images(
    new_visitor: NewVisitor, served: Served, browser: Browser, tmp_path: Path
) -> None:
    _, project = seeded_project(served, browser, tmp_path, "Light to read")
    lead, person = new_visitor(), new_visitor()
    lead.sign_in("lena")
    steps.accept(person, steps.invite(lead, project, 1), "light-kim")
    page = person.open("/")
    page.get_by_role("button", name="Start: Text in the image").click()
    expect(page.locator("main[data-task]")).to_be_visible()
    expect_light(person.context.new_page(), page.url)


def test_the_page_names_what_it_will_fetch(furnished: Furnished, new_visitor: NewVisitor) -> None:
    """Asked for once, ahead: nothing that was fetched so is fetched again."""
    username, path = furnished("pages")["objects"]
    visitor = new_visitor()
    visitor.sign_in(username)
    page = visitor.context.new_page()
    url = visitor.served.url
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(url)))
    named = page.goto(url + path)
    assert named is not None
    expect(page.locator("main[data-task]")).to_be_visible()
    for ahead in ("/api/v1/session", f"/api/v1/assignments/{path.rpartition('/')[2]}"):
        assert f'href="{ahead}"' in named.text()
        assert asked.count(ahead) == 1, asked
