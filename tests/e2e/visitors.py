"""People at browsers."""

import re
from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, Response, expect

from tests.e2e.installation import PASSWORD, ROOT, Cookies, Served

SCREENSHOTS = ROOT / "var" / "screenshots"  # what every visitor saw last

expect.set_options(timeout=30_000)  # a busy machine takes its time


def cookies_of(context: BrowserContext) -> Cookies:
    """Return what keeps somebody signed in, for another browser of theirs."""
    return list(context.cookies())


class Visitor:
    """One person at their own browser."""

    def __init__(self, context: BrowserContext, served: Served) -> None:
        self.context = context
        self.served = served
        self.page: Page = context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        self.page.on("response", self._note_server_fault)

    def _note_server_fault(self, response: Response) -> None:
        if response.status >= 500:
            self.faults.append(f"{response.status} {response.url}")

    def open(self, path: str) -> Page:
        self.page.goto(self.served.url + path)
        return self.page

    def sign_in(self, username: str, password: str = PASSWORD) -> Page:
        """Sign in on the page; who has done so before in this test run is signed in at once."""
        if known := self.served.sessions.get(username):
            self.context.add_cookies(known)
            return self.open("/")
        page = self.open("/login")
        page.get_by_label("User name").fill(username)
        page.get_by_label("Password", exact=True).fill(password)
        page.get_by_role("button", name="Sign in", exact=True).click()
        expect(page).not_to_have_url(re.compile("/login"))
        self.served.sessions[username] = cookies_of(self.context)
        return page


NewVisitor = Callable[..., Visitor]
