"""A lead publishes a dataset by keyboard alone, and whoever gets the archive can check it."""

import hashlib
import json
import re
import shutil
import uuid
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e import routes, sweep
from tests.e2e.callers import Caller, Json
from tests.e2e.installation import PHOTOS, Served
from tests.e2e.keyboard import expect_no_mouse, refuse_the_mouse, tab_to
from tests.e2e.visitors import SCREENSHOTS, NewVisitor
from tests.exchange.hub_stand_in import TOKEN, StandInHub

pytestmark = pytest.mark.e2e
DONE_PICTURES = 2
NAME = "Pebbles & leaves"
CITATION = "@misc{pebbles, title={Pebbles and leaves}, year={2026}}"


@pytest.fixture(scope="module")
def project(served: Served, browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> int:
    """Two samples are finished in both stages, a third is not."""
    folder = tmp_path_factory.mktemp("released")
    for picture in sorted(PHOTOS.glob("*.jpg"))[: DONE_PICTURES + 1]:
        shutil.copy(picture, folder / picture.name)
    lead = Caller(browser, served).sign_in("lena")
    stages = {"objects": {"rounds": 1}, "description": {"rounds": 1}}
    made = {"name": NAME, "recipe": "iiw", "guidelines_required": False}
    project = int(
        lead.call("POST", "/projects", made | {"settings": {"stages": stages}})["id"],
    )
    path = f"/projects/{project}"
    people = []
    for name in ("Ava", "Bo"):
        username = f"release-{uuid.uuid4().hex[:8]}"
        served.manage("add_user", username, "--name", name)
        served.manage("add_member", str(project), username)
        people.append(Caller(browser, served).sign_in(username))
    served.manage("import_images", str(project), str(folder), "--verbosity", "0")
    lead.call("POST", f"{path}/seeding/skip", {})
    for _ in range(DONE_PICTURES):
        for person, answer in zip(people, (_objects(), _text()), strict=True):
            _work(person, path, answer)
    for caller in (lead, *people):
        caller.close()
    return project


def _objects() -> Json:
    box = {"x": 4, "y": 4, "width": 40, "height": 30}
    named = {"id": "thing1", "label": "pebble", "derived_from": [], "box": box}
    return {"objects": [{**named, "description": "A smooth grey pebble."}]}


def _text() -> Json:
    return {"text": "A smooth grey pebble lies on a wooden table in the light."}


def _work(person: Caller, path: str, answer: Json) -> None:
    task = person.call("POST", f"{path}/claim", {})["assignment"]
    body = {"key": str(uuid.uuid4()), "answer": answer, "active_seconds": 30}
    person.call("POST", f"/assignments/{task['id']}/submit", body)


def _type_into(page: Page, role: str, name: str, text: str) -> None:
    tab_to(page, role, re.compile(f"^{name}"))
    page.keyboard.press("Control+A")
    page.keyboard.type(text)
    page.keyboard.press("Escape")


def _freeze(page: Page) -> None:
    tab_to(page, "button", "Freeze release")
    page.keyboard.press("Enter")


def _new_release(page: Page, project: int, served: Served) -> None:
    page.goto(f"{served.url}/projects/{project}")
    refuse_the_mouse(page)
    tab_to(page, "link", "Data")
    page.keyboard.press("Enter")
    tab_to(page, "link", "Releases")
    page.keyboard.press("Enter")
    tab_to(page, "link", "New release")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="New release")).to_be_visible()


