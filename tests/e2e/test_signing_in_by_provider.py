"""An admin sets an identity provider up; who signs in by it leads a project at once."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e import sweep
from tests.e2e.callers import Caller
from tests.e2e.installation import Served
from tests.e2e.visitors import NewVisitor
from tests.sso.provider import Provider

pytestmark = pytest.mark.e2e
NAME = "Example University"
PROJECT = "Streets of the university"


@pytest.fixture(scope="module")
def project(served: Served, browser: Browser) -> int:
    lead = Caller(browser, served).sign_in("lena")
    made = lead.call("POST", "/projects", {"name": PROJECT, "recipe": "iiw"})
    lead.close()
    return int(made["id"])


def _set_up(page: Page, provider: Provider) -> None:
    """Fill the form in, with a rule that makes the group of leads lead the project."""
    page.get_by_role("button", name="New provider").click()
    form = page.get_by_role("dialog")
    form.get_by_label("Name on the button").fill(NAME)
    form.get_by_label("Key").fill("university")
    expect(form.get_by_label("Redirect address")).to_have_value(
        re.compile("/sign-in/university/back$")
    )
    form.get_by_label("Issuer").fill(f"{provider.issuer}/")
    form.get_by_label("Client ID").fill("annotate")
    form.get_by_label("Client secret").fill("the secret of the client")
    form.get_by_role("switch", name="Make accounts at the first sign-in").check()
    form.get_by_role("switch", name="Sign people out there as well").check()
    expect(form.get_by_label("Address after signing out")).to_have_value(re.compile("/login$"))
    form.get_by_label("Claim that names the groups").fill("groups")
    form.get_by_role("button", name="Add a rule").click()
    rule = form.get_by_role("group", name="Rule 1")
    rule.get_by_label("Group").fill("annotation-leads")
    rule.get_by_role("combobox", name="Gives").click()
    page.get_by_role("option", name=PROJECT).click()
    rule.get_by_role("combobox", name="Role").click()
    page.get_by_role("option", name="Lead").click()
    assert sweep.looks(page, "provider-form") == []
    form.get_by_role("button", name="Add provider").click()
    expect(form).to_have_count(0)


def _mend(page: Page, provider: Provider) -> None:
    """Try it, read what is wrong, and put it right."""
    page.get_by_role("button", name=f"Try {NAME}").click()
    expect(page.get_by_text("Nobody can sign in by it.")).to_be_visible()
    expect(page.get_by_text(f"The provider calls itself {provider.issuer}.")).to_be_visible()
    assert sweep.looks(page, "provider-tried") == []
    page.get_by_role("button", name=f"Change {NAME}").click()
    form = page.get_by_role("dialog")
    form.get_by_label("Issuer").fill(provider.issuer)
    form.get_by_label("Client secret").fill("the secret of the client")
    form.get_by_role("button", name="Save").click()
    expect(form).to_have_count(0)
    page.get_by_role("button", name=f"Try {NAME}").click()
    expect(page.get_by_text("It answers as it should.")).to_be_visible()


def test_a_provider_is_set_up_and_somebody_of_its_leads_leads_the_project(
    project: int, served: Served, new_visitor: NewVisitor, identity_provider: Provider
) -> None:
    page = new_visitor().sign_in("lena")
    page.goto(f"{served.url}/admin/sign-in")
    _set_up(page, identity_provider)
    _mend(page, identity_provider)
    identity_provider.knows(
        "mina@uni.example",
        name="Mina Martin",
        preferred_username="mina",
        email="mina@uni.example",
        email_verified=True,
        groups=["annotation-leads"],
    )
    visitor = new_visitor()
    mina = visitor.open("/login")
    button = mina.get_by_role("button", name=f"Sign in with {NAME}")
    expect(button).to_be_visible()
    assert sweep.looks(mina, "sign-in-with-provider") == []
    button.click()
    mina.locator("input[name=sub]").fill("mina@uni.example")
    mina.get_by_role("button", name="Authorize").click()
    expect(mina).to_have_url(re.compile(f"^{re.escape(served.url)}/"))
    expect(mina.get_by_role("link", name=PROJECT).first).to_be_visible()
    # Its pages ask for a style sheet from elsewhere; what they lack is not ours.
    visitor.faults.clear()
    mina.goto(f"{served.url}/projects/{project}/people")
    expect(mina.get_by_role("main")).to_contain_text("Mina Martin")
    mina.goto(f"{served.url}/account/security")
    identities = mina.get_by_role("table", name="Sign-in by providers")
    expect(identities).to_contain_text("mina@uni.example")
    identities.scroll_into_view_if_needed()
    assert sweep.looks(mina, "account-identities") == []
    _sign_out(mina)


def _sign_out(page: Page) -> None:
    """Sign out, here and at the provider, which asks again whoever comes then."""
    page.set_viewport_size({"width": 1440, "height": 900})
    page.get_by_role("button", name="Sign out").click()
    # While the page loads, it says so in a second place.
    told = page.get_by_role("status").filter(has_text="here and at your provider")
    expect(told).to_be_visible()
    assert sweep.looks(page, "signed-out-at-provider") == []
    page.get_by_role("button", name=f"Sign in with {NAME}").click()
    expect(page.locator("input[name=sub]")).to_be_visible()


def test_why_nobody_is_signed_in_is_said_on_the_page(new_visitor: NewVisitor) -> None:
    page = new_visitor().open("/login?problem=email_known")
    expect(page.get_by_role("alert")).to_contain_text("link the provider on the page")
    assert sweep.looks(page, "sign-in-problem") == []
