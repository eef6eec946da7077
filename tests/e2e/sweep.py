"""Look at pages as everybody may meet them: wide and narrow, light and dark."""

from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import PASSWORD, ROOT, SCREENSHOTS, Served, Visitor

AXE = (ROOT / "frontend" / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
# The standard the product promises: WCAG 2.2 AA.
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
SIZES = {"wide": (1440, 900), "narrow": (390, 844)}
# Whose page it is, and where it is; of nobody where it is the page of a stranger.
Pages = Mapping[str, tuple[str, str]]


def serious(page: Page) -> list[str]:
    """Return what axe calls serious or critical, each with the places it means."""
    found: dict[str, Any] = page.evaluate(
        f"async rules => {{ {AXE}; return axe.run(document, {{runOnly: rules}}) }}", RULES
    )
    return [
        f"{each['id']}: {each['help']} at {[node['target'] for node in each['nodes']][:4]}"
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
    ]


def settled(page: Page) -> None:
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("main").first).to_be_visible()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)


def faults_of(
    pages: Pages,
    browser: Browser,
    served: Served,
    *,
    size: str,
    scheme: str,
    passwords: Mapping[str, str] | None = None,
) -> list[str]:
    """Open every page and say what is wrong with it; a screenshot of each is kept."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    visitors: dict[str, Visitor] = {}
    faults: list[str] = []
    for name, (username, path) in pages.items():
        if username not in visitors:
            visitors[username] = _visitor(browser, served, size, scheme)
            if username:
                visitors[username].sign_in(username, (passwords or {}).get(username, PASSWORD))
        page = visitors[username].open(path)
        settled(page)
        page.screenshot(path=SCREENSHOTS / f"{name}-{size}-{scheme}.png")
        faults += [f"{name}: {fault}" for fault in serious(page)]
        beyond = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if beyond > 0:
            faults.append(f"{name}: reaches {beyond} px beyond the window")
        faults += [f"{name}: {fault}" for fault in visitors[username].faults]
        visitors[username].faults.clear()
    for visitor in visitors.values():
        visitor.context.close()
    return faults


def _visitor(browser: Browser, served: Served, size: str, scheme: str) -> Visitor:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
    )
    return Visitor(context, served)
