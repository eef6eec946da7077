"""What a lead does in the wizard to make a study of ranking."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.e2e.visitors import Visitor

QUESTION = "Which one would you print?"


def make_study(lead: Visitor, project: int, name: str, files: dict[str, Path]) -> int:
    """Go through the wizard with files that are brought in on the way.

    Args:
        files: by the title that the source has in the results.
    """
    page = lead.open(f"/projects/{project}/studies")
    page.get_by_role("link", name="New study").first.click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("radio", name="Ranking").click()
    page.get_by_role("button", name="Next").click()
    _choose_sources(page, files)
    page.get_by_role("button", name="Next").click()
    page.get_by_label("People per item").fill("3")
    page.get_by_label("People per item").press("Tab")
    expect(page.get_by_text("9 judgements, at 3 people per item.")).to_be_visible()
    page.get_by_role("button", name="Next").click()
    page.get_by_label("Question", exact=True).fill(QUESTION)
    expect(page.get_by_label("Items may share a place")).to_be_checked()
    page.get_by_role("radio", name="They must").check()
    page.get_by_role("button", name="Next").click()
    ready = "3 images have an item of every source and would be ranked."
    expect(page.get_by_text(ready)).to_be_visible()
    page.get_by_role("button", name="Create the study").click()
    expect(page).to_have_url(re.compile(r"/studies/\d+"))
    expect(page.get_by_role("heading", name="Judging")).to_be_visible(timeout=60_000)
    return int(page.url.rsplit("/", 1)[-1])


def _choose_sources(page: Page, files: dict[str, Path]) -> None:
    """A file that is brought in becomes the first source that has none."""
    for at, (title, file) in enumerate(files.items(), start=1):
        source = page.get_by_role("region", name=f"Source {at}")
        if at > 2:
            page.get_by_role("button", name="Add a source").click()
        with page.expect_file_chooser() as chooser:
            page.get_by_role("button", name="File", exact=True).click()
        chooser.value.set_files(file)
        page.get_by_role("button", name="Bring in").click()
        named = source.get_by_label("Name in the results")
        expect(named).to_have_value(file.stem)
        named.fill(title)
