"""An admin looks after the installation: people, health, audit, storage."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e import routes, sweep
from tests.e2e.callers import Caller
from tests.e2e.installation import PASSWORD, Served
from tests.e2e.visitors import NewVisitor

pytestmark = pytest.mark.e2e
NIA = "nia-of-the-admin-pages"
# A day of what the clock measures, without waiting for one.
MEASURED = """
from datetime import timedelta
from annotate.core import clock
from annotate.core.health.models import HealthMeasure
now = clock.now()
HealthMeasure.objects.bulk_create([
    HealthMeasure(
        slot=int(at.timestamp() // 300), at=at, is_hourly=number % 12 == 0, workers=1,
        queued=number % 7, running=number % 2, longest_wait=number % 7 * 20, failed=0,
        database_bytes=40_000_000 + number * 1000, disk_bytes=10**11,
        disk_free_bytes=6 * 10**10 - number * 10**6,
    )
    for number in range(280)
    for at in [now - timedelta(minutes=5 * (280 - number))]
], ignore_conflicts=True)
"""


@pytest.fixture(scope="module")
def nia(served: Served, browser: Browser) -> int:
    """Make an account; lena's project and her acts are what the pages show."""
    lena = Caller(browser, served).sign_in("lena")
    lena.call("POST", "/projects", {"name": "Streets of the admin pages", "recipe": "iiw"})
    made = lena.call("POST", "/users", {"username": NIA, "password": PASSWORD})
    lena.close()
    served.manage("shell", "-c", MEASURED)
    return int(made["id"])


def test_an_admin_signs_somebody_out_and_finds_it_in_the_audit(
    nia: int, served: Served, new_visitor: NewVisitor
) -> None:
    theirs = new_visitor().sign_in(NIA)
    page = new_visitor().sign_in("lena")
    page.get_by_role("link", name="Administration").click()
    page.get_by_role("textbox", name="Search").fill("of-the-admin")
    expect(page).to_have_url(re.compile("q=of-the-admin"))
    page.get_by_role("link", name=NIA).click()
    expect(page.get_by_role("table", name="Where you are signed in")).to_contain_text("on Linux")
    page.get_by_role("button", name="Sign out everywhere").click()
    assert sweep.looks(page, "admin-sign-out") == []
    page.get_by_role("dialog").get_by_role("button", name="Sign out everywhere").click()
    expect(page.get_by_text("Signed in nowhere.")).to_be_visible()
    theirs.goto(f"{served.url}/history")
    expect(theirs).to_have_url(re.compile("/login"))
    served.sessions.pop(NIA, None)

    page.get_by_role("link", name="Audit", exact=True).click()
    # The sweep left the window as narrow as a telephone.
    page.get_by_role("button", name="Filters").click()
    page.get_by_role("textbox", name="On", exact=True).fill(NIA)
    expect(page).to_have_url(re.compile(f"target={NIA}"))
    entries = page.get_by_role("table", name="Audit entries")
    # Until those of this person are there, the page shows everybody's.
    expect(entries.get_by_text("sessions ended")).to_have_count(1)
    expect(entries.get_by_text("account created")).to_have_count(1)
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").click()
    text = download.value.path().read_text()
    assert "sessions.ended" in text
    assert "project.created" not in text, "the file is what the filters chose"

    page.get_by_role("link", name="Health", exact=True).click()
    expect(page.get_by_role("list", name="Parts").get_by_role("listitem")).to_have_count(9)
    expect(page.get_by_role("heading", name="Over time")).to_be_visible()
    page.get_by_role("link", name="Storage", exact=True).click()
    expect(page.get_by_role("link", name="Streets of the admin pages")).to_be_visible()


def test_a_connection_is_made_once_and_used_by_one_click(
    nia: int, served: Served, new_visitor: NewVisitor
) -> None:
    page = new_visitor().sign_in("lena")
    page.goto(f"{served.url}/admin/connections")
    page.get_by_role("button", name="Connect a model").click()
    dialog = page.get_by_role("dialog", name="Connect a model")
    dialog.get_by_role("button", name="OpenAI-compatible server").click()
    dialog.get_by_role("textbox", name="Address").fill("https://models.example.org/v1")
    dialog.get_by_role("textbox", name="Model").first.fill("house-vlm")
    dialog.get_by_label("Key", exact=False).first.fill("a-key-of-the-house")
    dialog.get_by_role("button", name="Connect", exact=True).click()
    table = page.get_by_role("table", name="Connections of the installation")
    expect(table.get_by_text("models.example.org")).to_be_visible()
    table.get_by_role("button", name="Disable openai").click()
    page.get_by_role("dialog").get_by_role("button", name="Disable").click()
    expect(table.get_by_text("Disabled", exact=True)).to_be_visible()
    table.get_by_role("button", name="Delete openai").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_text("The installation has no connection yet")).to_be_visible()


def test_a_person_signs_out_of_their_other_browser(
    nia: int, served: Served, new_visitor: NewVisitor
) -> None:
    served.sessions.pop(NIA, None)
    other = new_visitor().sign_in(NIA)
    served.sessions.pop(NIA, None)
    page = new_visitor().sign_in(NIA)
    page.goto(f"{served.url}/account/security")
    page.get_by_role("button", name="Sign out everywhere else").click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out everywhere else").click()
    expect(page.get_by_text("You are signed in here alone.")).to_be_visible()
    other.goto(f"{served.url}/history")
    expect(other).to_have_url(re.compile("/login"))


def test_pages_of_the_administration_are_accessible_and_fit_the_window(
    nia: int, browser: Browser, served: Served
) -> None:
    pages = {
        "admin-users": ("lena", "/admin/users?state=open"),
        "admin-user": ("lena", f"/admin/users/{nia}"),
        "admin-health": ("lena", "/admin/health"),
        "admin-audit": ("lena", "/admin/audit?actor=lena"),
        "admin-connections": ("lena", "/admin/connections"),
        "admin-storage": ("lena", "/admin/storage"),
        "admin-sign-in": ("lena", "/admin/sign-in"),
        "admin-privacy": ("lena", "/admin/privacy"),
    }
    assert routes.unopened("admin", pages) == []
    assert sweep.faults_of(pages, browser, served) == []


def test_the_administration_is_german_for_who_reads_german(
    nia: int, served: Served, new_visitor: NewVisitor
) -> None:
    visitor = new_visitor(locale="de-DE")
    visitor.context.add_cookies(served.sessions["lena"])
    page = visitor.open("/admin/health")
    expect(page.get_by_role("heading", name="Zustand", exact=True)).to_be_visible()
    expect(page.get_by_text("Warteschlangen").first).to_be_visible()
