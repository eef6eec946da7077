"""A lead invites by name; the person is asked, and joins or does not."""

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e import sweep
from tests.e2e.callers import Caller
from tests.e2e.installation import Served

pytestmark = pytest.mark.e2e

NAMES = ("invited-ida", "invited-otto")


@pytest.fixture(scope="module")
def project(served: Served, browser: Browser) -> int:
    for name in NAMES:
        served.manage("add_user", name, "--name", name.title())
    lead = Caller(browser, served).sign_in("lena")
    made = lead.call("POST", "/projects", {"name": "Harbours by consent", "recipe": "iiw"})
    lead.close()
    return int(made["id"])


def test_people_are_invited_by_a_list_and_join_when_they_accept(
    project: int, served: Served, browser: Browser
) -> None:
    lead = sweep.still(browser, served)
    lead.sign_in("lena")
    page = lead.open(f"/projects/{project}/people")
    field = page.get_by_label("People", exact=True)
    field.fill(f"{NAMES[0]}\n{NAMES[1]},\nlena")
    preview = page.get_by_role("table", name="What will happen")
    expect(preview.get_by_text("A member already; stays as they are.")).to_have_count(1)
    for name in NAMES:
        expect(preview.get_by_text(f"{name.title()} is asked, as annotator.")).to_be_visible()
    page.get_by_role("button", name="Invite 2 people").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("2 people are asked on their start page.")).to_be_visible()
    invited = page.get_by_role("table", name="Invited people")
    expect(invited.get_by_text("Invited", exact=True)).to_have_count(2)
    faults = sweep.looks(page, "people-invited")

    for name, word in zip(NAMES, ("Accept", "Decline"), strict=True):
        person = sweep.still(browser, served)
        person.sign_in(name)
        start = person.open("/")
        question = start.get_by_role("region", name="You are invited to “Harbours by consent”")
        expect(question).to_contain_text("with the role “Annotator”")
        faults += sweep.looks(start, f"invited-{word}")
        question.get_by_role("button", name=word).focus()
        start.keyboard.press("Enter")
        expect(question).to_be_hidden()
        faults += person.faults
        person.context.close()

    page = lead.open(f"/projects/{project}/people")
    members = page.get_by_role("table", name="Members")
    expect(members.get_by_text(NAMES[0], exact=True)).to_be_visible()
    expect(members.get_by_text(NAMES[1], exact=True)).to_have_count(0)
    expect(invited.get_by_text("Declined")).to_have_count(1)
    expect(invited.get_by_text("Invited", exact=True)).to_have_count(0)
    assert faults + lead.faults == []
    lead.context.close()
