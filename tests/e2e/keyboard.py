"""What somebody without a mouse does: Tab to a thing, then keys."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e import steps
from tests.e2e.visitors import Visitor

MOST_TABS = 120
DONE = "Submitted. That is all for now."


def tab_to(page: Page, role: str, name: str | re.Pattern[str], *, back: bool = False) -> Locator:
    """Press Tab until the wanted element has the focus; fail where Tab does not lead there."""
    wanted = page.get_by_role(role, name=name).first  # type: ignore[arg-type]
    expect(wanted).to_be_visible()
    for _ in range(MOST_TABS):
        if has_focus(wanted):
            return wanted
        page.keyboard.press("Shift+Tab" if back else "Tab")
    pytest.fail(f"{MOST_TABS} tabs did not reach the {role} {name!r}")


def has_focus(wanted: Locator) -> bool:
    return bool(wanted.evaluate("element => element === document.activeElement"))


def press_each(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def expect_some_focus(page: Page, after: str) -> None:
    """Fail if the focus fell out of the page, so that the next Tab would begin at the top again."""
    lost = "!document.activeElement || !document.activeElement.isConnected"
    lost += " || document.activeElement === document.body"
    try:
        page.wait_for_function(f"!({lost})", timeout=3_000)
    except Exception:
        pytest.fail(f"The focus was lost after {after}.")


def name_of_focus(page: Page) -> str:
    return str(
        page.evaluate(
            "(document.activeElement.getAttribute('aria-label')"
            " || document.activeElement.textContent || '').trim()"
        )
    )


def refuse_the_mouse(page: Page) -> None:
    """From here on a click of a pointer is a fault: keys press with a detail of 0."""
    page.evaluate(
        "window.__clicks = 0; for (const name of ['pointerdown', 'mousedown'])"
        " addEventListener(name, () => { window.__clicks += 1 }, true)"
    )


def expect_no_mouse(page: Page) -> None:
    assert page.evaluate("window.__clicks") == 0


def rows(page: Page) -> Locator:
    """Return the objects in the list of the workbench."""
    return page.locator("[data-row-id]")


def objects_of(lead: Visitor, project: int) -> tuple[list[Any], list[Any]]:
    """Return the objects the task began with, and those that were submitted."""
    sample = steps.api(lead, f"/projects/{project}/samples")["results"][0]["id"]
    answers = steps.api(lead, f"/samples/{sample}")["stages"][0]["annotations"]
    first, last = answers[0]["value"]["objects"], answers[-1]["value"]["objects"]
    return list(first), list(last)
