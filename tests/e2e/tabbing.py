"""Walk through a page by Tab alone, from its top to its end."""

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

from tests.e2e.installation import ROOT

MOST_STOPS = 150
# Beyond the elements counted at the start: what appears on the way, such as a link past the bars.
SPARE_TABS = 8
_WALK = (ROOT / "tests" / "e2e" / "tabbing.js").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Walk:
    """What Tab met on a page; elements are named by their role and words, to be read in a fault."""

    stops: list[str]
    went_round: bool
    unreached: list[str]
    unseen: list[str]
    backwards: list[str]

    @property
    def faults(self) -> list[str]:
        """Say what keeps somebody without a mouse from using the page."""
        faults = [f"shows no focus on {each}" for each in self.unseen]
        faults += [f"focuses {each} out of order" for each in self.backwards]
        if self.went_round:
            return faults + [f"never focuses {each}" for each in self.unreached]
        if len(self.stops) < MOST_STOPS:
            faults.append(f"does not let the focus go on from {(self.stops or ['its top'])[-1]}")
        return faults


def walk(page: Page) -> Walk:
    """Press Tab from the top until the focus comes round, at most `MOST_STOPS` times."""
    page.evaluate(_WALK)
    expected: int = page.evaluate("window.tabbing.begin()")
    for _ in range(min(expected + SPARE_TABS, MOST_STOPS)):
        page.keyboard.press("Tab")
        if page.evaluate("window.tabbing.wentRound()"):
            break
    found: dict[str, Any] = page.evaluate("window.tabbing.end()")
    return Walk(**found)
