"""How much script each page loads, as it is sent and unpacked."""

import os
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from tests.e2e.installation import ROOT, Served
from tests.load.workbench.installation import project, shown
from tests.load.workbench.playing import WIDE, signed_in
from tests.load.workbench.waiting import PAINTED, PHOTO

# By kind: a recipe that begins with it, and the name of that stage.
WORKBENCHES = {"objects": ("iiw", "Objects"), "captions": ("vizwiz-captions", "Caption")}

# What was asked for after the first paint came while nobody waited for it.
_LOADED = """(until) => performance.getEntriesByType('resource')
    .filter((each) => each.startTime <= until)
    .map((each) => new URL(each.name).pathname).filter((path) => path.endsWith('.js'))"""
_NOW = """() => new Promise((resolve) =>
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))))"""


def pages(served: Served, browser: Browser) -> list[dict[str, Any]]:
    """Measure what a first visit loads up to its first whole paint, page by page."""
    stranger = browser.new_context(viewport=WIDE).new_page()
    stranger.goto(served.url + "/login")
    stranger.get_by_label("User name").wait_for()
    found = [_sizes("sign-in page", _scripts(stranger))]
    stranger.context.close()
    for kind, (recipe, button) in WORKBENCHES.items():
        name = f"Pages of {kind}"
        project(served, browser, name, 1, recipe=recipe)
        page = signed_in(served, browser)
        page.goto(served.url + "/")
        page.get_by_role("button", name=f"Start: {button}").first.wait_for()
        if len(found) == 1:
            found.append(_sizes("My work", _scripts(page)))
        page.get_by_role("button", name=f"Start: {button}").last.click()
        page.locator(PHOTO).first.wait_for()
        page.reload(wait_until="commit")
        page.locator(PHOTO).first.wait_for()
        page.wait_for_function(PAINTED, arg=PHOTO)
        found.append(_sizes(f"workbench of {kind}", _scripts(page)))
        page.context.close()
    shown(f"\n{'page':28}{'scripts':>8}{'br KiB':>9}{'gz KiB':>9}{'raw KiB':>9}")
    for each in found:
        shown(
            f"{each['page']:28}{each['scripts']:>8}{each['br_kib']:>9}{each['gz_kib']:>9}"
            f"{each['raw_kib']:>9}"
        )
    return found


def _scripts(page: Page) -> set[str]:
    """Return the scripts a page has loaded, by their paths."""
    return set(page.evaluate(_LOADED, page.evaluate(_NOW)))


def _sizes(page: str, scripts: set[str]) -> dict[str, Any]:
    dist = Path(os.environ.get("BENCH_DIST") or ROOT / "frontend" / "dist")
    files = [dist / path.removeprefix("/static/app/") for path in scripts]

    def kib(ending: str) -> float:
        return round(sum(Path(f"{file}{ending}").stat().st_size for file in files) / 1024, 1)

    return {
        "page": page,
        "scripts": len(files),
        "br_kib": kib(".br"),
        "gz_kib": kib(".gz"),
        "raw_kib": kib(""),
    }
