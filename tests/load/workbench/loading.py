"""What a first visit to a workbench waits for, over a line of 10 Mbit/s."""

import statistics
from typing import Any

from playwright.sync_api import Browser, CDPSession

from tests.e2e.callers import Caller
from tests.e2e.installation import Served
from tests.load.workbench.installation import ANNOTATOR, project, shown
from tests.load.workbench.playing import signed_in
from tests.load.workbench.waiting import PAINTED, PHOTO

BYTES_A_SECOND = 10_000_000 / 8
LATENCY_MS = 20

_PAINTS = """() => Object.fromEntries(
    performance.getEntriesByType('paint').map((each) => [each.name, each.startTime]))"""
_NOW = """() => new Promise((resolve) =>
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))))"""


def first_visits(served: Served, browser: Browser, times: int) -> dict[str, Any]:
    """Open one task so many times with an empty cache; return the middle of each figure."""
    number = project(served, browser, "Loading", 1)
    caller = Caller(browser, served).sign_in(ANNOTATOR)
    task = caller.call("POST", f"/projects/{number}/claim", {"stage": "objects"})["assignment"]
    caller.close()
    context = signed_in(served, browser).context
    visits = []
    for _ in range(times):
        page = context.new_page()
        line = context.new_cdp_session(page)
        received = _slow(line)
        page.goto(f"{served.url}/work/{task['id']}", wait_until="commit")
        page.wait_for_function(PAINTED, arg=PHOTO)
        usable = page.evaluate(_NOW)
        paints = page.evaluate(_PAINTS)
        visits.append(
            {
                "first_paint_ms": paints.get("first-paint", usable),
                "first_content_ms": paints.get("first-contentful-paint", usable),
                "usable_ms": usable,
                "requests": len(received),
                "kib": sum(received) / 1024,
            }
        )
        page.close()
    context.close()
    found = {name: round(statistics.median(each[name] for each in visits)) for name in visits[0]}
    shown(
        f"\nfirst visit at 10 Mbit/s, {times} times: first paint {found['first_paint_ms']} ms, "
        f"content {found['first_content_ms']} ms, usable {found['usable_ms']} ms, "
        f"{found['requests']} requests, {found['kib']} KiB"
    )
    return found


def _slow(line: CDPSession) -> list[float]:
    """Slow the line down and empty the cache; return a list that gets what each answer weighed."""
    received: list[float] = []
    line.send("Network.enable")
    line.send("Network.clearBrowserCache")
    line.on("Network.loadingFinished", lambda each: received.append(each["encodedDataLength"]))
    line.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": LATENCY_MS,
            "downloadThroughput": BYTES_A_SECOND,
            "uploadThroughput": BYTES_A_SECOND,
        },
    )
    return received
