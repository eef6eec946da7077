"""Leaving while pictures are sent: the browser asks, nothing is half there, and it goes on."""

import re
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Dialog, Page, Route, TimeoutError, expect

from tests.e2e import sweep
from tests.e2e.callers import Caller
from tests.e2e.installation import Served
from tests.e2e.visitors import Visitor
from tests.images import pictures
from tests.waiting import eventually

pytestmark = pytest.mark.e2e

NUMBER = 20
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

    def __init__(self, page: Page) -> None:
        self.held: list[Route] = []
        self._passed = 0
        page.route("**/uploads", self._take)

    def _take(self, route: Route) -> None:
        if self._passed == 0:
            self._passed = 1
            route.continue_()
        else:
            self.held.append(route)


def choose(page: Page, photos: list[Path]) -> None:
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose files").click()
    chooser.value.set_files(photos)


def leave(page: Page) -> None:
    """Close the tab, and say yes to its question.

    While a browser still takes in the answer to an earlier question it ignores that a tab is to be
    closed: it is told again.
    """
    page.on("dialog", lambda dialog: dialog.accept())
    for _ in range(20):
        with suppress(TimeoutError), page.expect_event("close", timeout=3000):
            page.close(run_before_unload=True)
        if page.is_closed():
            return
    raise AssertionError("The tab did not close.")


def there(lead: Visitor, project: int) -> int:
    """Return how many images the project has; each is served whole."""
    answer = lead.context.request.get(f"{lead.served.url}/api/v1/projects/{project}/samples")
    rows = answer.json()["results"]
    for row in rows:
        content = lead.context.request.get(f"{lead.served.url}{row['image']['urls']['full']}")
        assert content.ok
        assert content.body().endswith(b"\xff\xd9")  # the end of a JPEG
    eventually(lambda: not half_written(lead), "what is being written is whole or gone", 20)
    return len(rows)


def half_written(lead: Visitor) -> list[str]:
    """The files that wait for their name; the worker has some for the moment that it writes one."""
    return [path.name for path in lead.served.data.rglob(".new-*")]


def went_on(said: str) -> tuple[int, int, str]:
    """Return how many were added and how many were there already, and what was sent first."""
    found = re.search(r"(\d+) added.* (\d+) files are there.* went on with (\S+)\.$", said)
    assert found, said
    return int(found[1]), int(found[2]), found[3]


def test_leaving_asks_and_the_upload_goes_on_where_it_stopped(
    lead: Visitor, project: int, photos: list[Path]
) -> None:
    page = lead.open(f"/projects/{project}/import")
    line = Line(page)
    choose(page, photos)
    expect(page.get_by_text(f"{AT_ONCE} of {NUMBER} files sent")).to_be_visible()

    # Another screen of the product: who stays, stays.
    asked: list[Dialog] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog)
        dialog.dismiss()

    page.once("dialog", stay)
    page.get_by_role("link", name="Samples", exact=True).click()
    assert "still being sent" in asked.pop().message
    assert page.url.endswith("/import")

    # The tab itself: who stays, stays; who leaves, cuts the upload off.
    with page.expect_event("dialog") as question:
        page.close(run_before_unload=True)
    assert question.value.type == "beforeunload"
    question.value.dismiss()
    assert line.held
    leave(page)

    # Pictures of a request that arrived whole are added one after another.
    eventually(lambda: there(lead, project) in (AT_ONCE, 2 * AT_ONCE), "the rest arrived or not")
    lead.page = page = lead.context.new_page()
    lead.open(f"/projects/{project}/import")
    expect(page.get_by_text("An upload was interrupted")).to_be_visible()
    expect(page.get_by_text(f"{AT_ONCE} of {NUMBER} files had been dealt with")).to_be_visible()
    faults = sweep.looks(page, "upload-interrupted")
    choose(page, photos)
    said = page.get_by_role("status").filter(has_text=re.compile(r"\d+ added, 0 refused\."))
    expect(said).to_contain_text("The upload went on with")
    added, known, first = went_on(said.inner_text())
    # What was under way when the tab closed arrived whole or not at all; nothing is sent twice.
    assert known in (AT_ONCE, 2 * AT_ONCE)
    assert (added, first) == (NUMBER - known, photos[known].name)
    faults += sweep.looks(page, "upload-gone-on")
    assert there(lead, project) == NUMBER
    lead.open(f"/projects/{project}/import")
    expect(page.get_by_role("button", name="Choose files")).to_be_visible()
    expect(page.get_by_text("An upload was interrupted")).to_have_count(0)
    assert faults + lead.faults == []
    lead.context.close()
