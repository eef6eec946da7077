"""Take the pictures of the guide anew: `make pictures`.

They are taken in a demo made for them, so that they show what a reader's own demo shows. Look at
each before it is committed. Those of the workbench are not among them: they are drawn by hand.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from urllib.request import urlopen

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from annotate_client import Client, Picture
from tests.e2e.installation import ROOT, free_port
from tests.waiting import eventually

IMAGES = ROOT / "docs" / "guide" / "images"
PHOTOS = ROOT / "deploy" / "demo" / "photos"
PAST = "Demo: a project with a past (simulated)"
OWN = "Village photographs"


@dataclass
class Camera:
    """A browser of one person, and where its pictures go."""

    page: Page
    url: str
    folder: Path

    def open(self, path: str) -> None:
        self.page.goto(self.url + path)
        self.page.wait_for_load_state("networkidle")

    def go(self, *names: str) -> None:
        """Follow links by their names."""
        for name in names:
            self.page.get_by_role("link", name=name, exact=True).first.click()
            self.page.wait_for_load_state("networkidle")

    def take(self, name: str, height: int = 860) -> None:
        """Keep the upper part of the window, once all is there and no notice covers it."""
        self.page.wait_for_load_state("networkidle")
        expect(self.page.locator(".mantine-Skeleton-root")).to_have_count(0)
        for notice in self.page.locator(".mantine-Notification-closeButton").all():
            notice.click()
        expect(self.page.locator(".mantine-Notification-root")).to_have_count(0)
        self.page.mouse.move(0, 0)
        shot = self.folder / "shot.png"
        self.page.screenshot(path=shot, animations="disabled")
        with Image.open(shot) as whole:
            whole.crop((0, 0, 1440, height)).save(IMAGES / f"{name}.webp", quality=82, method=6)
        print(f"{name}.webp")


def new_project(lead: Camera) -> None:
    """`tutorial-new-project`: the form; then the project is made."""
    lead.open("/projects/new")
    page = lead.page
    page.get_by_label("Name", exact=True).fill(OWN)
    page.get_by_label("Description", exact=True).fill(
        "Streets and houses of our village, 1950 to 1980."
    )
    lead.take("tutorial-new-project")
    page.get_by_role("radio", name=re.compile("In another stage")).check()
    page.get_by_role("button", name="Create project").click()
    expect(page.get_by_role("heading", name=OWN, level=1)).to_be_visible()


def images(lead: Camera) -> None:
    """`tutorial-images`: six files, uploaded."""
    page = lead.page
    lead.go("Data", "Add images")
    files = sorted(PHOTOS.glob("*.jpg"))[:6]
    page.locator("input[type=file]").first.set_input_files(files)
    expect(page.get_by_text("Added", exact=True)).to_have_count(len(files), timeout=120_000)
    lead.take("tutorial-images")


def seeds(lead: Camera) -> None:
    """`tutorial-seeds`: the run is over."""
    page = lead.page
    lead.go("Models", "Seeds")
    page.get_by_role("button", name="Seed 6 samples").click()
    expect(page.get_by_text(re.compile("6 seeded")).first).to_be_visible(timeout=180_000)
    page.reload()
    lead.take("tutorial-seeds")


def people(lead: Camera) -> None:
    """`tutorial-people`: a link is made."""
    page = lead.page
    lead.go("People", "Members")
    page.get_by_role("button", name="Make a link").click()
    made = page.get_by_role("button", name=re.compile("^Copy"))
    expect(made.first).to_be_visible()
    page.get_by_role("heading", name="Invitation links").scroll_into_view_if_needed()
    page.mouse.wheel(0, 600)
    lead.take("tutorial-people", 760)


def past(lead: Camera) -> None:
    """`tutorial-overview` and `tutorial-sample`: what the demo has done already."""
    lead.open("/projects")
    lead.go(PAST)
    lead.take("tutorial-overview")
    lead.go("Data", "Samples")
    lead.page.get_by_role("main").get_by_role("link", name=re.compile("coffee.jpg")).first.click()
    expect(lead.page.get_by_role("heading", name=re.compile("coffee.jpg"))).to_be_visible()
    lead.take("tutorial-sample")


def data(lead: Camera) -> None:
    """`tutorial-export` and `tutorial-release`."""
    page = lead.page
    lead.open("/projects")
    lead.go(PAST, "Data", "Export")
    page.get_by_role("button", name="Start export").click()
    expect(page.get_by_role("link", name=re.compile("Download")).first).to_be_visible(
        timeout=120_000
    )
    page.get_by_role("heading", name="Exports").scroll_into_view_if_needed()
    page.mouse.wheel(0, 600)
    lead.take("tutorial-export")
    lead.go("Data", "Releases")
    page.get_by_role("main").get_by_role("link", name=re.compile(r"1\.0\.0")).first.click()
    expect(page.get_by_text("SHA-256").first).to_be_visible()
    lead.take("tutorial-release")


def my_model(image: Picture) -> dict[str, object]:
    """The model of the tutorial, which always says the same."""
    thing = {"label": "thing", "box": [20, 20, 200, 150], "description": "A thing."}
    return {"text": f"A draft about {image.external_id}.", "objects": [thing]}


def drafts(lead: Camera) -> None:
    """`tutorial-drafts`: what a model of one's own says, sent by the Python client."""
    client = Client(lead.url, token=_token(lead))
    project = client.create_project("Drafts of my model", recipe="iiw")
    project.add_images(PHOTOS, seeds=my_model, producer="my-model 1.0", progress=False)
    lead.open("/projects")
    lead.go("Drafts of my model", "Data", "Samples")
    lead.page.get_by_role("main").get_by_role("link", name=re.compile("demo-coffee")).first.click()
    expect(lead.page.get_by_text("A draft about demo-coffee").first).to_be_visible()
    lead.take("tutorial-drafts")


