"""The demo as a stranger gets it, seeded."""

import json
import secrets
from dataclasses import dataclass

from playwright.sync_api import Browser

from tests.e2e.callers import Caller
from tests.e2e.installation import Served


@dataclass(frozen=True)
class Demo:
    """The project of photographs, and the password that all people of the demo share."""

    project: int
    password: str


def prepare(served: Served, browser: Browser) -> Demo:
    """Prepare the demo as its own command does, and wait until the worker has seeded it.

    Its people need not read the guidelines first, as in all tests that are not about that.
    """
    mark = served.data / "demo.json"
    if not mark.exists():  # a demo makes itself at home in no installation of somebody else's
        mark.write_text(json.dumps({"password": f"demo-{secrets.token_hex(4)}"}))
    served.clerk.ask("demo")
    password = json.loads((served.data / "demo.json").read_text())["password"]
    lead = Caller(browser, served).sign_in("lena")
    projects = {each["name"]: each["id"] for each in lead.call("GET", "/projects")}
    project = int(projects["Demo: photographs"])
    for number in projects.values():
        lead.call("PATCH", f"/projects/{number}", {"guidelines_required": False})
    lead.when(f"/projects/{project}/seeding", lambda it: it["run"]["job"]["state"] == "succeeded")
    lead.close()
    return Demo(project, password)
