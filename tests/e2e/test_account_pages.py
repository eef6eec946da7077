"""The pages of the account are walked by keyboard, and each has an address."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import sweep
from tests.e2e.installation import Served
from tests.e2e.visitors import NewVisitor

pytestmark = pytest.mark.e2e
# What each page is called, where it is, and a part that is on it alone.
PAGES = (
    ("Profile", "/account", "Keyboard"),
    ("Sign-in and security", "/account/security", "Where you are signed in"),
    ("Notifications", "/account/notifications", "What you are told"),
    ("API tokens", "/account/tokens", "API tokens"),
    ("Privacy", "/account/privacy", "Delete this account"),
)


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the link of the bar has the focus; the bar is near the page's top."""
    bar = page.get_by_role("navigation", name="Account")
    for _ in range(60):
        page.keyboard.press("Tab")
        if bar.get_by_role("link", name=name).evaluate("link => link === document.activeElement"):
            return
    raise AssertionError(f"No Tab reached {name}")


def test_the_bar_of_the_account_leads_to_each_of_its_pages_by_keyboard(
    served: Served, new_visitor: NewVisitor
) -> None:
    visitor = new_visitor()
    visitor.sign_in("lena")
    page = visitor.open("/account")
    for name, path, part in PAGES:
        page.set_viewport_size({"width": 1440, "height": 900})
        expect(page.get_by_role("navigation", name="Account")).to_be_visible()
        tab_to(page, name)
        page.keyboard.press("Enter")
        expect(page).to_have_url(f"{served.url}{path}")
        expect(page).to_have_title(re.compile(f"^{name} · Account"))
        expect(page.get_by_role("region", name=part)).to_be_visible()
        current = page.get_by_role("navigation", name="Account").locator("[aria-current=page]")
        expect(current).to_have_text(name)
        assert sweep.looks(page, f"account-{name.lower().replace(' ', '-')}") == []
