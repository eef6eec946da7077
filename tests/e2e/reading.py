"""A project in which the text of images is read by the built-in engine, then corrected."""

from pathlib import Path

from playwright.sync_api import Browser

from tests.backends.signs import NO_PARKING, sign
from tests.e2e.callers import Caller
from tests.e2e.installation import Served

# What the engine reads on the sign, in its order.
READ = tuple(word for line in NO_PARKING for word in line.split())


def seeded_project(served: Served, browser: Browser, folder: Path, name: str) -> tuple[Caller, int]:
    """Return a lead's session and a project with one sign, whose words are read already."""
    sign(NO_PARKING)[0].save(folder / "sign.png")
    lead = Caller(browser, served).sign_in("lena")
    made = {
        "name": name,
        "recipe": "textcaps",
        "guidelines_required": False,
        "settings": {"stages": {"ocr": {"enabled": True, "rounds": 1}}},
    }
    project = int(lead.call("POST", "/projects", made)["id"])
    served.manage("import_images", str(project), str(folder), "--verbosity", "0")
    run = lead.call("POST", f"/projects/{project}/seeding", {})
    job = f"/projects/{project}/jobs/{run['job']['id']}"
    lead.when(job, lambda job: job["state"] not in ("queued", "running"))
    assert lead.call("GET", job)["state"] == "succeeded"
    return lead, project
