"""How much script each page loads, as it is sent and unpacked."""

import os
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from tests.e2e.conftest import ROOT, Served
from tests.load.workbench.installation import project, shown
from tests.load.workbench.playing import WIDE, signed_in

_LOADED = """() => performance.getEntriesByType('resource')
    .map((each) => new URL(each.name).pathname).filter((path) => path.endsWith('.js'))"""


def pages(served: Served, browser: Browser) -> list[dict[str, Any]]:
    """Measure what a first visit loads: sign-in page, My work, workbench."""
    project(served, browser, "Pages", 1)
    stranger = browser.new_context(viewport=WIDE).new_page()
    stranger.goto(served.url + "/login", wait_until="networkidle")
    found = [_sizes("sign-in page", _scripts(stranger))]
    page = signed_in(served, browser)
    page.goto(served.url + "/", wait_until="networkidle")
    found.append(_sizes("My work", _scripts(page)))
    page.get_by_role("button", name="Start: Objects").last.click()
    page.locator("[data-canvas] img").first.wait_for()
    page.reload(wait_until="networkidle")
    found.append(_sizes("workbench of objects", _scripts(page)))
    shown(f"\n{'page':24}{'scripts':>8}{'br KiB':>9}{'gz KiB':>9}{'raw KiB':>9}")
    for each in found:
        shown(
            f"{each['page']:24}{each['scripts']:>8}{each['br_kib']:>9}{each['gz_kib']:>9}"
            f"{each['raw_kib']:>9}"
        )
    stranger.context.close()
    page.context.close()
    return found


def _scripts(page: Page) -> set[str]:
    """Return the scripts a page has loaded, by their paths."""
    return set(page.evaluate(_LOADED))


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