def _token(lead: Camera) -> str:
    cookies = {each.get("name"): each.get("value") for each in lead.page.context.cookies()}
    made = lead.page.request.post(
        f"{lead.url}/api/v1/me/tokens",
        data={"name": "pictures", "expires_in_days": 1},
        headers={"X-CSRFToken": cookies.get("csrftoken") or "", "Referer": lead.url},
    )
    assert made.ok, made.text()
    return str(made.json()["token"])


def trial(lead: Camera) -> None:
    """`tutorial-trial`: the built-in model is tried on the dahlia."""
    page = lead.page
    lead.open("/projects")
    lead.go("Demo: photographs", "Models")
    page.get_by_role("main").get_by_role("link", name="classical").first.click()
    page.get_by_role("radio", name="flower.jpg").check()
    page.get_by_role("button", name="Try it on flower.jpg").click()
    expect(page.get_by_text(re.compile(r"Done in [\d.]+ s"))).to_be_visible(timeout=120_000)
    page.get_by_role("heading", name="Result").evaluate("heading => heading.scrollIntoView()")
    lead.take("tutorial-trial")


def users(lead: Camera) -> None:
    """`tutorial-users`."""
    lead.open("/admin/users")
    lead.take("tutorial-users", 560)


def work(ada: Camera) -> None:
    """`tutorial-guidelines` and `tutorial-work`: guidelines are read, a task is held."""
    page = ada.page
    ada.open("/work")
    card = page.get_by_role("article").filter(has_text="Demo: photographs")
    card.get_by_role("link", name="Read the guidelines").click()
    expect(page.get_by_role("button", name="I have read them, go on")).to_be_visible()
    ada.take("tutorial-guidelines")
    page.get_by_role("button", name="I have read them, go on").click()
    expect(page.locator("main[data-task]")).to_be_visible()
    ada.open("/work")
    expect(page.get_by_role("heading", name="Continue")).to_be_visible()
    ada.take("tutorial-work")


SCENES: tuple[Callable[[Camera], None], ...] = (
    new_project,
    images,
    seeds,
    people,
    past,
    data,
    drafts,
    trial,
    users,
)


@contextmanager
def demo(folder: Path) -> Iterator[tuple[str, str]]:
    """The address of a new demo and its password, while it runs."""
    port = free_port()
    command = [sys.executable, "manage.py", "demo", "--port", str(port)]
    environment = {**os.environ, "DATA_DIR": str(folder / "demo")}
    with (folder / "demo.log").open("w") as log:
        running = subprocess.Popen(
            command, cwd=ROOT, env=environment, text=True, stdout=subprocess.PIPE, stderr=log
        )
        try:
            assert running.stdout is not None
            url, password = f"http://127.0.0.1:{port}", _password(running.stdout)
            eventually(lambda: _answers(url), "the demo answers")
            yield url, password
        finally:
            running.terminate()
            running.wait(30)


def _password(said: IO[str]) -> str:
    for line in said:
        if found := re.search(r"password\s+(\S+)", line):
            return found[1]
    raise SystemExit("The demo did not start.")


def _answers(url: str) -> bool:
    with suppress(OSError), urlopen(f"{url}/healthz", timeout=5):  # noqa: S310 - our own server
        return True
    return False


def _signed_in(browser: Browser, who: str, url: str, password: str, folder: Path) -> Camera:
    page = browser.new_context(locale="en", viewport={"width": 1440, "height": 860}).new_page()
    page.goto(f"{url}/login")
    page.get_by_label("User name").fill(who)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page).not_to_have_url(re.compile("/login"), timeout=30_000)
    return Camera(page, url, folder)


def main() -> None:
    """Take them all, in the order in which the tutorial comes by."""
    expect.set_options(timeout=30_000)
    with tempfile.TemporaryDirectory() as made, sync_playwright() as playwright:
        folder = Path(made)
        browser = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"])
        with demo(folder) as (url, password):
            lead = _signed_in(browser, "lena", url, password, folder)
            for scene in SCENES:
                scene(lead)
            work(_signed_in(browser, "ada", url, password, folder))
        browser.close()


if __name__ == "__main__":
    main()