def test_a_lead_freezes_a_release_and_its_archive_is_what_the_page_says(
    project: int, served: Served, new_visitor: NewVisitor, tmp_path: Path
) -> None:
    lead = new_visitor()
    page = lead.sign_in("lena")
    page.goto(f"{served.url}/projects/{project}/releases")
    expect(page.get_by_role("heading", name="No releases yet")).to_be_visible()
    assert sweep.looks(page, "releases-none") == []

    _new_release(page, project, served)
    expect(page.get_by_text(f"{DONE_PICTURES} samples would be in it now")).to_be_visible()
    expect(page.get_by_text("1 sample not finished")).to_be_visible()
    expect(page.get_by_role("textbox", name="Version")).to_have_value("1.0.0")
    _type_into(page, "combobox", "Licence", "CC-BY-4.0")
    _type_into(page, "textbox", "Citation", CITATION)
    tab_to(page, "checkbox", "Parquet for Hugging Face")
    page.keyboard.press("Space")
    _freeze(page)
    expect(page.get_by_role("heading", name=f"{NAME} 1.0.0")).to_be_visible()
    field = page.get_by_role("textbox", name="Digest", exact=True)
    expect(field).to_be_visible(timeout=120_000)
    digest = field.input_value()
    assert re.fullmatch("[0-9a-f]{64}", digest)
    expect(page.get_by_text(CITATION)).to_be_visible()
    expect(page.get_by_text('load_dataset("./dataset")')).to_be_visible()
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / "release-whole.png", full_page=True)

    tab_to(page, "link", "Download all")
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    expect_no_mouse(page)
    assert download.value.suggested_filename == "pebbles-leaves-1.0.0.zip"
    kept = tmp_path / "release.zip"
    download.value.save_as(kept)
    _expect_sound(kept, digest)


def _expect_sound(path: Path, digest: str) -> None:
    """What is in the archive has the digests of the manifest, and the manifest that of the page."""
    with zipfile.ZipFile(path) as packed:
        found = {name.partition("/")[2]: packed.read(name) for name in packed.namelist()}
    assert hashlib.sha256(found["manifest.json"]).hexdigest() == digest
    listed = {each["path"]: each["sha256"] for each in json.loads(found["manifest.json"])["files"]}
    assert {name: hashlib.sha256(found[name]).hexdigest() for name in listed} == listed
    assert {"parquet.zip", "records.jsonl", "statistics.json"} <= listed.keys()
    assert len(found["records.jsonl"].splitlines()) == DONE_PICTURES


@pytest.fixture(scope="module")
def release(project: int, served: Served, browser: Browser) -> int:
    """Return a frozen release of the project: the one of the first story, if it ran."""
    lead = Caller(browser, served).sign_in("lena")
    path = f"/projects/{project}/releases"
    if not lead.call("GET", path)["results"]:
        lead.call("POST", path, {"name": NAME, "version": "1.0.0"})
    answer = lead.when(path, lambda page: page["results"][0]["digest"])
    lead.close()
    return int(answer["results"][-1]["id"])


def test_a_second_version_must_be_higher_and_nothing_typed_is_lost(
    project: int, release: int, served: Served, new_visitor: NewVisitor
) -> None:
    lead = new_visitor()
    page = lead.sign_in("lena")
    _new_release(page, project, served)
    version = page.get_by_role("textbox", name="Version")
    expect(version).to_have_value("1.1.0")
    _type_into(page, "textbox", "Version", "1.0.0")
    _type_into(page, "textbox", "Description", "Frozen twice.")
    _freeze(page)
    expect(page.get_by_text("1.0.0 is not higher than 1.0.0")).to_be_visible()
    expect(version).to_be_focused()
    expect(page.get_by_role("textbox", name="Description")).to_have_value("Frozen twice.")
    assert sweep.looks(page, "release-refused") == []
    page.keyboard.press("Control+A")
    page.keyboard.type("1.1.0")
    _freeze(page)
    expect(page.get_by_role("heading", name=f"{NAME} 1.1.0")).to_be_visible()
    expect(page.get_by_role("textbox", name="Digest", exact=True)).to_be_visible(timeout=120_000)
    tab_to(page, "link", "All releases", back=True)
    page.keyboard.press("Enter")
    rows = page.get_by_role("table", name="Releases").get_by_role("row")
    expect(rows.nth(1)).to_contain_text(f"{NAME} 1.1.0")
    expect(rows.nth(2)).to_contain_text(f"{NAME} 1.0.0")
    expect_no_mouse(page)


