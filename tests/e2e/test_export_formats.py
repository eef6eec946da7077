"""A lead takes a dataset with its pictures away, by keyboard alone, and pandas opens it."""

import re
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e import steps, sweep
from tests.e2e.callers import Caller
from tests.e2e.installation import PHOTOS, Served
from tests.e2e.visitors import NewVisitor

pytestmark = pytest.mark.e2e

CHOICES = ("Also unfinished samples", "Also the pictures")


@pytest.fixture
def project(served: Served, browser: Browser) -> int:
    caller = Caller(browser, served).sign_in("lena")
    made = caller.call("POST", "/projects", {"name": "A dataset to take away", "recipe": "iiw"})
    caller.close()
    return int(made["id"])


def test_a_dataset_with_pictures_is_chosen_by_keyboard_and_opens_in_pandas(
    new_visitor: NewVisitor, project: int, tmp_path: Path
) -> None:
    import pandas

    lead = new_visitor()
    lead.sign_in("lena")
    steps.upload(lead, project, [PHOTOS / "coffee.jpg", PHOTOS / "chelsea.jpg"])
    page = lead.open(f"/projects/{project}/export")
    page.get_by_role("radio", name="ImageInWords JSONL").focus()
    wanted = page.get_by_role("radio", name="Parquet for Hugging Face")
    while not wanted.is_checked():
        page.keyboard.press("ArrowDown")
    for choice in CHOICES:
        page.get_by_label(choice).focus()
        page.keyboard.press("Space")
        expect(page.get_by_label(choice)).to_be_checked()
    page.get_by_role("button", name="Start export").focus()
    page.keyboard.press("Enter")
    link = page.get_by_role("link", name=re.compile("^Download the Parquet")).first
    expect(link).to_be_visible(timeout=60_000)
    with page.expect_download() as download:
        link.press("Enter")
    assert download.value.suggested_filename.endswith(".zip")
    download.value.save_as(tmp_path / "dataset.zip")
    with zipfile.ZipFile(tmp_path / "dataset.zip") as archive:
        archive.extractall(tmp_path)
    rows = pandas.read_parquet(tmp_path / "data")
    assert sorted(rows["name"]) == ["chelsea.jpg", "coffee.jpg"]
    assert all(image["bytes"].startswith(b"\xff\xd8") for image in rows["image"])


def test_an_export_that_a_rule_has_emptied_says_so_and_has_no_link(
    new_visitor: NewVisitor, project: int, served: Served
) -> None:
    lead = new_visitor()
    lead.sign_in("lena")
    steps.upload(lead, project, [PHOTOS / "coffee.jpg"])
    page = lead.open(f"/projects/{project}/export")
    page.get_by_role("radio", name="COCO").check()
    page.get_by_label("Also unfinished samples").check()
    page.get_by_role("button", name="Start export").click()
    link = page.get_by_role("link", name=re.compile("^Download the COCO"))
    expect(link).to_be_visible(timeout=60_000)
    [export] = steps.api(lead, f"/projects/{project}/exports")
    assert served.clerk.ask("empty_export", export["id"], 30) is True
    page.reload()
    said = page.get_by_text(re.compile("was removed on .*, by the rule that keeps exports for 30"))
    expect(said).to_be_visible()
    expect(link).to_have_count(0)
    said.scroll_into_view_if_needed()
    assert sweep.looks(page, "export-removed") == []
