"""What leads and raters do in a study, and everything a rater's browser is sent meanwhile."""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Error, Page, Route, expect

from tests.e2e.keyboard import tab_to
from tests.e2e.visitors import Visitor

METRICS = (
    "Comprehensiveness",
    "Specificity",
    "Hallucinations",
    "First lines as a summary",
    "Human-likeness",
)
POINTS = {
    -2: "Left is substantially better",
    -1: "Left is marginally better",
    0: "About the same",
    1: "Right is marginally better",
    2: "Right is substantially better",
}
# What somebody says of a pair as it is shown: a score for each metric.
Judge = Callable[[str, str], Mapping[str, int]]


@dataclass
class Heard:
    """The body of every response that a browser was sent, by address."""

    bodies: list[tuple[str, bytes]] = field(default_factory=list)

    @classmethod
    def by(cls, visitor: Visitor) -> "Heard":
        """Stand between a browser and the server, so that no body goes by unseen.

        Except those of the client itself, which are the same for everybody.
        """
        heard = cls()
        visitor.context.route(re.compile(r"^(?!.*/static/)"), heard._pass_on)
        return heard

    def _pass_on(self, route: Route) -> None:
        try:
            # The server may close a connection that was kept just as it is used again.
            answer = route.fetch(max_redirects=0, max_retries=3)
            self.bodies.append((route.request.url, answer.body()))
            route.fulfill(response=answer)
        except Error:
            # The page was left before the answer came: then nobody was shown it.
            with suppress(Error):
                route.abort()

    def of_api(self) -> list[tuple[str, bytes]]:
        return [(url, body) for url, body in self.bodies if "/api/v1/" in url]


# --- the lead --------------------------------------------------------------------------------


def make_study(lead: Visitor, project: int, name: str, file: Path, titles: tuple[str, str]) -> int:
    """Go through the wizard: a round of people against a file that is brought in on the way."""
    page = lead.open(f"/projects/{project}/studies")
    page.get_by_role("link", name="New study").first.click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("radio", name="Side by side").click()
    page.get_by_role("button", name="Next").click()
    _choose_texts(page, file, titles)
    page.get_by_role("button", name="Next").click()
    page.get_by_label("People per item").fill("3")
    page.get_by_label("People per item").press("Tab")
    expect(page.get_by_text("9 judgements, at 3 people per item.")).to_be_visible()
    page.get_by_role("button", name="Next").click()
    titled = [page.get_by_label(f"Metric {number}") for number in range(1, 6)]
    assert [each.input_value() for each in titled] == list(METRICS)
    page.get_by_role("radio", name="They must").check()
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_text("3 images have both texts and would be judged.")).to_be_visible()
    page.get_by_role("button", name="Create the study").click()
    expect(page).to_have_url(re.compile(r"/studies/\d+"))
    expect(page.get_by_role("heading", name="Judging")).to_be_visible(timeout=60_000)
    return int(page.url.rsplit("/", 1)[-1])


def _choose_texts(page: Page, file: Path, titles: tuple[str, str]) -> None:
    first = page.get_by_role("region", name="First source")
    first.get_by_role("combobox", name="Texts").click()
    page.get_by_role("option", name=re.compile(r"Round 1.*\(3 texts\)", re.IGNORECASE)).click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="File", exact=True).click()
    chooser.value.set_files(file)
    page.get_by_role("button", name="Bring in").click()
    told = f"“{file.stem}” has 3 texts, 3 of them about images of this project."
    expect(page.get_by_text(told)).to_be_visible()
    for name, title in zip(("First source", "Second source"), titles, strict=True):
        page.get_by_role("region", name=name).get_by_label("Name in the results").fill(title)


def work_of(lead: Visitor, project: int, study: int) -> int:
    """Return the project in which people judge, by the link to it."""
    page = lead.open(f"/projects/{project}/studies/{study}")
    link = page.get_by_role("link", name="The study's project").get_attribute("href")
    assert link is not None
    return int(link.rstrip("/").rsplit("/", 1)[-1])


def download(lead: Visitor, project: int, study: int, name: str) -> str:
    """Open the results, download one of their files and return its content."""
    page = lead.open(f"/projects/{project}/studies/{study}/results")
    with page.expect_download() as download:
        page.get_by_role("link", name=name).click()
    return Path(download.value.path()).read_text(encoding="utf-8")


# --- the raters ------------------------------------------------------------------------------


def _shown(page: Page) -> tuple[str, str]:
    """Return the two texts on the screen."""
    left, right = (
        page.get_by_role("region", name=f"{side} text").get_by_role("group")
        for side in ("Left", "Right")
    )
    expect(left).to_be_visible()
    return left.inner_text(), right.inner_text()


def _expect_another(page: Page, before: str) -> None:
    """Wait for another pair: the address changes before the page does."""
    left = page.get_by_role("region", name="Left text").get_by_role("group")
    done = page.get_by_text("Submitted. That is all for now.")
    expect(done.or_(left.filter(has_not_text=before)).first).to_be_visible()


def judge_by_pointer(person: Visitor, pairs: int, judge: Judge) -> None:
    """Judge with mouse or finger, as far as there is something to point at."""
    page = person.open("/")
    page.get_by_role("button", name="Start: Comparison").first.click()
    for _ in range(pairs):
        left, right = _shown(page)
        for metric, score in judge(left, right).items():
            scale = page.get_by_role("radiogroup", name=metric)
            scale.get_by_role("radio", name=POINTS[score]).check()
            page.get_by_label(f"Why: {metric}").fill(f"By pointer: {metric}.")
        page.get_by_role("button", name="Submit and next").click()
        _expect_another(page, left)
    expect(page.get_by_text("Submitted. That is all for now.")).to_be_visible()


def judge_by_keyboard(person: Visitor, pairs: int, judge: Judge) -> None:
    """Judge without a pointer: digits rate, Alt+Down goes on, Ctrl+Enter submits."""
    page = person.open("/")
    tab_to(page, "button", "Start: Comparison")
    page.keyboard.press("Enter")
    for _ in range(pairs):
        left, right = _shown(page)
        for metric, score in judge(left, right).items():
            page.keyboard.press(str(score + 3))
            expect(page.get_by_label(f"Why: {metric}")).to_be_focused()
            page.keyboard.type(f"By keyboard: {metric}.")
            page.keyboard.press("Alt+ArrowDown")
        page.keyboard.press("Control+Enter")
        _expect_another(page, left)
    expect(page.get_by_text("Submitted. That is all for now.")).to_be_visible()
