"""How long one waits for the next image after submitting."""

from playwright.sync_api import Browser, Page

from tests.e2e.installation import Served
from tests.load.workbench import figures
from tests.load.workbench.installation import project, read, shown
from tests.load.workbench.playing import signed_in

# Tasks are taken ahead only while so many are left for others; each one submitted is one less.
LEFT_OPEN = 40
PAINTED = (
    "at => document.querySelector(at)?.complete && document.querySelector(at).naturalWidth > 0"
)
PHOTO = "[data-canvas] img[alt]:not([alt=''])"


def next_task(served: Served, browser: Browser, tasks: int, pause: float) -> list[float]:
    """Submit one task after another by key; return the milliseconds to each next image."""
    project(served, browser, "Waiting", tasks + LEFT_OPEN)
    page = signed_in(served, browser)
    page.reload()
    page.get_by_role("button", name="Start: Objects").last.click()
    waits = []
    for _ in range(tasks):
        _work(page, pause)
        waits.append(round(_submit(page), 1))
    page.context.close()
    found = figures.spread(waits)
    shown(
        f"\nsubmit to next image, {tasks} tasks: p50 {found['p50']}, p95 {found['p95']}, "
        f"max {found['max']} ms"
    )
    return waits


def _work(page: Page, pause: float) -> None:
    """Mark one object as somebody does who is quick."""
    page.wait_for_function(PAINTED, arg=PHOTO)
    page.keyboard.press("Escape")
    page.keyboard.press("Shift+R")
    page.get_by_role("combobox", name="Label of").or_(
        page.get_by_role("textbox", name="Label of")
    ).first.fill("cup")
    page.get_by_role("textbox", name="Description of").first.fill("A small painted cup.")
    page.wait_for_timeout(pause * 1000)


def _submit(page: Page) -> float:
    """Press the keys that submit; return the milliseconds until the next image is on screen."""
    before = page.locator(PHOTO).first.get_attribute("src")
    absolute = page.evaluate("path => new URL(path, location.href).href", before)
    page.evaluate("window.benchReady = false")
    page.evaluate(f"before => {{ window.benchWait = ({read('next_task.js')})(before) }}", absolute)
    page.wait_for_function("window.benchReady")
    page.keyboard.press("Control+Enter")
    return float(page.evaluate("window.benchWait"))
