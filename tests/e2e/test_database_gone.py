"""While the database is gone, pages keep what is typed, say so, and go on by themselves."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.e2e.breakable import Installation
from tests.e2e.desk import BOTH_TASKS, NewDesk
from tests.waiting import eventually

pytestmark = [pytest.mark.e2e, pytest.mark.deployed]

FIRST = "A ginger cat with green eyes looks to the left."
MORE = " Its whiskers are long and white."
WORDS = re.compile("The database cannot be reached at the moment")


@pytest.fixture
def outage(house: Installation) -> Iterator[Installation]:
    """A house whose database is back when the test is over, however it ends."""
    yield house
    if (house.served.data / "annotate.sqlite3").is_dir():
        house.find_database()


@BOTH_TASKS
def test_what_is_typed_meanwhile_is_saved_when_it_is_back_and_can_be_handed_in(
    new_desk: NewDesk, outage: Installation, stage: str
) -> None:
    desk = new_desk(stage)
    desk.bench.write(FIRST)
    desk.bench.saved()
    outage.lose_database()
    desk.bench.write(MORE)
    expect(desk.page.get_by_role("status").filter(has_text=WORDS)).to_be_visible()
    expect(desk.bench.field()).to_have_value(FIRST + MORE)
    outage.find_database()
    # Nobody does anything.
    desk.bench.saved()
    assert desk.written() == FIRST + MORE
    desk.page.keyboard.press("Control+Enter")
    eventually(lambda: outage.row(desk.id)["state"] == "submitted", "handed in", pause=desk.pause)
    assert desk.submitted() == FIRST + MORE


def test_what_is_handed_in_meanwhile_goes_by_itself(
    new_desk: NewDesk, outage: Installation
) -> None:
    desk = new_desk("description")
    desk.bench.write(FIRST)
    desk.bench.saved()
    outage.lose_database()
    desk.page.keyboard.press("Control+Enter")
    expect(desk.page.get_by_text("Your submission is waiting to be sent")).to_be_visible()
    outage.find_database()
    expect(desk.page.get_by_text("Submitted. That is all for now.")).to_be_visible()
    assert desk.submitted() == FIRST
