"""A mini-batch submitted while the server is away arrives as one, or is taken back."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.breakable import Installation
from tests.e2e.desk import sign_in
from tests.e2e.hit_steps import expect_page, page_button
from tests.waiting import eventually

pytestmark = pytest.mark.e2e

TEXTS = ("A ginger cat with green eyes looks to the left.", "A red cup stands on a wooden table.")


class Batch:
    """One person's browser with an open mini-batch of two descriptions."""

    def __init__(self, house: Installation, folder: Path) -> None:
        self.house = house
        project = house.project("description", folder, pictures=2, is_batch=True)
        self.context = house.browser.new_context(viewport={"width": 1440, "height": 900})
        self.page: Page = self.context.new_page()
        sign_in(self.page, house.served.url, house.person(project))
        self.page.goto(f"{house.served.url}/")
        self.page.get_by_role("button", name="Start: Image description").click()
        expect(self.page).to_have_url(re.compile(r"/hits/\d+"))
        expect(page_button(self.page, 1)).to_be_visible()
        self.address = self.page.url
        path = f"/api/v1/hits/{self.address.rsplit('/', 1)[-1]}"
        found = self.page.evaluate("path => fetch(path).then(r => r.json())", path)
        self.tasks = [int(task["id"]) for task in found["assignments"]]

    def field(self) -> Locator:
        return self.page.get_by_role("textbox", name="Description of the image")

    def write(self) -> None:
        for number, text in enumerate(TEXTS, start=1):
            page_button(self.page, number).click()
            expect_page(self.page, number)
            self.field().fill(text)

    def submit(self) -> None:
        self.page.get_by_role("button", name="Submit all 2").click()
        expect(self.page.get_by_text("Your submission is waiting to be sent")).to_be_visible()

    def states(self) -> set[str]:
        return {str(self.house.row(task)["state"]) for task in self.tasks}

    def arrived(self) -> tuple[str, ...]:
        rows = [self.house.row(task)["answer"] for task in self.tasks]
        return tuple("" if answer is None else str(answer["text"]) for answer in rows)


@pytest.fixture
def new_batch(house: Installation, tmp_path: Path) -> Iterator[Callable[[], Batch]]:
    batches: list[Batch] = []

    def make() -> Batch:
        batches.append(Batch(house, tmp_path))
        return batches[-1]

    yield make
    for batch in batches:
        batch.context.close()


def test_it_outlives_the_page_and_goes_without_being_opened_again(
    new_batch: Callable[[], Batch],
) -> None:
    batch = new_batch()
    batch.write()
    batch.context.set_offline(True)
    batch.submit()
    batch.page.close()
    batch.context.set_offline(False)
    assert batch.states() == {"live"}
    page = batch.context.new_page()
    page.goto(f"{batch.house.served.url}/")
    expect(page.get_by_role("heading", name="My work")).to_be_visible()
    eventually(lambda: batch.states() == {"submitted"}, "the submission has arrived")
    expect(page.get_by_role("region", name="Not sent yet")).to_have_count(0)
    assert batch.arrived() == TEXTS


def test_it_goes_by_itself_when_the_server_is_back(
    new_batch: Callable[[], Batch], house: Installation
) -> None:
    batch = new_batch()
    batch.write()
    house.stop()
    try:
        batch.submit()
    finally:
        house.start()
    expect(batch.page.get_by_text("Submitted. That is all for now.")).to_be_visible()
    assert batch.arrived() == TEXTS


def test_it_can_be_taken_back_before_it_arrives_and_is_changed_then(
    new_batch: Callable[[], Batch],
) -> None:
    batch = new_batch()
    batch.write()
    batch.context.set_offline(True)
    batch.submit()
    batch.page.get_by_role("button", name=re.compile("^Take it back")).click()
    batch.field().press("Control+End")
    batch.page.keyboard.insert_text(" It is full.")
    batch.context.set_offline(False)
    expect(batch.page.get_by_role("banner").get_by_text(re.compile("^Saved"))).to_be_visible()
    assert batch.states() == {"live"}
    batch.page.get_by_role("button", name="Submit all 2").click()
    expect(batch.page.get_by_text("Submitted. That is all for now.")).to_be_visible()
    assert batch.arrived() == (TEXTS[0], TEXTS[1] + " It is full.")


def test_it_opens_with_what_was_written_while_it_still_waits(
    new_batch: Callable[[], Batch],
) -> None:
    batch = new_batch()
    batch.write()
    batch.page.route("**/submit", lambda route: route.abort())
    batch.submit()
    batch.page.reload()
    expect(batch.page.get_by_text("Your submission is waiting to be sent")).to_be_visible()
    expect(batch.field()).to_have_value(TEXTS[1])
    expect(batch.field()).not_to_be_editable()
    batch.page.unroute("**/submit")
    batch.page.get_by_role("button", name="Try now").click()
    expect(batch.page.get_by_text("Submitted. That is all for now.")).to_be_visible()
    assert batch.arrived() == TEXTS
