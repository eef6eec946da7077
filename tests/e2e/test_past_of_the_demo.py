"""What a newcomer sees of the demo's project with a past, minute by minute, and all its pages."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e import demo, sweep
from tests.e2e.callers import Caller
from tests.e2e.installation import Served
from tests.e2e.visitors import SCREENSHOTS, NewVisitor

pytestmark = [pytest.mark.e2e, pytest.mark.xdist_group("past")]

NAME = "Demo: a project with a past (simulated)"
PLACES = {
    "overview": "",
    "rounds": "/rounds",
    "stopping": "/stopping",
    "annotators": "/annotators",
    "samples": "/samples",
    "review": "/review",
    "quality": "/quality",
    "gold": "/quality/gold",
    "batches": "/quality/batches",
    "studies": "/studies",
    "learning": "/learning",
    "seeds": "/learning/seeds",
    "models": "/models",
    "releases": "/releases",
    "people": "/people",
}


@dataclass(frozen=True)
class Past:
    """The addresses of the project, and of what in it has numbers of its own."""

    base: str
    sample: str
    study: str
    release: str

    @property
    def pages(self) -> sweep.Pages:
        places = {f"past-{name}": f"{self.base}{path}" for name, path in PLACES.items()}
        single = {"past-sample": self.sample, "past-results": f"{self.study}/results"}
        paths = {**places, **single, "past-release": self.release}
        return {name: ("lena", path) for name, path in paths.items()}


@pytest.fixture(scope="module")
def past(served: Served, browser: Browser) -> Iterator[Past]:
    demo.prepare(served, browser)
    lead = Caller(browser, served).sign_in("lena")
    [project] = [each["id"] for each in lead.call("GET", "/projects") if each["name"] == NAME]
    base = f"/projects/{project}"
    samples = lead.call("GET", f"{base}/samples")["results"]
    [coffee] = [each["id"] for each in samples if each["image"]["name"] == "coffee.jpg"]
    [study] = lead.call("GET", f"{base}/studies")["results"]
    [release] = lead.call("GET", f"{base}/releases")["results"]
    yield Past(
        base=base,
        sample=f"/samples/{coffee}",
        study=f"{base}/studies/{study['id']}",
        release=f"{base}/releases/{release['id']}",
    )
    lead.close()


def test_a_newcomer_sees_something_true_in_each_of_five_minutes(
    past: Past, new_visitor: NewVisitor
) -> None:
    visitor = new_visitor()
    visitor.sign_in("lena")
    page = visitor.open(past.sample)
    expect(page.get_by_text("A piece of cake can be seen").first).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Round 3 ")).first).to_be_visible()
    page = visitor.open(f"{past.base}/rounds")
    expect(page.get_by_role("figure", name="Similarity to the round before")).to_be_visible()
    page = visitor.open(f"{past.base}/review")
    expect(page.get_by_text("Ivo (simulated)").first).to_be_visible()
    page = visitor.open(f"{past.study}/results")
    expect(page.get_by_text("After the rounds substantially better").first).to_be_visible()
    page = visitor.open(past.release)
    expect(page.get_by_role("heading", name="demo-photographs 1.0.0")).to_be_visible()


@pytest.mark.long
def test_all_its_pages_are_accessible_and_fit_the_window(
    past: Past, browser: Browser, served: Served
) -> None:
    faults = sweep.faults_of(past.pages, browser, served)
    assert not faults, "\n".join(faults)


def test_what_a_study_rated_low_is_left_out_of_training_and_taken_in_again(
    past: Past, new_visitor: NewVisitor
) -> None:
    lead = new_visitor(width=1440)
    lead.sign_in("lena")
    page = lead.open(f"{past.base}/samples")
    pictures = page.get_by_role("checkbox", name=re.compile(r"^Choose .*\.jpg$"))
    expect(pictures.first).to_be_visible()
    all_of_them = pictures.count()
    page.get_by_role("button", name="Add filter").click()
    form = page.get_by_role("dialog", name="Add filter")
    form.get_by_role("combobox", name="What about").click()
    form.get_by_role("option", name="Rating in a study").click()
    form.get_by_role("combobox", name="Study").click()
    form.get_by_role("option").first.click()
    form.get_by_label("To").fill("1")
    form.get_by_role("button", name="Apply").click()
    expect(pictures).not_to_have_count(all_of_them)
    rated = pictures.count()
    assert 0 < rated < all_of_them
    name = str(pictures.first.get_attribute("aria-label")).removeprefix("Choose ")
    page.screenshot(path=SCREENSHOTS / "samples-rated.png")

    page.get_by_role("checkbox", name="Choose this page").click()
    bar = page.get_by_role("region", name="What to do with the chosen samples")
    bar.get_by_role("button", name="More").click()
    page.get_by_role("menuitem", name="Leave out of training…").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Why?").fill("Rated low")
    dialog.get_by_role("button", name="Leave out").click()
    outcome = page.get_by_role("region", name="What came of it")
    expect(outcome).to_contain_text("left out of training.")
    page.screenshot(path=SCREENSHOTS / "samples-left-out.png")
    outcome.get_by_role("button", name="Take back").click()
    expect(outcome).to_contain_text("taken in to training.")

    page.get_by_role("link", name=name).first.click()
    page.get_by_role("tab", name="What happened").click()
    history = page.get_by_role("list", name="What happened")
    expect(history).to_contain_text("left the sample out of training")
    expect(history).to_contain_text("took the sample in to training again")
    history.scroll_into_view_if_needed()
    page.screenshot(path=SCREENSHOTS / "sample-history-of-training.png", full_page=True)
