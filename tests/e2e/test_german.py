"""An annotator's main path in German, and the same pages from right to left."""

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e import steps, sweep
from tests.e2e.callers import Caller
from tests.e2e.installation import PASSWORD, PHOTOS, Served
from tests.e2e.visitors import Visitor
from tests.e2e.wording import english_on

pytestmark = pytest.mark.e2e

# People of their own: other tests share the server, and read English.
PEOPLE = ("anke", "bernd", "clara")
PICTURES = ("coffee.jpg", "chelsea.jpg", "china.jpg")
# What came with an image is content, and worded as a page may be.
CONTENT = frozenset({"Title"})


@dataclass(frozen=True)
class Seeded:
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

    def sign_in(self, visitor: Visitor, username: str, *, anew: bool = False) -> Page:
        """Sign in, on the page where it was not done before or is to be done anew."""
        if not anew and username in self.served.sessions:
            page = visitor.sign_in(username)
            expect(page.get_by_role("heading", name="Meine Aufgaben")).to_be_visible()
            return page
        page = visitor.open("/login")
        page.get_by_label("Benutzername").fill(username)
        page.get_by_label("Passwort", exact=True).fill(PASSWORD)
        page.get_by_role("button", name="Anmelden").click()
        expect(page.get_by_role("heading", name="Meine Aufgaben")).to_be_visible()
        return page


@pytest.fixture(scope="module")
def seeded(served: Served, browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Seeded:
    """Seed some photographs and let one person mark the objects of one."""
    folder: Path = tmp_path_factory.mktemp("pictures")
    for name in PICTURES:
        shutil.copy(PHOTOS / name, folder / name)
    lead = Caller(browser, served).sign_in("lena")
    made = {
        "name": "Auf Deutsch",
        "recipe": "iiw",
        "guidelines_required": False,
        "settings": {"no_repeat": "stage"},
    }
    project = lead.call("POST", "/projects", made)["id"]
    served.manage("import_images", str(project), str(folder), "--verbosity", "0")
    for name in PEOPLE:
        served.manage("add_user", name, "--name", name.title())
    served.manage("add_member", str(project), *PEOPLE)
    lead.call("POST", f"/projects/{project}/seeding", {})
    lead.when(f"/projects/{project}/seeding", lambda it: it["run"]["job"]["state"] == "succeeded")
    lead.close()
    # An image is described once its objects are marked.
    annotator = Visitor(browser.new_context(), served)
    annotator.sign_in("anke")
    steps.submit(steps.start(annotator, "Objects"))
    annotator.context.close()
    return Seeded(served, browser)


def begin(page: Page, stage: str) -> Page:
    """Begin a task of a stage, or go on with the one that is held."""
    ready_or_held = re.compile(f"^(Beginnen|Fortsetzen): {stage}$")
    button = page.get_by_role("button", name=ready_or_held)
    button.or_(page.get_by_role("link", name=ready_or_held)).first.click()
    expect(page.get_by_role("button", name="Abgeben und weiter")).to_be_visible()
    return page


def look(page: Page, name: str) -> None:
    """Keep a picture of a page; refuse English on it, faults of axe and what reaches beyond."""
    assert sweep.look(page, f"german-{name}") == []
    assert english_on(page, "de", names=CONTENT) == []


def look_everywhere(page: Page, name: str) -> None:
    """The same in every size and scheme."""
    assert sweep.looks(page, f"german-{name}") == []
    assert english_on(page, "de", names=CONTENT) == []


def test_a_browser_that_reads_german_is_greeted_and_refused_in_german(seeded: Seeded) -> None:
    page = seeded.visitor().open("/login")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.get_by_label("Benutzername").fill("anke")
    page.get_by_label("Passwort", exact=True).fill("not her password")
    page.get_by_role("button", name="Anmelden").click()
    expect(page.get_by_text("Benutzername oder Passwort ist falsch.")).to_be_visible()
    look(page, "sign-in")


def test_the_pages_around_the_work_are_german(seeded: Seeded) -> None:
    visitor = seeded.visitor()
    page = seeded.sign_in(visitor, "anke")
    look_everywhere(page, "work")
    for path in ("history", "feedback", "account"):
        look_everywhere(visitor.open(f"/{path}"), path)
    assert visitor.faults == []


@pytest.mark.parametrize(("stage", "person"), [("Objekte", "anke"), ("Bildbeschreibung", "bernd")])
def test_both_tasks_are_german(seeded: Seeded, stage: str, person: str) -> None:
    visitor = seeded.visitor()
    page = begin(seeded.sign_in(visitor, person), stage)
    look_everywhere(page, stage.lower())
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    look_everywhere(page, f"{stage.lower()}-keys")
    assert visitor.faults == []


def test_a_choice_of_language_stays_with_the_account_and_the_device(seeded: Seeded) -> None:
    visitor = seeded.visitor()
    page = seeded.sign_in(visitor, "clara", anew=True)
    visitor.open("/account")
    page.get_by_role("combobox", name="Sprache").select_option(label="English")
    expect(page.get_by_role("heading", name="Account", exact=True)).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("button", name="Sign in", exact=True)).to_be_visible()
    elsewhere = seeded.visitor()
    page = elsewhere.open("/login")
    page.get_by_label("Benutzername").fill("clara")
    page.get_by_label("Passwort", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Anmelden").click()
    expect(page.get_by_role("heading", name="My work")).to_be_visible()


@pytest.mark.parametrize("size", ["wide", "narrow"])
def test_pages_from_right_to_left_hold_together(seeded: Seeded, size: str) -> None:
    visitor = seeded.visitor(width=sweep.SIZES[size][0])
    page = seeded.sign_in(visitor, "anke")
    for name, path in {"work": "/work", "account": "/account", "history": "/history"}.items():
        visitor.open(path)
        page.evaluate("document.documentElement.dir = 'rtl'")
        look(page, f"rtl-{name}-{size}")
    assert visitor.faults == []


def test_a_box_is_where_it_is_drawn_also_from_right_to_left(seeded: Seeded) -> None:
    page = seeded.sign_in(seeded.visitor(), "anke")
    begin(page, "Objekte")
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
