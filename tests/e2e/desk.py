"""One person's browser with one open task, in an installation that can be broken."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests import tables
from tests.e2e.bench import Bench
from tests.e2e.breakable import Installation
from tests.e2e.installation import PASSWORD, Served, environment, free_port, make_tables_once

BOTH_TASKS = pytest.mark.parametrize("stage", ["objects", "description"])


@pytest.fixture(scope="session")
def house(
    tmp_path_factory: pytest.TempPathFactory, run_folder: Path, browser: Browser
) -> Iterator[Installation]:
    """Serve an installation that no other tests use, so that it can be broken."""
    data = tmp_path_factory.mktemp("breakable")
    with tables.own_server_database("lost") as database_url:
        make_tables_once(run_folder, data, database_url)
        url = f"http://127.0.0.1:{free_port()}"
        house = Installation(Served(url, data, environment(data, database_url)), browser)
        house.start()
        try:
            yield house
        finally:
            house.close()


def sign_in(page: Page, url: str, username: str) -> None:
    page.goto(f"{url}/login")
    page.get_by_label("User name").fill(username)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page).not_to_have_url(re.compile("/login"))


class Desk:
    """One person's browser with one open task."""

    def __init__(self, house: Installation, stage: str, folder: Path, pictures: int = 1) -> None:
        self.house = house
        self.stage = stage
        self.project = house.project(stage, folder, pictures=pictures)
        self.username = house.person(self.project)
        self.context: BrowserContext = house.browser.new_context(
            viewport={"width": 1440, "height": 900}
        )
        self.bench = Bench(self.context.new_page(), stage)
        self.sign_in(self.username)
        self.id = self.bench.begin(house.served.url)

    @property
    def page(self) -> Page:
        return self.bench.page

    def sign_in(self, username: str, page: Page | None = None) -> None:
        sign_in(page or self.page, self.house.served.url, username)

    def pause(self) -> None:
        """Let the page's requests and answers be heard for a moment."""
        self.page.wait_for_timeout(50)

    def written(self) -> str:
        """Return the text of the draft on the server, whatever the page says."""
        draft = self.house.row(self.id)["draft"]
        return "" if draft is None else self.bench.text_of(draft)

    def submitted(self) -> str:
        answer = self.house.row(self.id)["answer"]
        return "" if answer is None else self.bench.text_of(answer)

    def reopen(self) -> Bench:
        """Open the same task in a new tab of the same browser."""
        address = f"{self.house.served.url}/work/{self.id}"
        self.bench = Bench(self.context.new_page(), self.stage)
        self.bench.again(address)
        return self.bench


NewDesk = Callable[..., Desk]


@pytest.fixture
def new_desk(house: Installation, tmp_path: Path) -> Iterator[NewDesk]:
    desks: list[Desk] = []

    def make(stage: str, *, pictures: int = 1) -> Desk:
        desks.append(Desk(house, stage, tmp_path, pictures))
        return desks[-1]

    yield make
    for desk in desks:
        desk.context.close()
