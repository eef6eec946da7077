"""A lead has a server of their own told what happens, and sees to what did not arrive."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.crowd.stand_ins.server import Said
from tests.e2e import routes, sweep
from tests.e2e.callers import Caller
from tests.e2e.installation import Served
from tests.e2e.visitors import NewVisitor
from tests.projects.receiving import Receiver, header, is_signed
from tests.waiting import eventually

pytestmark = pytest.mark.e2e
# The clock looks twice a minute for what is to be sent again.
SENT_AGAIN = 90_000


@pytest.fixture(scope="module")
def project(served: Served, browser: Browser) -> int:
    lead = Caller(browser, served).sign_in("lena")
    made = lead.call("POST", "/projects", {"name": "Streets told of", "recipe": "iiw"})
    lead.close()
    return int(made["id"])


def _secret(page: Page) -> str:
    shown = page.get_by_label("Secret", exact=True).input_value()
    page.get_by_role("button", name="I have copied it").click()
    expect(page.get_by_label("Secret", exact=True)).to_have_count(0)
    return shown


def _press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def _add(page: Page, receiver: Receiver) -> str:
    """Add the receiver, after an address that is refused, and return its secret."""
    address = page.get_by_label(re.compile("^Address"))
    address.fill("http://example.org/told")
    page.get_by_role("radio", name="Only what I choose").check()
    page.get_by_role("checkbox", name="Release frozen").check()
    _press(page, "Add it")
    expect(address).to_have_attribute("aria-invalid", "true")
    expect(address).to_be_focused()
    assert sweep.looks(page, "webhooks-refused") == []
    address.fill(receiver.address)
    _press(page, "Add it")
    expect(page.get_by_label("Secret", exact=True)).to_be_visible()
    page.get_by_text("How to check signatures").click()
    assert sweep.looks(page, "webhooks-secret") == []
    return _secret(page)


def _miss_one(page: Page, receiver: Receiver) -> None:
    """Let the receiver fail until a test is given up."""
    table = page.get_by_role("table", name="Deliveries")
    receiver.says = [Said(status=500), Said(status=503)]
    _press(page, "Send a test")
    expect(table.get_by_text("The server had a fault (500)")).to_be_visible()
    expect(table.get_by_text("The server had a fault (503)")).to_be_visible(timeout=SENT_AGAIN)
    expect(table.get_by_text("Given up")).to_be_visible()
    assert sweep.looks(page, "webhook-given-up") == []


def test_a_lead_adds_a_server_and_sends_again_what_it_missed(
    project: int, served: Served, new_visitor: NewVisitor, receiver: Receiver
) -> None:
    page = new_visitor().sign_in("lena")
    page.goto(f"{served.url}/projects/{project}/settings")
    page.get_by_role("button", name="More pages of Settings").click()
    page.get_by_role("link", name="Webhooks").click()
    expect(page.get_by_text("No server is told yet")).to_be_visible()
    secret = _add(page, receiver)
    page.get_by_role("link", name=receiver.address).click()
    expect(page.get_by_text("Nothing was sent yet")).to_be_visible()
    assert sweep.looks(page, "webhook-none") == []
    receiver.asked.clear()
    _press(page, "Send a test")
    table = page.get_by_role("table", name="Deliveries")
    expect(table.get_by_text("Received (200)")).to_be_visible()
    assert is_signed(receiver.asked[0], secret)
    assert header(receiver.asked[0], "webhook-number") == "1"

    _miss_one(page, receiver)
    _press(page, "Send failed ones again")
    assert sweep.looks(page, "webhook-send-failed") == []
    page.get_by_role("dialog").get_by_role("button", name="Send again").click()
    expect(page.get_by_text("1 delivery is sent again.")).to_be_visible()
    expect(table.get_by_text("Received (200)")).to_have_count(2)
    ids = [header(asked, "webhook-id") for asked in receiver.asked]
    assert (len(ids), len(set(ids[1:]))) == (4, 1)

    _press(page, "Rotate secret")
    assert sweep.looks(page, "webhook-rotate") == []
    _press(page, "Make another secret")
    fresh = _secret(page)
    _press(page, "Send a test")
    eventually(lambda: len(receiver.asked) == 5, "the test was received")
    assert is_signed(receiver.asked[4], fresh, secret)


def test_pages_of_webhooks_are_accessible_and_fit_the_window(
    project: int, browser: Browser, served: Served, receiver: Receiver
) -> None:
    lead = Caller(browser, served).sign_in("lena")
    path = f"/projects/{project}/webhooks"
    long = "https://receiver.example.org/" + "a-very-long-way-to-the-place-where-it-is-told/" * 3
    some = ["sample.finished", "annotation.reviewed", "release.frozen"]
    lead.call("POST", path, {"url": long, "events": some})
    made = lead.call("POST", path, {"url": receiver.address})
    for status in (200, 301, 500):
        receiver.says = [Said(status=status)]
        lead.call("POST", f"{path}/{made['id']}/test")
        lead.when(
            f"{path}/{made['id']}/deliveries", lambda page: page["results"][0]["attempts"] > 0
        )
    lead.call("PATCH", f"{path}/{made['id']}", {"is_enabled": False})
    lead.close()
    base = f"/projects/{project}/settings/webhooks"
    pages = {
        "webhooks": ("lena", base),
        "webhook": ("lena", f"{base}/{made['id']}"),
        "webhook-filtered": ("lena", f"{base}/{made['id']}?state=given_up"),
        "webhook-not-there": ("lena", f"{base}/999999"),
    }
    assert routes.unopened("webhooks", pages) == []
    assert sweep.faults_of(pages, browser, served) == []


def test_webhooks_are_german_for_who_reads_german(
    project: int, served: Served, new_visitor: NewVisitor
) -> None:
    visitor = new_visitor(locale="de-DE")
    visitor.context.add_cookies(served.sessions["lena"])
    page = visitor.open(f"/projects/{project}/settings/webhooks")
    expect(page.get_by_role("heading", name="Webhook hinzufügen")).to_be_visible()
    page.get_by_role("radio", name="Nur von ausgewählten Ereignissen").check()
    assert sweep.looks(page, "webhooks-german") == []
    page.get_by_role("table", name="Webhooks").get_by_role("link").last.click()
    expect(page.get_by_role("heading", name="Zustellungen")).to_be_visible()
    assert sweep.looks(page, "webhook-german") == []
