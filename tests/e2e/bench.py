"""The workbench of one of the two tasks, as one types at it."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect


class Bench:
    """The workbench of one of the two tasks, and what stands in its main field."""

    TITLES = {"objects": "Objects", "description": "Image description"}

    def __init__(self, page: Page, stage: str) -> None:
        self.page = page
        self.stage = stage

    def begin(self, url: str) -> int:
        """Start from My work; returns the assignment. In Task 1 the first box is drawn."""
        self.page.goto(f"{url}/")
        start = self.page.get_by_role("button", name=f"Start: {self.TITLES[self.stage]}")
        start.first.click()
        expect(self.page).to_have_url(re.compile(r"/work/\d+"))
        self.ready()
        if self.stage == "objects":
            self.page.keyboard.press("Shift+R")
            self.page.get_by_label("Label of object 1").fill("cat")
        self.field().click()
        return self.assignment()

    def again(self, url: str) -> None:
        """Open the same task anew, as after a reload."""
        self.page.goto(url)
        self.ready()
        self.show()

    def show(self) -> None:
        """Bring the field on screen: after opening, the objects of the list are folded."""
        if self.stage == "objects":
            rows = self.page.get_by_role("list", name=re.compile("^Objects"))
            first = rows.get_by_role("listitem").first
            expect(first).to_be_visible()
            if not self.field().is_visible():
                first.get_by_role("button", expanded=False).first.click()

    def ready(self) -> None:
        expect(self.page.get_by_role("button", name="Submit and next")).to_be_visible()

    def assignment(self) -> int:
        found = re.search(r"/work/(\d+)", self.page.url)
        assert found is not None
        return int(found[1])

    def field(self) -> Locator:
        name = "Description of object 1" if self.stage == "objects" else "Description of the image"
        return self.page.get_by_role("textbox", name=name)

    def write(self, text: str) -> None:
        """Type at the end of what is there, letter by letter as a person does."""
        self.field().press("Control+End")
        self.page.keyboard.type(text, delay=8)

    def paste(self, text: str) -> None:
        """Put text at the end in one go, so that nothing happens in the middle of it."""
        self.field().press("Control+End")
        self.page.keyboard.insert_text(text)

    def saved(self) -> None:
        expect(self.badge(re.compile(r"^Saved"))).to_be_visible()

    def badge(self, text: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("banner").get_by_text(text)

    def text_of(self, answer: Any) -> str:
        """Return the text of the main field from an answer as the server keeps it."""
        if self.stage == "description":
            return str(answer["text"])
        return str(answer["objects"][0]["description"])
