"""Whatever breaks while somebody types, what they typed is still there, and the server gets it."""

import re

import pytest
from playwright.sync_api import Error, Route, expect

from tests.e2e.bench import Bench
from tests.e2e.breakable import Installation
from tests.e2e.desk import BOTH_TASKS, NewDesk
from tests.e2e.installation import PASSWORD
from tests.waiting import eventually

pytestmark = pytest.mark.e2e

FIRST = "A ginger cat with green eyes looks to the left."
MORE = " Its whiskers are long and white, and behind it lies a grey blanket."


@BOTH_TASKS
def test_a_server_killed_mid_typing_gets_all_of_it_when_it_is_back(
    new_desk: NewDesk, house: Installation, stage: str
) -> None:
    desk = new_desk(stage)
    desk.bench.write(FIRST)
    desk.bench.saved()
    house.stop()
    try:
        desk.bench.write(MORE)
        expect(desk.bench.badge("Offline – kept on this device")).to_be_visible()
    finally:
        house.start()
    desk.bench.saved()
    assert desk.written() == FIRST + MORE
    expect(desk.bench.field()).to_have_value(FIRST + MORE)


@BOTH_TASKS
def test_a_server_killed_before_it_could_answer_asks_nobody_to_choose(
    new_desk: NewDesk, stage: str
) -> None:
    """The save arrived and its answer did not; what was typed since is simply newer."""
    desk = new_desk(stage)
    swallowed: list[int] = []
    is_down = True

    def arrive_without_answer(route: Route) -> None:
        if not swallowed:
            swallowed.append(route.fetch().status)
        if is_down:
            route.abort()
        else:
            route.continue_()

    desk.page.route("**/draft", arrive_without_answer)
    desk.bench.write(FIRST)
    expect(desk.bench.badge(re.compile("Offline"))).to_be_visible()
    desk.bench.write(MORE)
    is_down = False
    desk.bench.saved()
    assert swallowed == [200]
    assert desk.written() == FIRST + MORE


@BOTH_TASKS
def test_a_page_left_while_a_save_is_under_way_opens_with_the_newest(
    new_desk: NewDesk, stage: str
) -> None:
    desk = new_desk(stage)
    held: list[Route] = []

    def arrive_and_hang(route: Route) -> None:
        if not held:
            route.fetch()
            held.append(route)
        else:
            route.abort()

    desk.page.route("**/draft", arrive_and_hang)
    desk.bench.write(FIRST)
    eventually(lambda: held, "the first part is being saved", pause=desk.pause)
    desk.bench.write(MORE)
    desk.page.close()
    bench = desk.reopen()
    expect(bench.field()).to_have_value(FIRST + MORE)
    bench.saved()
    assert desk.written() == FIRST + MORE


@BOTH_TASKS
def test_a_cut_network_loses_nothing_and_neither_does_leaving_the_page_meanwhile(
    new_desk: NewDesk, stage: str
) -> None:
    desk = new_desk(stage)
    desk.bench.write(FIRST)
    desk.bench.saved()
    desk.context.set_offline(True)
    desk.bench.write(MORE)
    expect(desk.bench.badge("Offline – kept on this device")).to_be_visible()
    with pytest.raises(Error):
        desk.page.reload()  # there is nothing to load it from
    desk.page.close()
    desk.context.set_offline(False)
    bench = desk.reopen()
    expect(bench.field()).to_have_value(FIRST + MORE)
    bench.saved()
    assert desk.written() == FIRST + MORE


@BOTH_TASKS
def test_a_crashed_tab_opens_with_the_last_letter_typed(new_desk: NewDesk, stage: str) -> None:
    desk = new_desk(stage)
    desk.bench.write(FIRST)
    desk.bench.saved()
    desk.bench.paste(MORE)
    # At once: the pause before saving has only begun.
    with pytest.raises(Error, match="crash"):
        desk.page.goto("chrome://crash", timeout=10_000)
    bench = desk.reopen()
    expect(bench.field()).to_have_value(FIRST + MORE)
    bench.saved()
    assert desk.written() == FIRST + MORE


