"""An annotator's main path in German, and the same pages from right to left."""

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e import steps, sweep
from tests.e2e.callers import Caller
from tests.e2e.conftest import PASSWORD, SCREENSHOTS, Served, Visitor
from tests.e2e.wording import english_on

pytestmark = pytest.mark.e2e

# People of their own: other tests share the server, and read English.
PEOPLE = ("anke", "bernd", "clara")
# What came with an image is content, and worded as a page may be.
CONTENT = frozenset({"Title"})


@dataclass(frozen=True)
class Demo:
    served: Served
    browser: Browser

    def visitor(self, *, width: int = 1440, scheme: str = "light") -> Visitor:
        """Open a browser whose user reads German."""
        context = self.browser.new_context(
            viewport={"width": width, "height": 900},
            locale="de-DE",
            color_scheme="dark" if scheme == "dark" else "light",
            reduced_motion="reduce",
        )
        return Visitor(context, self.served)

    def sign_in(self, visitor: Visitor, username: str) -> Page:
        page = visitor.open("/login")
        page.get_by_label("Benutzername").fill(username)
        page.get_by_label("Passwort", exact=True).fill(PASSWORD)
        page.get_by_role("button", name="Anmelden").click()
        expect(page.get_by_role("heading", name="Meine Aufgaben")).to_be_visible()
        return page


@pytest.fixture(scope="module")
def demo(served: Served, browser: Browser) -> Demo:
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    served.manage("demo", "--prepare-only", DEMO="true")
    lead = Visitor(browser.new_context(), served)
    page = lead.sign_in("lena")
    projects = {each["name"]: each["id"] for each in steps.api(lead, "/projects")}
    project = projects["Demo: photographs"]
    lead.open(f"/projects/{project}/seeding")
    expect(page.get_by_text("Finished").first).to_be_visible(timeout=120_000)
    caller = Caller(browser, served).sign_in("lena")
    for name in PEOPLE:
        served.manage("add_user", name, "--name", name.title(), NEW_USER_PASSWORD=PASSWORD)
        caller.call("POST", f"/projects/{project}/members", {"username": name, "role": "annotator"})
    # An image is described once its objects are marked.
    annotator = Visitor(browser.new_context(), served)
    annotator.sign_in("anke")
    steps.submit(steps.start(annotator, "Objects"))
    return Demo(served, browser)


def look(page: Page, name: str) -> None:
    """Keep a picture of a page; refuse English on it, faults of axe and what reaches beyond."""
    sweep.settled(page)
    page.screenshot(path=SCREENSHOTS / f"german-{name}.png")
    assert english_on(page, "de", names=CONTENT) == []
    assert sweep.serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_browser_that_reads_german_is_greeted_and_refused_in_german(demo: Demo) -> None:
    page = demo.visitor().open("/login")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.get_by_label("Benutzername").fill("anke")
    page.get_by_label("Passwort", exact=True).fill("not her password")
    page.get_by_role("button", name="Anmelden").click()
    expect(page.get_by_text("Benutzername oder Passwort ist falsch.")).to_be_visible()
    look(page, "sign-in")


@pytest.mark.parametrize(("size", "scheme"), [("wide", "light"), ("narrow", "dark")])
def test_the_pages_around_the_work_are_german(demo: Demo, size: str, scheme: str) -> None:
    visitor = demo.visitor(width=sweep.SIZES[size][0], scheme=scheme)
    page = demo.sign_in(visitor, "anke")
    look(page, f"work-{size}-{scheme}")
    for path in ("history", "feedback", "account"):
        visitor.open(f"/{path}")
        look(page, f"{path}-{size}-{scheme}")
    assert visitor.faults == []


@pytest.mark.parametrize(
    ("stage", "person", "size", "scheme"),
    [
        ("Objekte", "anke", "wide", "light"),
        ("Objekte", "anke", "narrow", "dark"),
        ("Bildbeschreibung", "bernd", "wide", "dark"),
        ("Bildbeschreibung", "bernd", "narrow", "light"),
    ],
)
def test_both_tasks_are_german(demo: Demo, stage: str, person: str, size: str, scheme: str) -> None:
    visitor = demo.visitor(width=sweep.SIZES[size][0], scheme=scheme)
    page = demo.sign_in(visitor, person)
    ready_or_held = re.compile(f"^(Beginnen|Fortsetzen): {stage}$")
    page.get_by_role("button", name=ready_or_held).or_(
        page.get_by_role("link", name=ready_or_held)
    ).first.click()
    expect(page.get_by_role("button", name="Abgeben und weiter")).to_be_visible()
    look(page, f"{stage.lower()}-{size}-{scheme}")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    look(page, f"{stage.lower()}-keys-{size}-{scheme}")
    assert visitor.faults == []


def test_a_choice_of_language_stays_with_the_account_and_the_device(demo: Demo) -> None:
    visitor = demo.visitor()
    page = demo.sign_in(visitor, "clara")
    visitor.open("/account")
    page.get_by_role("combobox", name="Sprache").select_option(label="English")
    expect(page.get_by_role("heading", name="Account", exact=True)).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    elsewhere = demo.visitor()
    page = elsewhere.open("/login")
    page.get_by_label("Benutzername").fill("clara")
    page.get_by_label("Passwort", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Anmelden").click()
    expect(page.get_by_role("heading", name="My work")).to_be_visible()


@pytest.mark.parametrize("size", ["wide", "narrow"])
def test_pages_from_right_to_left_hold_together(demo: Demo, size: str) -> None:
    visitor = demo.visitor(width=sweep.SIZES[size][0])
    page = demo.sign_in(visitor, "anke")
    for name, path in {"work": "/", "account": "/account", "history": "/history"}.items():
        visitor.open(path)
        page.evaluate("document.documentElement.dir = 'rtl'")
        look(page, f"rtl-{name}-{size}")
    assert visitor.faults == []


def test_a_box_is_where_it_is_drawn_also_from_right_to_left(demo: Demo) -> None:
    page = demo.sign_in(demo.visitor(), "anke")
    ready_or_held = re.compile("^(Beginnen|Fortsetzen): Objekte$")
    page.get_by_role("button", name=ready_or_held).or_(
        page.get_by_role("link", name=ready_or_held)
    ).first.click()
    expect(page.get_by_role("button", name="Abgeben und weiter")).to_be_visible()
    page.evaluate("document.documentElement.dir = 'rtl'")
    look(page, "rtl-objects")
    photo = page.get_by_role("img", name=re.compile("^Bild ")).first.bounding_box()
    assert photo is not None
    x, y = photo["x"] + photo["width"] / 2, photo["y"] + photo["height"] / 2
    page.keyboard.press("r")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 50, steps=4)
    page.mouse.up()
    drawn = page.get_by_role("group", name=re.compile("ohne Bezeichnung")).or_(
        page.get_by_label(re.compile("ohne Bezeichnung"))
    )
    place = drawn.first.bounding_box()
    assert place is not None
    assert abs(place["x"] - x) < 4
    assert abs(place["y"] - y) < 4
    page.keyboard.press("Control+z")
