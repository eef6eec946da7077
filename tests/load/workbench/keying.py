"""Typing into long texts: from the key to the frame, in our fields and in a plain one."""

import time
from dataclasses import asdict, dataclass
from typing import Any

from playwright.sync_api import Browser, Locator, Page

from tests.e2e.callers import Caller
from tests.e2e.installation import Served
from tests.load.workbench import figures
from tests.load.workbench.gestures import paced, processor_ms
from tests.load.workbench.installation import ANNOTATOR, objects, project, shown
from tests.load.workbench.playing import signed_in

SENTENCE = "A small painted cup stands at the edge of the old table, and light falls on it. "
KEYS = "and a red kite flies over the low hills in the wind "
PAUSE_S = 0.12  # seventy words a minute
OTHER = "bench-bob"
LOOK = "width: 530px; height: 470px; font: 16px/24px sans-serif"
PLAIN = """([look, text]) => {
    const field = document.createElement('textarea');
    field.style = look;
    field.value = text;
    document.body.append(field);
}"""

HEAD = (
    f"{'field':13}{'words':>6}   {'key to screen p50/p95/max ms':31}{'of plain p50':>14}  main ms"
)


@dataclass(frozen=True)
class Typed:
    """One field with a text of so many words."""

    field: str
    words: int
    inputs: dict[str, float]
    processor_ms: float
    plain: float | None = None


def text_of(words: int) -> str:
    """Return a text of so many words, in paragraphs as people write them.

    >>> len(text_of(100).split())
    100
    """
    return " ".join((SENTENCE * (words // 17 + 1)).split()[:words])


def typing(served: Served, browser: Browser, lengths: list[int]) -> list[dict[str, Any]]:
    """Type into each field with each length of text; print a line for each."""
    shown(HEAD)
    tasks = _tasks(served, browser)
    found = []
    for words in lengths:
        page = signed_in(served, browser)
        page.goto("about:blank")
        page.evaluate(PLAIN, [LOOK, text_of(words)])
        plain = _typed(page, page.locator("textarea"), "plain", words, None)
        page.context.close()
        found += [plain]
        for stage, name in (
            ("description", "Description of the image"),
            ("objects", "Description of"),
        ):
            page = _opened(served, browser, stage, tasks[stage], text_of(words))
            if stage == "objects":
                page.keyboard.press("]")
                page.keyboard.press("Enter")
            field = page.get_by_role("textbox", name=name).first
            found.append(_typed(page, field, stage, words, plain.inputs["p50"]))
            page.context.close()
    return [asdict(each) for each in found]


def _typed(page: Page, field: Locator, name: str, words: int, plain: float | None) -> Typed:
    field.wait_for()
    field.focus()
    page.keyboard.press("Control+End")
    page.wait_for_timeout(1500)
    client = page.context.new_cdp_session(page)
    client.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.evaluate("benchRecorder.start()")
    before = processor_ms(client)
    keys = paced(len(KEYS), lambda at: page.keyboard.type(KEYS[at]), PAUSE_S)
    page.wait_for_timeout(200)
    used = processor_ms(client) - before
    recorded = page.evaluate("benchRecorder.stop()")
    typed = Typed(name, words, figures.spread(recorded["inputs"]), round(used / keys, 1), plain)
    shown(_line(typed))
    return typed


def _line(typed: Typed) -> str:
    spread = " / ".join(f"{value:.1f}" for value in typed.inputs.values())
    ratio = "" if typed.plain is None else f"{typed.inputs['p50'] / max(typed.plain, 0.1):.2f}"
    difference = "" if typed.plain is None else f"{typed.inputs['p50'] - typed.plain:+.1f} ms"
    return (
        f"{typed.field:13}{typed.words:>6}   {spread:31}{ratio:>5}{difference:>9}"
        f"{typed.processor_ms:>9.1f}"
    )


def _tasks(served: Served, browser: Browser) -> dict[str, int]:
    """Open one task of each stage; somebody else has marked the objects of the one to describe."""
    number = project(served, browser, f"Typing {time.time():.0f}", 2)
    served.manage("add_user", OTHER, "--name", "Bob")
    served.manage("add_member", str(number), OTHER)
    other = Caller(browser, served).sign_in(OTHER)
    marked = other.call("POST", f"/projects/{number}/claim", {"stage": "objects"})["assignment"]
    answer = {"answer": {"objects": objects(8)}, "key": f"{marked['id']:032x}"}
    other.call("POST", f"/assignments/{marked['id']}/submit", answer)
    other.close()
    writer = Caller(browser, served).sign_in(ANNOTATOR)
    claims = {
        stage: writer.call("POST", f"/projects/{number}/claim", {"stage": stage})["assignment"]
        for stage in ("description", "objects")
    }
    writer.close()
    return {stage: int(claim["id"]) for stage, claim in claims.items()}


def _opened(served: Served, browser: Browser, stage: str, task: int, text: str) -> Page:
    caller = Caller(browser, served).sign_in(ANNOTATOR)
    version = caller.call("GET", f"/assignments/{task}")["draft_version"]
    long = [{**each, "description": text} for each in objects(1)] + objects(20)[1:]
    draft = {
        "version": version,
        "answer": {"text": text} if stage == "description" else {"objects": long},
        "active_seconds": 1,
        "scratch_reason": None,
    }
    caller.call("PUT", f"/assignments/{task}/draft", draft)
    caller.close()
    page = signed_in(served, browser)
    page.goto(f"{served.url}/work/{task}")
    page.locator("[data-canvas] img").first.wait_for()
    return page
