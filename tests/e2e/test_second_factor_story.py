"""Somebody sets up a passkey and an app, signs in by each, and ends a session they left open."""

import re
from base64 import b32decode
from time import time

import pytest
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from playwright.sync_api import Browser, Page, expect

from tests.e2e import sweep
from tests.e2e.callers import Caller
from tests.e2e.installation import PASSWORD, Served
from tests.e2e.visitors import NewVisitor

pytestmark = pytest.mark.e2e
MIA = "mia-of-the-factors"


@pytest.fixture(scope="module")
def mia(served: Served, browser: Browser) -> int:
    lena = Caller(browser, served).sign_in("lena")
    made = lena.call("POST", "/users", {"username": MIA, "password": PASSWORD})
    lena.close()
    return int(made["id"])


def named(served: Served) -> str:
    """The address by name: there are no passkeys at numbers."""
    return served.url.replace("127.0.0.1", "localhost")


def add_device(page: Page) -> None:
    """Give a browser a device that holds passkeys and knows its person."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def give_password(page: Page) -> None:
    page.get_by_label("User name").fill(MIA)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()


def code(secret: str, *, steps: int = 0) -> str:
    return TOTP(b32decode(secret), 6, SHA1(), 30).generate(time() + 30 * steps).decode()  # noqa: S303


def add_passkey(page: Page, url: str) -> None:
    """Set up a passkey, and see the codes that come with the first factor."""
    page.goto(f"{url}/account/security")
    part = page.get_by_role("region", name="Second factor")
    expect(part).to_contain_text("You have no second factor.")
    part.get_by_label("Name of the passkey").fill("Laptop at work")
    part.get_by_role("button", name="Add a passkey").click()
    codes = page.get_by_role("dialog", name="Your recovery codes")
    expect(codes.get_by_role("listitem")).to_have_count(10)
    assert sweep.looks(page, "recovery-codes") == []
    codes.get_by_role("button", name="I have kept them").click()
    expect(part.get_by_role("table", name="Passkeys")).to_contain_text("Laptop at work")
    expect(part).to_contain_text("10 recovery codes are left.")


def rename_passkey(page: Page) -> None:
    page.get_by_role("button", name="Rename “Laptop at work”").click()
    dialog = page.get_by_role("dialog", name="Rename “Laptop at work”")
    assert sweep.looks(page, "rename-passkey") == []
    dialog.get_by_label("Name").fill("Laptop at home")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("table", name="Passkeys")).to_contain_text("Laptop at home")


def add_app(page: Page, url: str) -> str:
    """Set up an app, where a link from before leads; return its secret."""
    page.goto(f"{url}/account#second-factor")
    expect(page).to_have_url(f"{url}/account/security#second-factor")
    expect(page.get_by_role("heading", name="Second factor")).to_be_in_viewport()
    part = page.get_by_role("region", name="Second factor")
    part.get_by_role("button", name="Set up an app").click()
    dialog = page.get_by_role("dialog", name="Set up an app")
    shown = dialog.get_by_role("group", name="Or type this secret into the app").locator("code")
    secret = shown.inner_text().replace(" ", "")
    assert sweep.looks(page, "set-up-an-app") == []
    for given, button in (("000000", "Confirm"), (code(secret), "Confirm")):
        dialog.get_by_label("Code that the app shows").fill(given)
        dialog.get_by_role("button", name=button).click()
        if given == "000000":
            expect(dialog.get_by_role("alert")).to_contain_text("not the code")
    expect(part.get_by_role("button", name="Set up another app")).to_be_visible()
    assert sweep.looks(page, "account-second-factor") == []
    return secret


def answer(page: Page, secret: str) -> None:
    """Give a wrong code and the right one, after the password."""
    expect(page.get_by_role("heading", name="One more step")).to_be_visible()
    assert sweep.looks(page, "second-step") == []
    page.get_by_label("Code", exact=True).fill("000000")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("This code is wrong")
    # The one that is shown now has set up the app.
    page.get_by_label("Code", exact=True).fill(code(secret, steps=1))
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page).not_to_have_url(re.compile("/login"))


def test_a_passkey_an_app_and_a_session_left_open(
    mia: int, served: Served, new_visitor: NewVisitor
) -> None:
    url = named(served)
    page = new_visitor().page
    add_device(page)
    page.goto(f"{url}/login")
    give_password(page)
    expect(page).not_to_have_url(re.compile("/login"))
    add_passkey(page, url)
    rename_passkey(page)

    # Out, and in again without typing anything.
    page.context.clear_cookies()
    page.goto(f"{url}/login")
    assert sweep.looks(page, "login-with-passkey") == []
    page.get_by_role("button", name="Use a passkey").click()
    expect(page).not_to_have_url(re.compile("/login"))
    secret = add_app(page, url)

    # In another browser the password is not enough.
    other = new_visitor().page
    other.goto(f"{url}/login")
    give_password(other)
    answer(other, secret)

    # Which the first one sees, and ends.
    page.reload()
    sessions = page.get_by_role("table", name="Where you are signed in")
    row = sessions.get_by_role("row", name="Password and app")
    row.get_by_role("button", name="Sign out").click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    expect(sessions).not_to_contain_text("Password and app")
    other.goto(f"{url}/history")
    expect(other).to_have_url(re.compile("/login"))


def test_an_admin_sees_who_has_one_and_of_whom_it_is_asked(
    mia: int, served: Served, new_visitor: NewVisitor
) -> None:
    page = new_visitor().sign_in("lena")
    page.goto(f"{served.url}/admin/users?q=of-the-factors")
    expect(page.get_by_role("table", name="Users")).to_contain_text("Set up")
    rule = page.get_by_role("region", name="Second factor asked of")
    rule.get_by_role("button", name="Everybody").click()
    page.get_by_role("dialog").get_by_role("button", name="Everybody").click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text("no second factor")
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    assert sweep.looks(page, "admin-second-factor") == []
    page.get_by_role("link", name=MIA).click()
    page.get_by_role("button", name="Remove second factor").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove second factor").click()
    expect(page.get_by_role("button", name="Remove second factor")).to_have_count(0)