@BOTH_TASKS
def test_a_task_given_to_somebody_else_keeps_the_text_here_and_on_the_server(
    new_desk: NewDesk, house: Installation, stage: str
) -> None:
    desk = new_desk(stage)
    desk.bench.write(FIRST)
    desk.bench.saved()
    house.give_away(desk.id, desk.project, stage)
    desk.bench.paste(MORE)
    notice = desk.page.get_by_role("alert").filter(has_text="no longer held for you")
    expect(notice).to_be_visible()
    expect(desk.bench.field()).to_have_value(FIRST + MORE)
    desk.context.grant_permissions(["clipboard-read", "clipboard-write"])
    notice.get_by_role("button", name="Copy the text").click()
    expect(notice.get_by_text("Copied")).to_be_visible()
    assert FIRST + MORE in desk.page.evaluate("navigator.clipboard.readText()")
    row = house.row(desk.id)
    assert row["state"] == "expired"
    assert desk.bench.text_of(row["draft"]) == FIRST + MORE
    # Also when the page is opened anew.
    bench = desk.reopen()
    expect(bench.field()).to_have_value(FIRST + MORE)


@BOTH_TASKS
def test_an_ended_session_is_begun_again_on_the_spot(
    new_desk: NewDesk, house: Installation, stage: str
) -> None:
    desk = new_desk(stage)
    desk.bench.write(FIRST)
    desk.bench.saved()
    house.end_sessions()
    desk.bench.write(MORE)
    dialog = desk.page.get_by_role("dialog", name="Please sign in again")
    expect(dialog).to_be_visible()
    dialog.get_by_label("Password", exact=True).fill(PASSWORD)
    dialog.get_by_role("button", name="Sign in", exact=True).click()
    expect(dialog).not_to_be_visible()
    desk.bench.saved()
    expect(desk.bench.field()).to_have_value(FIRST + MORE)
    assert desk.written() == FIRST + MORE


def is_covered(bench: Bench) -> bool:
    """Whether something that cannot be seen through lies over the text."""
    return bool(
        bench.field().evaluate(
            """field => {
                const {x, y} = field.getBoundingClientRect();
                const top = document.elementFromPoint(x + 5, y + 5);
                // Words on it have no ground of their own.
                for (let each = top; each && !each.contains(field); each = each.parentElement) {
                    const {backgroundColor, opacity} = getComputedStyle(each);
                    if (opacity !== "1") return false;
                    if (!/rgba|\\/ 0|transparent/.test(backgroundColor)) return true;
                }
                return false;
            }"""
        )
    )


@BOTH_TASKS
def test_somebody_else_signing_in_sees_nothing_of_it_and_it_waits_for_its_author(
    new_desk: NewDesk, house: Installation, stage: str
) -> None:
    desk = new_desk(stage)
    other = house.person(desk.project)
    desk.bench.write(FIRST)
    desk.bench.saved()
    desk.context.clear_cookies(name="sessionid")
    visitor = desk.context.new_page()
    desk.sign_in(other, visitor)
    # The first tab belongs to somebody who is not there: it says so and covers what was written.
    desk.page.bring_to_front()
    cover = desk.page.get_by_role("dialog", name="Somebody else is signed in")
    expect(cover).to_be_visible()
    assert is_covered(desk.bench)
    visitor.bring_to_front()
    expect(visitor.get_by_text(FIRST)).to_have_count(0)
    visitor.goto(f"{house.served.url}/work/{desk.id}")
    expect(visitor.get_by_text("There is nothing here for you.")).to_be_visible()
    assert FIRST not in visitor.content()
    visitor.close()
    # The author is back.
    desk.page.bring_to_front()
    cover.get_by_label("Password", exact=True).fill(PASSWORD)
    cover.get_by_role("button", name="Sign in", exact=True).click()
    expect(cover).not_to_be_visible()
    desk.bench.write(MORE)
    desk.bench.saved()
    assert desk.written() == FIRST + MORE


@BOTH_TASKS
def test_unsaved_text_of_one_person_survives_the_visit_of_another(
    new_desk: NewDesk, house: Installation, stage: str
) -> None:
    desk = new_desk(stage)
    other = house.person(desk.project)
    desk.bench.write(FIRST)
    desk.bench.saved()
    house.end_sessions()
    desk.bench.write(MORE)
    dialog = desk.page.get_by_role("dialog", name="Please sign in again")
    dialog.get_by_role("button", name=re.compile("^Not ")).click()
    desk.sign_in(other)
    expect(desk.page.get_by_role("heading", name="My work")).to_be_visible()
    expect(desk.page.get_by_text("Not sent yet")).to_have_count(0)
    house.end_sessions()
    desk.sign_in(desk.username)
    expect(desk.page.get_by_role("region", name="Not sent yet")).to_be_visible()
    desk.bench.again(f"{house.served.url}/work/{desk.id}")
    expect(desk.bench.field()).to_have_value(FIRST + MORE)
    desk.bench.saved()
    assert desk.written() == FIRST + MORE
