"""A project in which the text of images is read by the built-in engine, then corrected."""

import time
from pathlib import Path

from playwright.sync_api import Browser

from tests.backends.signs import NO_PARKING, sign
from tests.e2e.callers import Caller
from tests.e2e.conftest import Served

# What the engine reads on the sign, in its order.
READ = tuple(word for line in NO_PARKING for word in line.split())
WAIT_SECONDS = 120


def seeded_project(served: Served, browser: Browser, folder: Path, name: str) -> tuple[Caller, int]:
    """Return a lead's session and a project with one sign, whose words are read already."""
    sign(NO_PARKING)[0].save(folder / "sign.png")
    lead = Caller(browser, served).sign_in("lena")
    made = {
        "name": name,
        "recipe": "textcaps",
        "settings": {"stages": {"ocr": {"enabled": True, "rounds": 1}}},
    }
    project = int(lead.call("POST", "/projects", made)["id"])
    served.manage("import_images", str(project), str(folder), "--verbosity", "0")
    run = lead.call("POST", f"/projects/{project}/seeding", {})
    _wait(lead, f"/projects/{project}/jobs/{run['job']['id']}")
    return lead, project


def _wait(lead: Caller, path: str) -> None:
    deadline = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < deadline:
        job = lead.call("GET", path)
        if job["state"] == "succeeded":
            return
        assert job["state"] in ("queued", "running"), job
        time.sleep(0.3)
    raise AssertionError("The engine has not finished reading.")
