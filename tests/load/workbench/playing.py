"""Gestures at an image with so many boxes."""

from collections.abc import Sequence

from playwright.sync_api import Browser, Page, ViewportSize

from tests.e2e.callers import Caller
from tests.e2e.installation import PASSWORD, Served
from tests.load.workbench import figures
from tests.load.workbench.gestures import GESTURES, processor_ms
from tests.load.workbench.installation import ANNOTATOR, objects, project, read, shown

WIDE: ViewportSize = {"width": 1440, "height": 900}


def play(
    served: Served, browser: Browser, boxes: Sequence[int], names: Sequence[str]
) -> list[figures.Played]:
    """Play every gesture with every number of boxes, each number in a browser of its own."""
    number = project(served, browser, "Gestures", 1, max_objects=1000)
    found = []
    for count in boxes:
        page = opened(served, browser, number, count)
        for name in names:
            played = _play(page, name, count)
            shown(figures.line(played))
            found.append(played)
        page.context.close()
    return found


def opened(served: Served, browser: Browser, number: int, boxes: int) -> Page:
    """Open the task with a draft of so many boxes."""
    caller = Caller(browser, served).sign_in(ANNOTATOR)
    task = caller.call("POST", f"/projects/{number}/claim", {"stage": "objects"})["assignment"]
    draft = {
        "version": task["draft_version"],
        "answer": {"objects": objects(boxes)},
        "active_seconds": 1,
        "scratch_reason": None,
    }
    caller.call("PUT", f"/assignments/{task['id']}/draft", draft)
    caller.close()
    page = signed_in(served, browser)
    page.goto(f"{served.url}/work/{task['id']}")
    page.locator("[data-box-id]").nth(boxes - 1).wait_for(state="attached")
    page.locator("[data-canvas] img").first.wait_for()
    page.wait_for_timeout(1500)
    return page


def signed_in(served: Served, browser: Browser) -> Page:
    """Return a page of a browser in which the annotator is signed in."""
    page = browser.new_context(viewport=WIDE).new_page()
    page.add_init_script(read("recorder.js"))
    page.goto(served.url + "/login")
    page.get_by_label("User name").fill(ANNOTATOR)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_role("heading", name="My work").wait_for()
    return page


def _play(page: Page, name: str, boxes: int) -> figures.Played:
    """Bring the page to where every gesture begins, then play one and note what it cost."""
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("0")
    page.keyboard.press("]")
    page.mouse.move(5, 5)
    page.wait_for_timeout(800)
    client = page.context.new_cdp_session(page)
    client.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.evaluate("benchRecorder.start()")
    before = processor_ms(client)
    steps = GESTURES[name](page)
    page.wait_for_timeout(100)
    used = processor_ms(client) - before
    recorded = page.evaluate("benchRecorder.stop()")
    client.detach()
    return figures.Played(
        gesture=name,
        boxes=boxes,
        frames=figures.spread(recorded["frames"]),
        inputs=figures.spread(recorded["inputs"]),
        processor_ms=round(used / steps, 1),
    )
