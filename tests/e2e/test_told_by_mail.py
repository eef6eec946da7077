"""Mail: a forgotten password is set anew by a link, and what happens in a project is told."""

import email
import email.policy
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e import installation, sweep
from tests.e2e.callers import Caller
from tests.e2e.installation import Served
from tests.e2e.visitors import Visitor
from tests.waiting import eventually

pytestmark = pytest.mark.e2e
FRESH = "quite-another-battery"


@pytest.fixture(scope="module")
def mails(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("mails")


@pytest.fixture(scope="module")
def mailing(
    tmp_path_factory: pytest.TempPathFactory, run_folder: Path, mails: Path
) -> Iterator[Served]:
    """An installation of its own whose mail is laid into a folder."""
    data = tmp_path_factory.mktemp("mailing")
    installation.make_tables_once(run_folder, data, "")
    with installation.running(data, "", EMAIL_URL=f"filemail:///{mails}") as served:
        yield served


def sent(mails: Path, to: str, subject: str) -> list[str]:
    """The texts of the mails to somebody, of this subject."""
    found = []
    for path in sorted(mails.glob("*.log")):
        parts = path.read_bytes().split(b"-" * 79 + b"\n")
        for mail in (email.message_from_bytes(part, policy=email.policy.default) for part in parts):
            if to in str(mail["To"]) and subject in str(mail["Subject"]):
                found.append(str(mail.get_content()))
    return found


def confirm_address(visitor: Visitor, mails: Path) -> None:
    """Follow the link that came to an address: before that nothing else is sent there."""
    eventually(lambda: sent(mails, "lena@", "Confirm your address"), "the link is mailed", 60)
    (text,) = sent(mails, "lena@", "Confirm your address")
    link = re.search(r"/confirm-address#\S+", text)
    assert link is not None
    page = visitor.open(link[0])
    expect(page.get_by_role("button", name="Confirm the address")).to_be_visible()
    assert sweep.looks(page, "confirm-address") == []
    page.get_by_role("button", name="Confirm the address").click()
    expect(page.get_by_role("heading", name="The address is confirmed")).to_be_visible()


def test_who_forgot_their_password_sets_a_new_one_by_a_link(
    mailing: Served, browser: Browser, mails: Path
) -> None:
    lena = Caller(browser, mailing).sign_in("lena")
    lena.call("PATCH", "/me", {"email": "lena@example.org"})
    visitor = Visitor(browser.new_context(locale="en"), mailing)
    confirm_address(visitor, mails)
    page = visitor.open("/login")
    page.get_by_role("link", name="Forgotten your password?").click()
    page.get_by_label("User name or e-mail address").fill("lena")
    assert sweep.looks(page, "forgotten-password") == []
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Look into your mail")).to_be_visible()
    assert sweep.looks(page, "forgotten-password-sent") == []
    eventually(lambda: sent(mails, "lena@", "A new password"), "the link is mailed", 60)
    (text,) = sent(mails, "lena@", "A new password")
    link = re.search(r"http://\S+/new-password#\S+", text)
    assert link is not None
    secret = link[0].partition("#")[2]
    visitor.open(f"/new-password#{secret}")
    expect(page).to_have_url(f"{mailing.url}/new-password")
    page.get_by_label("New password", exact=True).fill(FRESH)
    page.get_by_label("New password again").fill(FRESH)
    assert sweep.looks(page, "new-password") == []
    page.get_by_role("button", name="Set the password").click()
    expect(page.get_by_role("heading", name="The password is set")).to_be_visible()
    with pytest.raises(AssertionError, match="401"):  # signed out elsewhere
        lena.call("GET", "/work")
    page.get_by_role("link", name="Sign in").click()
    page.get_by_label("User name").fill("lena")
    page.get_by_label("Password", exact=True).fill(FRESH)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page).not_to_have_url(re.compile("/login"))
    assert visitor.faults == []
    logs = (mailing.data / "servers.log").read_text()
    assert secret not in logs
    mailing.sessions["lena"] = list(visitor.context.cookies())
    lena.close()
    visitor.context.close()


