"""Look at pages as everybody may meet them: wide and narrow, light and dark, without a mouse."""

from collections.abc import Mapping, Sequence
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.e2e import tabbing
from tests.e2e.installation import ROOT, Served
from tests.e2e.visitors import SCREENSHOTS, Visitor

AXE = (ROOT / "frontend" / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
# The standard the product promises: WCAG 2.2 AA.
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
SIZES = {"wide": (1440, 900), "narrow": (390, 844)}
SCHEMES = ("light", "dark")
LOOKS = tuple((size, scheme) for size in SIZES for scheme in SCHEMES)
# Whose page it is, and where it is; of nobody where it is the page of a stranger.
Pages = Mapping[str, tuple[str, str]]

# What moves has arrived, nothing began to move because of it, and it was painted.
_PAINTED = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const moving = () => document.getAnimations().filter(
    (each) => each.playState === "running"
      && Number.isFinite(each.effect?.getComputedTiming().endTime),
  );
  for (let still = 0; still < 2; ) {
    await frame();
    const pending = moving().map((each) => each.finished);
    still = pending.length === 0 ? still + 1 : 0;
    await Promise.allSettled(pending);
  }
}"""

# What somebody would click or tap, of which a part lies outside of what shows it for good.
_CUT = """() => {
  const hides = (box) => ["hidden", "clip"].includes(getComputedStyle(box).overflowX);
  const scrolls = (box) => ["auto", "scroll"].includes(getComputedStyle(box).overflowX);
  const cutBy = (part) => {
    const { left, right, width } = part.getBoundingClientRect();
    for (let box = part.parentElement; width && box && !scrolls(box); box = box.parentElement) {
      const around = box.getBoundingClientRect();
      // A box of a pixel is for screen readers alone.
      const shows = around.width > 1 && around.height > 1;
      if (hides(box)) return shows && (right > around.right + 1 || left < around.left - 1);
    }
    return false;
  };
  const parts = document.querySelectorAll("main :is(button, a, label, [role=tab])");
  return [...parts].filter(cutBy).map((part) => part.textContent.trim().slice(0, 60));
}"""


def settled(page: Page) -> None:
    """Wait until everything of a page is there."""
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("main").first).to_be_visible()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    page.evaluate(_PAINTED)


def serious(page: Page) -> list[str]:
    """Return what axe calls serious or critical, each with the places it means."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found: dict[str, Any] = page.evaluate(
        "rules => axe.run(document, { runOnly: rules, resultTypes: ['violations'] })", RULES
    )
    return [
        f"{each['id']}: {each['help']} at {[node['target'] for node in each['nodes']][:4]}"
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
    ]


def look(page: Page, name: str) -> list[str]:
    """Say what is wrong with a page as it is shown now; a screenshot is kept."""
    settled(page)
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{name}.png")
    beyond = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    faults = [f"reaches {beyond} px beyond the window"] if beyond > 0 else []
    faults += [f"shows only a part of {words!r}" for words in page.evaluate(_CUT)]
    return [f"{name}: {fault}" for fault in faults + serious(page)]


def looks(page: Page, name: str, at: Sequence[tuple[str, str]] = LOOKS) -> list[str]:
    """Look at a page in every size and scheme; it follows them without being loaded anew."""
    faults = []
    for size, scheme in at:
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        expect(page.locator(f"html[data-mantine-color-scheme={scheme}]")).to_have_count(1)
        faults += look(page, f"{name}-{size}-{scheme}")
    return faults


def by_tab(page: Page, name: str) -> list[str]:
    """Walk a page by Tab alone, where it is wide and shows most, and say what that cannot reach."""
    width, height = SIZES["wide"]
    page.set_viewport_size({"width": width, "height": height})
    settled(page)
    if page.locator("[aria-modal=true]").count():
        return []  # A dialog keeps the focus until it is closed (test_keyboard_shared).
    return [f"{name}: by Tab, {fault}" for fault in tabbing.walk(page).faults]


def faults_of(pages: Pages, browser: Browser, served: Served) -> list[str]:
    """Open every page and say what is wrong with it."""
    visitors: dict[str, Visitor] = {}
    faults: list[str] = []
    for name, (username, path) in pages.items():
        if username not in visitors:
            visitors[username] = still(browser, served)
            if username:
                visitors[username].sign_in(username)
        visitor = visitors[username]
        page = visitor.open(path)
        faults += looks(page, name)
        faults += by_tab(page, name)
        faults += [f"{name}: {fault}" for fault in visitor.faults]
        visitor.faults.clear()
    for visitor in visitors.values():
        visitor.context.close()
    return faults


def still(browser: Browser, served: Served, **options: Any) -> Visitor:
    """Open a browser in which nothing moves."""
    return Visitor(browser.new_context(reduced_motion="reduce", **options), served)
