"""A session ends while somebody types: they sign in again without losing a word, and hand it in."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e import sweep
from tests.e2e.bench import Bench
from tests.e2e.breakable import Installation
from tests.e2e.callers import Caller
from tests.e2e.installation import PASSWORD, Served
from tests.e2e.test_second_factor_story import add_device, add_passkey, named
from tests.e2e.visitors import NewVisitor, Visitor
from tests.sso.provider import Provider

pytestmark = pytest.mark.e2e
NAME = "Example College"
NORA = "nora@college.example"
FIRST = "A ginger cat with green eyes looks to the left."
MORE = " Its whiskers are long and white, and behind it lies a grey blanket."


@pytest.fixture(scope="module")
def lead(served: Served, browser: Browser) -> Iterator[Caller]:
    caller = Caller(browser, served).sign_in("lena")
    yield caller
    caller.close()


@pytest.fixture(scope="module")
def place(served: Served, browser: Browser) -> Installation:
    """One for all tests: it counts whom it has added."""
    return Installation(served, browser)


@pytest.fixture
def project(place: Installation, tmp_path: Path) -> int:
    """A project with one image to be described."""
    return place.project("description", tmp_path)


@pytest.fixture
def college(lead: Caller, project: int, identity_provider: Provider) -> Iterator[None]:
    """A provider whose people annotate in the project; gone again afterwards."""
    identity_provider.knows(NORA, name="Nora North", preferred_username="nora", groups=["staff"])
    body = {
        "key": "college",
        "name": NAME,
        "issuer": identity_provider.issuer,
        "client_id": "annotate",
        "client_secret": "the secret of the client",
        "groups_claim": "groups",
        "makes_accounts": True,
        "rules": [{"group": "staff", "project": project, "role": "annotator"}],
    }
    lead.call("POST", "/admin/identity-providers", body)
    yield
    lead.call("PATCH", "/admin/identity-providers/college", {"is_active": False})


def give_subject(page: Page) -> None:
    """Sign in on the provider's page."""
    page.locator("input[name=sub]").fill(NORA)
    page.get_by_role("button", name="Authorize").click()


def lose_session(lead: Caller, page: Page) -> Locator:
    """Have an admin sign them out everywhere, and type on until the page notices."""
    me = page.evaluate("fetch('/api/v1/session').then(answer => answer.json())")["user"]["id"]
    lead.call("DELETE", f"/users/{me}/sessions")
    Bench(page, "description").write(MORE)
    dialog = page.get_by_role("dialog", name="Please sign in again")
    expect(dialog).to_be_visible()
    return dialog


def hand_in(page: Page) -> None:
    """See that every word is there, and hand it in."""
    bench = Bench(page, "description")
    bench.saved()
    expect(bench.field()).to_have_value(FIRST + MORE)
    page.get_by_role("button", name="Submit and next").click()
    expect(page.get_by_role("heading", name="Submitted. That is all for now.")).to_be_visible()
    page.goto(urljoin(page.url, "/history"))
    page.get_by_role("main").get_by_role("link").first.click()
    expect(page.get_by_role("main")).to_contain_text(FIRST + MORE)


def begin_by_provider(visitor: Visitor) -> Page:
    page = visitor.open("/login")
    page.get_by_role("button", name=f"Sign in with {NAME}").click()
    give_subject(page)
    expect(page).to_have_url(re.compile(f"^{re.escape(visitor.served.url)}/"))
    # The provider's pages ask for a style sheet from elsewhere; what they lack is not ours.
    visitor.faults.clear()
    return page


def test_a_provider_opens_in_a_new_tab_and_the_old_one_goes_on_with_every_word(
    college: None, lead: Caller, served: Served, new_visitor: NewVisitor
) -> None:
    page = begin_by_provider(new_visitor())
    bench = Bench(page, "description")
    bench.begin(served.url)
    bench.write(FIRST)
    bench.saved()
    dialog = lose_session(lead, page)
    button = dialog.get_by_role("button", name=f"Sign in with {NAME}")
    expect(button).to_be_visible()
    assert sweep.looks(page, "sign-in-again") == []
    with page.context.expect_page() as opened:
        button.click()
    # The provider knows this browser still, and asks nothing.
    tab = opened.value
    expect(tab.get_by_role("heading", name="You are signed in again")).to_be_visible()
    assert sweep.looks(tab, "signed-in-again") == []
    tab.close()
    page.bring_to_front()
    expect(dialog).not_to_be_visible()
    page.set_viewport_size({"width": 1440, "height": 900})
    hand_in(page)


def test_a_passkey_answers_in_the_dialog_itself(
    project: int, lead: Caller, served: Served, place: Installation, new_visitor: NewVisitor
) -> None:
    username = place.person(project)
    url = named(served)
    page = new_visitor().page
    add_device(page)
    page.goto(f"{url}/login")
    page.get_by_label("User name").fill(username)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page).not_to_have_url(re.compile("/login"))
    add_passkey(page, url)
    bench = Bench(page, "description")
    bench.begin(url)
    bench.write(FIRST)
    bench.saved()
    dialog = lose_session(lead, page)
    dialog.get_by_role("button", name="Use a passkey").click()
    expect(dialog).not_to_be_visible()
    hand_in(page)