def test_the_end_of_a_job_is_told_on_the_page_and_by_mail(
    mailing: Served, browser: Browser, mails: Path
) -> None:
    visitor = Visitor(browser.new_context(locale="en"), mailing)
    page = visitor.sign_in("lena", FRESH)
    visitor.open("/notifications")
    expect(page.get_by_role("heading", name="Nothing to tell")).to_be_visible()
    visitor.open("/account/notifications")
    page.get_by_label("By mail: A job of yours is done").select_option("At once")
    page.get_by_role("region", name="What you are told").scroll_into_view_if_needed()
    assert sweep.looks(page, "account-told") == []
    caller = Caller(browser, mailing).sign_in("lena")
    project = caller.call("POST", "/projects", {"name": "Village photos", "recipe": "iiw"})["id"]
    caller.call("POST", f"/projects/{project}/exports", {"format": "coco"})
    told = "Exporting is finished."
    eventually(lambda: sent(mails, "lena@", told), "it is mailed", 90)
    (text,) = sent(mails, "lena@", told)
    assert f"/projects/{project}/export" in text
    visitor.open("/notifications")
    expect(page.get_by_role("link", name=told)).to_be_visible()
    assert sweep.looks(page, "notifications") == []
    page.get_by_role("link", name=told).click()
    expect(page).to_have_url(f"{mailing.url}/projects/{project}/export")
    visitor.open("/notifications?view=unread")
    expect(page.get_by_role("heading", name="You have read everything")).to_be_visible()
    assert visitor.faults == []
    caller.close()
    visitor.context.close()


def test_a_pasted_list_is_corrected_and_an_invitation_by_mail_is_accepted(
    mailing: Served, browser: Browser, mails: Path
) -> None:
    caller = Caller(browser, mailing).sign_in("lena")
    project = caller.call("POST", "/projects", {"name": "Harbours", "recipe": "iiw"})["id"]
    visitor = Visitor(browser.new_context(locale="en"), mailing)
    page = visitor.sign_in("lena", FRESH)
    visitor.open(f"/projects/{project}/people")
    expect(page.get_by_text("4 people needed, 0 here.")).to_be_visible()
    field = page.get_by_label("People", exact=True)
    field.fill("eva@example.org\nole@example.org\nlena\nUli Lind\nana@example.org")
    preview = page.get_by_role("table", name="What will happen")
    expect(preview.get_by_text("“Uli Lind” is neither a user name")).to_be_visible()
    expect(page.get_by_role("button", name="Invite 3 people")).to_be_disabled()
    expect(page.get_by_text("1 row needs a correction.")).to_be_visible()
    assert sweep.looks(page, "people-one-row-wrong") == []
    assert caller.call("GET", f"/projects/{project}/mailed-invitations") == []
    field.fill(field.input_value().replace("Uli Lind", "Uli Lind <uli@example.org>"))
    page.get_by_role("button", name="Invite 4 people").click()
    expect(page.get_by_text("4 invitations are being mailed.")).to_be_visible()
    invited = page.get_by_role("table", name="Invited people")
    eventually(lambda: sent(mails, "uli@", "An invitation"), "the invitation is mailed", 90)
    expect(invited.get_by_text("Mailed", exact=True)).to_have_count(4, timeout=60_000)
    assert sweep.looks(page, "people-invited-by-mail") == []
    (text,) = sent(mails, "uli@", "An invitation")
    link = re.search(r"http://\S+(/invite/\S+)", text)
    assert link is not None
    uli = Visitor(browser.new_context(locale="en"), mailing)
    uli.open(link[1])
    uli.page.get_by_label("User name").fill("uli")
    uli.page.get_by_label("Your name, as others see it").fill("Uli Lind")
    uli.page.get_by_label("Password", exact=True).fill(FRESH)
    uli.page.get_by_role("button", name="Create account and join").click()
    expect(uli.page).not_to_have_url(re.compile("/invite/"))
    visitor.open(f"/projects/{project}/people")
    expect(invited.get_by_text("Accepted", exact=True)).to_have_count(1)
    expect(page.get_by_role("table", name="Members").get_by_text("uli")).not_to_have_count(0)
    assert visitor.faults + uli.faults == []
    caller.close()
    visitor.context.close()
    uli.context.close()
