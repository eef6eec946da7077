"""Somebody who has worked takes their data away and is deleted; what they wrote stays, unnamed."""

import json
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e import sweep
from tests.e2e.callers import Caller
from tests.e2e.furnished import CRITERIA, PICTURES, TEXTS, Furnished
from tests.e2e.installation import PASSWORD, PHOTOS, Served
from tests.e2e.visitors import NewVisitor, Visitor

pytestmark = pytest.mark.e2e
USERNAME, NAME = "zdenka-who-leaves", "Zdenka Kvapil"
# What stands in the place of a name.
UNNAMED = re.compile(r"Deleted person \d+")


@dataclass(frozen=True)
class Worked:
    """What Zdenka has done: a caption of one sample, a judgement of another's."""

    user: int
    project: int
    sample: int
    text: str


@pytest.fixture(scope="module")
def worked(
    served: Served, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Worked]:
    folder = tmp_path_factory.mktemp("pictures")
    for name in PICTURES[:2]:
        (folder / name).write_bytes((PHOTOS / name).read_bytes())
    lead = Caller(browser, served).sign_in("lena")
    made = {"username": USERNAME, "display_name": NAME, "password": PASSWORD}
    user = int(lead.call("POST", "/users", made)["id"])
    other = {"username": "otto-who-stays", "display_name": "Otto", "password": PASSWORD}
    lead.call("POST", "/users", other)
    zdenka = Caller(browser, served).sign_in(USERNAME)
    otto = Caller(browser, served).sign_in("otto-who-stays")
    world = Furnished(lead, zdenka, otto, folder)
    project = _project(world, served)
    name = _write(zdenka, project)
    _write(otto, project)
    [sample] = [
        int(each["id"])
        for each in lead.call("GET", f"/projects/{project}/samples")["results"]
        if each["image"]["name"] == name
    ]
    votes = {key: True for key in CRITERIA}
    zdenka.submit(zdenka.claim(project, "validation"), lambda _: {"votes": votes})
    yield Worked(user, project, sample, TEXTS[name])
    for caller in (lead, zdenka, otto):
        caller.close()


def _project(world: Furnished, served: Served) -> int:
    hit = {"size": 1, "minutes": 30}
    stages = {
        "caption": {"rounds": 1, "rounds_by_split": {}, "hit": hit},
        "validation": {"rounds": 1, "hit": hit, "gold_rate": 0},
    }
    made = {
        "name": "Captions of somebody who leaves",
        "recipe": "textcaps",
        "guidelines_required": False,
        "settings": {"stages": stages},
    }
    project = int(world.lead.call("POST", "/projects", made)["id"])
    served.manage("import_images", str(project), str(world.folder), "--verbosity", "0")
    served.manage("add_member", str(project), USERNAME, "otto-who-stays")
    return project


def _write(caller: Caller, project: int) -> str:
    """Caption one image; return its name."""
    hit = caller.claim(project, "caption")
    [task] = hit["assignments"]
    name = str(task["image"]["name"])
    caller.submit(hit, lambda _: {"text": TEXTS[name], "canned": False})
    return name


def _take_data(page: Page, folder: Path) -> zipfile.ZipFile:
    """Have one's file of data written and take it."""
    page.get_by_role("button", name="Write the file").click()
    link = page.get_by_role("table", name="Files of data").get_by_role("link", name="Download")
    with page.expect_download() as taken:
        link.click()
    path = folder / "mine.zip"
    taken.value.save_as(path)
    return zipfile.ZipFile(path)


def _ask(page: Page) -> None:
    """Ask for one's own deletion, with a wrong password first."""
    page.get_by_role("button", name="Ask for deletion").click()
    dialog = page.get_by_role("dialog")
    for password in ("not-my-password", PASSWORD):
        dialog.get_by_label("Your password").fill(password)
        dialog.get_by_role("button", name="Ask for deletion").click()
        if password != PASSWORD:
            expect(dialog).to_contain_text("password")
            assert sweep.looks(page, "deletion-asking") == []
    expect(dialog).to_have_count(0)
    expect(page.get_by_text("An administrator will carry it out.")).to_be_visible()


def _carry_out(page: Page, served: Served) -> Locator:
    """See the request and what would become of it, and do it; return the row of it."""
    page.goto(f"{served.url}/admin/privacy")
    table = page.get_by_role("table", name="Deletions")
    expect(table.get_by_role("row", name=NAME)).to_contain_text("Asked for")
    assert sweep.looks(page, "deletion-asked") == []
    table.get_by_role("row", name=NAME).get_by_role("link", name="Look at it").click()
    part = page.get_by_role("region", name="Data and deletion")
    expect(part).to_contain_text("This person has asked to be deleted.")
    expect(part).to_contain_text("2 answers, without a name")
    expect(part).to_contain_text("Membership of 1 project")
    part.scroll_into_view_if_needed()
    assert sweep.looks(page, "deletion-preview") == []
    part.get_by_role("button", name="Delete this person").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete for good").click()
    row = table.get_by_role("row", name=UNNAMED)
    expect(row).to_contain_text("Done")
    return row


def _read_report(page: Page, row: Locator) -> None:
    row.get_by_role("button", name="Report").click()
    report = page.get_by_role("dialog", name="Report of a deletion")
    for said in ("2 answers, without a name", "Membership of 1 project"):
        expect(report).to_contain_text(said)
    expect(report.get_by_role("heading", name="Gone")).to_be_visible()
    expect(report).not_to_contain_text("Zdenka")
    assert sweep.looks(page, "deletion-report") == []


def _is_shut_out(visitor: Visitor) -> None:
    """The account that is gone, in the browser that was open and by its password."""
    page = visitor.open("/history")
    expect(page).to_have_url(re.compile("/login"))
    page.get_by_label("User name").fill(USERNAME)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page).to_have_url(re.compile("/login"))


def _texts_stay(page: Page, served: Served, worked: Worked) -> None:
    page.goto(f"{served.url}/samples/{worked.sample}")
    main = page.get_by_role("main")
    for said in (worked.text, UNNAMED):
        expect(main).to_contain_text(said)
    expect(main).not_to_contain_text("Zdenka")
    assert sweep.looks(page, "deletion-texts-stay") == []


def test_a_person_is_deleted_and_their_texts_stay_without_a_name(
    worked: Worked, served: Served, new_visitor: NewVisitor, tmp_path: Path
) -> None:
    person = new_visitor()
    mine = person.sign_in(USERNAME)
    mine.goto(f"{served.url}/account/privacy")
    with _take_data(mine, tmp_path) as taken:
        account = json.loads(taken.read("account.json"))
        kept = "".join(taken.read(name).decode() for name in taken.namelist())
    assert (account["username"], account["display_name"]) == (USERNAME, NAME)
    assert worked.text in kept
    _ask(mine)
    mine.get_by_text("An administrator will carry it out.").scroll_into_view_if_needed()
    assert sweep.looks(mine, "deletion-wished") == []

    admin = new_visitor().sign_in("lena")
    _read_report(admin, _carry_out(admin, served))
    _is_shut_out(person)
    _texts_stay(admin, served, worked)