def test_what_was_withdrawn_since_is_said_and_the_next_version_leaves_it_out(
    project: int, release: int, browser: Browser, served: Served, new_visitor: NewVisitor
) -> None:
    caller = Caller(browser, served).sign_in("lena")
    path = f"/projects/{project}"
    sample = caller.call("GET", f"{path}/samples?state=done")["results"][0]
    caller.call("POST", f"/samples/{sample['id']}/withdraw", {"reason": "Its licence is unclear."})
    made = caller.call("POST", f"{path}/releases", {"name": NAME, "version": "2.0.0"})["id"]
    caller.when(f"{path}/releases/{made}", lambda answer: answer["digest"])
    caller.close()
    page = new_visitor().sign_in("lena")
    page.goto(f"{served.url}{path}/releases/{release}")
    expect(page.get_by_text("1 sample was withdrawn since")).to_be_visible()
    page.goto(f"{served.url}{path}/releases/{made}")
    refuse_the_mouse(page)
    tab_to(page, "link", "Compare with…")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=f"{NAME} 2.0.0 beside another")).to_be_visible()
    differing = page.get_by_role("table", name="Samples that differ").get_by_role("row")
    expect(differing).to_have_count(2)
    expect(differing.nth(1)).to_contain_text("Removed")
    expect_no_mouse(page)


def test_a_release_is_pushed_to_a_hub_by_keyboard(
    project: int,
    release: int,
    browser: Browser,
    served: Served,
    hub: StandInHub,
    new_visitor: NewVisitor,
) -> None:
    caller = Caller(browser, served).sign_in("lena")
    path = f"/projects/{project}/releases"
    made = {"name": NAME, "version": "3.0.0", "formats": ["parquet"], "licence": "CC-BY-4.0"}
    pushed = caller.call("POST", path, made)["id"]
    digest = caller.when(f"{path}/{pushed}", lambda answer: answer["digest"])["digest"]
    caller.close()
    page = new_visitor().sign_in("lena")
    page.goto(f"{served.url}{path}/{pushed}")
    refuse_the_mouse(page)
    _type_into(page, "textbox", "Access token for", "hf_of-nobody")
    page.keyboard.press("Enter")
    expect(page.get_by_text("The hub does not know this token")).to_be_visible()
    assert sweep.looks(page, "hub-token-refused") == []
    page.keyboard.press("Control+A")
    page.keyboard.type(TOKEN)
    page.keyboard.press("Enter")
    expect(page.get_by_text("Pushed with the token of lab")).to_be_visible()
    tab_to(page, "button", "Push this release")
    page.keyboard.press("Enter")
    rows = page.get_by_role("table", name="Pushed so far").get_by_role("row")
    expect(rows.nth(1)).to_contain_text("lab/pebbles-leaves", timeout=60_000)
    expect(rows.nth(1)).to_contain_text("Its owners")
    tab_to(page, "button", "Push this release", back=True)
    page.keyboard.press("Enter")
    expect(rows.nth(1)).to_contain_text("There already", timeout=60_000)
    expect_no_mouse(page)
    assert sweep.looks(page, "hub-pushed") == []
    repository = hub.repositories["lab/pebbles-leaves"]
    assert hashlib.sha256(repository.files["manifest.json"]).hexdigest() == digest
    assert len(repository.commits) == 2


def test_a_datasheet_is_written_over_its_drafts_by_keyboard(
    project: int, served: Served, new_visitor: NewVisitor
) -> None:
    page = new_visitor().sign_in("lena")
    page.goto(f"{served.url}/projects/{project}/releases/datasheet")
    refuse_the_mouse(page)
    expect(page.get_by_text("Drafted from the project").first).to_be_visible()
    _type_into(page, "textbox", "What should it not be used for", "Not to find people.")
    tab_to(page, "button", "Save datasheet")
    page.keyboard.press("Enter")
    expect(page.get_by_text("The datasheet is saved.")).to_be_visible()
    expect_no_mouse(page)
    page.reload()
    kept = page.get_by_role("textbox", name="What should it not be used for")
    expect(kept).to_have_value("Not to find people.")


def test_pages_of_releases_are_accessible_and_fit_the_window(
    project: int, release: int, browser: Browser, served: Served
) -> None:
    base = f"/projects/{project}/releases"
    pages = {
        "releases": ("lena", base),
        "release-new": ("lena", f"{base}/new"),
        "release": ("lena", f"{base}/{release}"),
        "release-compare": ("lena", f"{base}/{release}/compare"),
        "release-datasheet": ("lena", f"{base}/datasheet"),
    }
    assert routes.unopened("releases", pages) == []
    faults = sweep.faults_of(pages, browser, served)
    assert not faults, "\n".join(faults)
