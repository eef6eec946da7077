"""Between two windows, on the way to the server, and on a device that is full."""

import re
import time

import pytest
from playwright.sync_api import Request, expect

from tests.e2e.bench import Bench
from tests.e2e.breakable import Installation
from tests.e2e.desk import BOTH_TASKS, NewDesk
from tests.waiting import eventually

pytestmark = pytest.mark.e2e

FIRST = "A red cup stands on a table."
MOST_SECONDS = 2.0


@BOTH_TASKS
def test_two_windows_overwrite_nothing_and_both_texts_can_be_kept(
    new_desk: NewDesk, stage: str
) -> None:
    desk = new_desk(stage)
    desk.bench.write(FIRST)
    desk.bench.saved()
    second = Bench(desk.context.new_page(), stage)
    second.again(f"{desk.house.served.url}/work/{desk.id}")
    second.paste(" Seen from above.")
    second.saved()
    desk.page.bring_to_front()
    desk.bench.paste(" It is full.")
    heading = desk.page.get_by_role("heading", name="There are two versions of your work")
    expect(heading).to_be_visible()
    for text in (FIRST + " Seen from above.", FIRST + " It is full."):
        expect(desk.page.get_by_text(text).first).to_be_visible()
    assert desk.written() == FIRST + " Seen from above."
    if stage == "description":
        both = desk.page.get_by_role("radiogroup", name="Difference 1 of 1")
        both.get_by_text("Both").click()
        merge = desk.page.get_by_role("region", name="Put both together")
        merge.get_by_role("button", name="Go on with this").click()
        expected = FIRST + " Seen from above. It is full."
    else:
        desk.page.get_by_role("button", name="Go on with this one", exact=True).click()
        expected = FIRST + " It is full."
    desk.bench.saved()
    assert desk.written() == expected


@BOTH_TASKS
def test_a_submission_pressed_offline_outlives_the_page_and_arrives(
    new_desk: NewDesk, stage: str
) -> None:
    desk = new_desk(stage)
    desk.bench.write(FIRST)
    desk.context.set_offline(True)
    desk.page.get_by_role("button", name="Submit and next").click()
    expect(desk.page.get_by_text("Your submission is waiting to be sent")).to_be_visible()
    desk.page.close()
    desk.context.set_offline(False)
    page = desk.context.new_page()
    # Not even the task has to be opened again.
    page.goto(f"{desk.house.served.url}/")
    expect(page.get_by_role("heading", name="My work")).to_be_visible()
    eventually(
        lambda: desk.house.row(desk.id)["state"] == "submitted", "the submission has arrived"
    )
    expect(page.get_by_role("region", name="Not sent yet")).to_have_count(0)
    assert desk.submitted() == FIRST


def test_a_submission_pressed_offline_goes_by_itself_when_the_server_is_back(
    new_desk: NewDesk, house: Installation
) -> None:
    desk = new_desk("description")
    desk.bench.write(FIRST)
    desk.bench.saved()
    house.stop()
    try:
        desk.page.keyboard.press("Control+Enter")
        expect(desk.page.get_by_text("Your submission is waiting to be sent")).to_be_visible()
    finally:
        house.start()
    expect(desk.page.get_by_text("Submitted. That is all for now.")).to_be_visible()
    assert desk.submitted() == FIRST


def test_a_submission_can_be_taken_back_before_it_arrives(new_desk: NewDesk) -> None:
    desk = new_desk("description")
    desk.bench.write(FIRST)
    desk.context.set_offline(True)
    desk.page.get_by_role("button", name="Submit and next").click()
    desk.page.get_by_role("button", name=re.compile("^Take it back")).click()
    desk.bench.paste(" It is full.")
    desk.context.set_offline(False)
    desk.bench.saved()
    row = desk.house.row(desk.id)
    assert row["state"] == "live"
    assert row["answer"] is None
    assert desk.written() == FIRST + " It is full."


def test_a_full_device_keeps_the_copy_in_the_tab(new_desk: NewDesk) -> None:
    desk = new_desk("description")
    desk.page.evaluate(
        """() => {
            let size = 1 << 20;
            for (let number = 0; size > 0; number += 1) {
                try { localStorage.setItem(`other-site:${number}`, "x".repeat(size)); }
                catch { size >>= 1; }
            }
        }"""
    )
    desk.context.set_offline(True)
    desk.bench.write(FIRST)
    expect(desk.bench.badge("Offline – kept on this device")).to_be_visible()
    desk.context.set_offline(False)
    # The page is lost before anything was sent: a new one in the same tab.
    desk.page.route("**/draft", lambda route: route.abort())
    desk.page.goto("about:blank")
    desk.page.unroute("**/draft")
    desk.bench.again(f"{desk.house.served.url}/work/{desk.id}")
    expect(desk.bench.field()).to_have_value(FIRST)
    desk.bench.saved()
    assert desk.written() == FIRST


def test_what_is_typed_is_sent_two_seconds_later_and_then_on_the_server(new_desk: NewDesk) -> None:
    desk = new_desk("description")
    sent: list[tuple[float, str]] = []

    def note(request: Request) -> None:
        if request.url.endswith("/draft") and request.method == "PUT":
            # As the browser measured it: how busy the server and this test are does not count.
            sent.append((request.timing["startTime"] / 1000, desk.written()))

    desk.page.on("requestfinished", note)
    typed: list[tuple[float, str]] = []
    text = ""
    # Without a pause: whoever never stops is saved all the same.
    for word in (FIRST + " " + FIRST).split(" "):
        desk.page.keyboard.type(word + " ", delay=20)
        text += word + " "
        typed.append((time.time(), text))
    eventually(lambda: sent and sent[-1][1] == text, "the last word is saved", pause=desk.pause)
    assert desk.written() == text
    waits = [min(at for at, there in sent if there.startswith(text)) - when for when, text in typed]
    print(f"autosave: {len(sent)} saves, slowest {max(waits):.2f} s after its word")
    assert max(waits) <= MOST_SECONDS + 0.5  # half a second for a busy machine
