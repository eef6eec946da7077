"""Files on their way go on over pages, a reload and a closed tab, and none arrives twice."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Dialog, Page, Route, expect

from tests.e2e import sweep
from tests.e2e.callers import Caller
from tests.e2e.installation import Served
from tests.e2e.visitors import Visitor
from tests.images import pictures
from tests.waiting import eventually

pytestmark = pytest.mark.e2e

NUMBER = 30
AT_ONCE = 8  # so many go in one request


@pytest.fixture
def lead(served: Served, browser: Browser) -> Visitor:
    visitor = sweep.still(browser, served)
    visitor.sign_in("lena")
    return visitor


@pytest.fixture
def project(served: Served, browser: Browser) -> int:
    caller = Caller(browser, served).sign_in("lena")
    made = caller.call("POST", "/projects", {"name": "Uploads cut off", "recipe": "iiw"})
    caller.close()
    return int(made["id"])


@pytest.fixture
def photos(tmp_path: Path, project: int) -> list[Path]:
    """Return pictures that no other project has."""
    paths = [tmp_path / f"{index:02}.jpg" for index in range(NUMBER)]
    for index, path in enumerate(paths):
        path.write_bytes(pictures.jpeg(seed=1000 * project + index))
    return paths


class Line:
    """The way to the server: what follows the first request of pictures is held on it."""

    def __init__(self, lead: Visitor) -> None:
        self.held: list[Route] = []
        self.is_open = False
        self._passed = 0
        lead.context.route("**/uploads", self._take)

    def _take(self, route: Route) -> None:
        if self.is_open or self._passed == 0:
            self._passed += 1
            route.continue_()
        else:
            self.held.append(route)


def choose(page: Page, photos: list[Path]) -> None:
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose files").click()
    chooser.value.set_files(photos)


def there(lead: Visitor, project: int) -> int:
    """Return how many images the project has; each is served whole."""
    address = f"{lead.served.url}/api/v1/projects/{project}/samples?page_size=100"
    rows = lead.context.request.get(address).json()["results"]
    for row in rows:
        content = lead.context.request.get(f"{lead.served.url}{row['image']['urls']['full']}")
        assert content.ok
        assert content.body().endswith(b"\xff\xd9")  # the end of a JPEG
    eventually(lambda: not half_written(lead), "what is being written is whole or gone", 20)
    return len(rows)


def half_written(lead: Visitor) -> list[str]:
    """The files that wait for their name; the worker has some for the moment that it writes one."""
    return [path.name for path in lead.served.data.rglob(".new-*")]


def kept(page: Page) -> int:
    """How many files this browser keeps."""
    number: int = page.evaluate(
        """() => new Promise(resolve => {
            const opened = indexedDB.open("annotate:uploads");
            opened.onsuccess = () => {
                const contents = opened.result.transaction("contents").objectStore("contents");
                const counted = contents.count();
                counted.onsuccess = () => {
                    opened.result.close();
                    resolve(counted.result);
                };
            };
        })"""
    )
    return number


def test_an_upload_goes_on_over_pages_a_reload_and_a_closed_tab(
    lead: Visitor, project: int, photos: list[Path]
) -> None:
    page = lead.open(f"/projects/{project}/import")
    asked: list[Dialog] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog)
        dialog.dismiss()

    page.on("dialog", stay)
    line = Line(lead)
    choose(page, photos)
    expect(page.get_by_text(f"{AT_ONCE} of {NUMBER} files sent")).to_be_visible()
    eventually(lambda: kept(page) == NUMBER - AT_ONCE, "all that is left is kept", 20)

    # Another page of the product says how far it is, and opens the list.
    page.get_by_role("link", name="Samples", exact=True).click()
    status = page.get_by_role("button", name=f"Uploading {AT_ONCE} of {NUMBER}")
    status.first.click()
    panel = page.get_by_role("dialog", name="Uploads")
    expect(panel.get_by_text(f"{AT_ONCE} of {NUMBER} files sent")).to_be_visible()
    panel.get_by_role("button", name="Pause").click()

    # A reload asks nothing and forgets nothing, the pause included.
    page.reload()
    page.get_by_role("button", name=f"Upload paused, {NUMBER - AT_ONCE} left").click()
    expect(panel.get_by_text(f"{AT_ONCE} of {NUMBER} files sent")).to_be_visible()
    faults = sweep.looks(page, "uploads-panel")
    assert asked == []

    # A tab that is closed leaves the rest to the next one. What was under way had not arrived.
    page.close()
    line.is_open = True
    lead.page = page = lead.context.new_page()
    other = lead.context.new_page()
    lead.open(f"/projects/{project}/import")
    other.goto(f"{lead.served.url}/projects/{project}/import")
    page.get_by_role("button", name="Go on").click()
    for tab in (page, other):
        expect(tab.get_by_text(f"{NUMBER} added, 0 refused.")).to_be_visible(timeout=20_000)
    faults += sweep.looks(page, "upload-gone-on")
    assert there(lead, project) == NUMBER
    assert kept(page) == 0
    page.reload()
    expect(page.get_by_role("button", name="Choose files")).to_be_visible()
    expect(page.get_by_text("added, 0 refused")).to_have_count(0)
    assert faults + lead.faults == []
    lead.context.close()
