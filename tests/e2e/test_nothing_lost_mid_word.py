"""What comes up while somebody types on without a pause takes no letter from them."""

import time

import pytest
from playwright.sync_api import expect

from tests.e2e.bench import Bench
from tests.e2e.breakable import Installation
from tests.e2e.desk import BOTH_TASKS, Desk, NewDesk
from tests.waiting import eventually

pytestmark = pytest.mark.e2e

FIRST = "A red cup stands on a table."
ELSEWHERE = " Seen from above."
BURST = (
    " It is filled nearly to the brim with black coffee, and beside it on the saucer lies a small"
    " spoon of bright steel in which the window of the room can be made out quite clearly."
)


def type_on(desk: Desk) -> None:
    """Type without a pause for longer than saving waits: its answer comes in the middle of it."""
    desk.bench.field().press("Control+End")
    begun = time.monotonic()
    desk.page.keyboard.type(BURST, delay=30)
    assert time.monotonic() - begun > 4


@BOTH_TASKS
def test_every_letter_typed_while_another_window_saves_is_in_this_windows_version(
    new_desk: NewDesk, stage: str
) -> None:
    desk = new_desk(stage)
    desk.bench.write(FIRST)
    desk.bench.saved()
    second = Bench(desk.context.new_page(), stage)
    second.again(f"{desk.house.served.url}/work/{desk.id}")
    second.paste(ELSEWHERE)
    # Its pause before saving has only begun.
    desk.page.bring_to_front()
    type_on(desk)
    expect(desk.page.get_by_role("heading", name="There are two versions")).to_be_visible()
    mine = desk.page.get_by_role("region", name="This window", exact=True)
    expect(mine).to_contain_text(FIRST + BURST)
    assert desk.written() == FIRST + ELSEWHERE
    desk.page.get_by_role("button", name="Go on with this one", exact=True).click()
    desk.bench.saved()
    assert desk.written() == FIRST + BURST
    # And what was saved elsewhere is not gone either, also not after a reload.
    desk.page.reload()
    desk.bench.ready()
    expect(desk.page.get_by_text("Another version of this is kept.")).to_be_visible()
    desk.page.get_by_role("button", name="Show", exact=True).click()
    kept = desk.page.get_by_role("dialog", name="Other versions of this")
    expect(kept).to_contain_text(FIRST + ELSEWHERE)
    kept.get_by_role("button", name="Go on with this one").click()
    desk.bench.show()
    expect(desk.bench.field()).to_have_value(FIRST + ELSEWHERE)
    desk.bench.saved()
    assert desk.written() == FIRST + ELSEWHERE


@BOTH_TASKS
def test_every_letter_typed_after_the_task_was_given_away_can_be_copied_and_is_kept(
    new_desk: NewDesk, house: Installation, stage: str
) -> None:
    desk = new_desk(stage)
    desk.bench.write(FIRST)
    desk.bench.saved()
    house.give_away(desk.id, desk.project, stage)
    type_on(desk)
    expect(desk.bench.field()).to_have_value(FIRST + BURST)
    notice = desk.page.get_by_role("alert").filter(has_text="no longer held for you")
    expect(notice).to_be_visible()
    desk.context.grant_permissions(["clipboard-read", "clipboard-write"])
    notice.get_by_role("button", name="Copy the text").click()
    expect(notice.get_by_text("Copied")).to_be_visible()
    assert FIRST + BURST in desk.page.evaluate("navigator.clipboard.readText()")
    # Also on this device, and on the server as soon as the page is opened anew.
    bench = desk.reopen()
    expect(bench.field()).to_have_value(FIRST + BURST)
    expect(desk.page.get_by_role("alert").filter(has_text="no longer held")).to_be_visible()
    eventually(
        lambda: desk.written() == FIRST + BURST, "everything is on the server", pause=desk.pause
    )
