"""Pages of the site as people see them: wide and narrow, light and dark."""

from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser

from tests.e2e.sweep import AXE, settled

PAGES = [
    *("index", "guide/tutorial-annotator", "reference/settings", "architecture"),
    *("reference/http/work", "reference/python-client", "notebooks/ten_lines"),
    *("guide/tutorial-lead", "guide/python-client", "reference/releases"),
]
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# So high that no list scrolls by itself: what is cut off at its edge is small only there.
HEIGHT = 4000
FAULTS = """rules => axe.run(document, { runOnly: rules }).then(
    (found) => found.violations.map((each) => `${each.id}: ${each.nodes[0].html}`))"""


@pytest.mark.e2e
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390])
def test_pages_have_no_faults_and_fit_the_screen(
    chromium: Browser, site: Path, width: int, scheme: Literal["light", "dark"]
) -> None:
    """Catches words too faint to read, links told by colour alone, and what reaches beyond."""
    context = chromium.new_context(
        viewport={"width": width, "height": HEIGHT}, color_scheme=scheme, offline=True
    )
    page = context.new_page()
    for name in PAGES:
        page.goto((site / f"{name}.html").as_uri())
        settled(page)
        page.evaluate(AXE)
        assert page.evaluate(FAULTS, RULES) == [], name
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
    context.close()
