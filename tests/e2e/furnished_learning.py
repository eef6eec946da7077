"""A project whose model has learned once, so that all pages about learning show something."""

import shutil
import time
import uuid
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from tests.e2e.callers import Caller, Json
from tests.e2e.conftest import PASSWORD, PHOTOS, Served
from tests.e2e.sweep import Pages

PICTURES = 8
FINISHED = 4
WAIT_SECONDS = 240
PERSON = "sweep-lea"


def furnish(served: Served, browser: Browser, folder: Path) -> Pages:
    """Seed, finish some images, train on them, promote and order the rest, through the API."""
    for picture in sorted(PHOTOS.glob("*.jpg"))[:PICTURES]:
        shutil.copy(picture, folder / picture.name)
    lead = Caller(browser, served).sign_in("lena")
    served.manage("add_user", PERSON, "--name", "Lea", NEW_USER_PASSWORD=PASSWORD)
    wishes = {"no_repeat": "stage", "stages": {"description": {"rounds": 1}}}
    made = {"name": "Sweep: learning", "recipe": "iiw", "settings": wishes}
    base = f"/projects/{lead.call('POST', '/projects', made)['id']}"
    lead.call("POST", f"{base}/members", {"username": PERSON, "role": "annotator"})
    served.manage("import_images", base.rsplit("/", 1)[-1], str(folder), "--verbosity", "0")
    learner = _learner(lead, base)
    _seeded(lead, base)
    person = Caller(browser, served).sign_in(PERSON)
    for number in range(FINISHED):
        _finish(person, base, number)
    training = _trained(lead, base, learner)
    _ordered(lead, base)
    person.close()
    lead.close()
    paths = {
        "learning": "learning",
        "learning-training": f"learning?training={training}",
        "learning-seeds": "learning/seeds",
        "learning-seeds-objects": "learning/seeds?stage=objects",
        "learning-order": "learning/order",
    }
    return {name: ("lena", f"{base}/{path}") for name, path in paths.items()}


def _learner(lead: Caller, base: str) -> int:
    """Let the built-in learner make all seeds, but for every third image."""
    connections = lead.call("GET", f"{base}/connections")
    [learner] = [each["id"] for each in connections if each["name"] == "nearest"]
    roles = {"detector": learner, "captioner": learner}
    lead.call("PUT", f"{base}/lineup", {**roles, "unseeded_share": 0.3})
    wishes = {"connection": learner, "is_on": True, "batch_size": 10, "promotion": "manual"}
    lead.call("PUT", f"{base}/loop", {**wishes, "held_out_share": 0.4})
    return int(learner)


def _seeded(lead: Caller, base: str) -> None:
    run = lead.call("POST", f"{base}/seeding", {})
    _when(lead, f"{base}/jobs/{run['job']['id']}", lambda job: job["state"] == "succeeded")


def _finish(person: Caller, base: str, number: int) -> None:
    """Do both stages of one image: objects first, then the description."""
    box = {"x": 4, "y": 4, "width": 40, "height": 30}
    thing = {"id": f"thing{number}", "label": "thing", "derived_from": [], "box": box}
    _submit(person, base, {"objects": [{**thing, "description": "A round thing."}]})
    text = f"A round thing lies on a grey ground, and {number + 1} more stand behind it."
    _submit(person, base, {"text": text})


def _submit(person: Caller, base: str, answer: Json) -> None:
    task = person.call("POST", f"{base}/claim", {})["assignment"]
    body = {"key": str(uuid.uuid4()), "answer": answer, "active_seconds": 30}
    person.call("POST", f"/assignments/{task['id']}/submit", body)


def _trained(lead: Caller, base: str, learner: int) -> int:
    """Train, promote what came of it, and wait until images have their new seeds."""
    run = lead.call("POST", f"{base}/trainings", {"connection": learner})
    path = f"{base}/trainings/{run['id']}"
    done = _when(lead, path, lambda run: run["state"] in ("succeeded", "failed"))
    assert done["state"] == "succeeded", done["problem"]
    lead.call("POST", f"{base}/versions/{done['version']['id']}/promote", {})
    _when(lead, f"{base}/loop", lambda loop: loop["state"] == "collecting")
    return int(run["id"])


def _ordered(lead: Caller, base: str) -> None:
    rules = lead.call("GET", f"{base}/ordering")["available"]
    possible = [each["rule"] for each in rules if each["possible"] and each["rule"] != "random"]
    assert possible, rules
    lead.call("POST", f"{base}/ordering", {"rule": possible[0]})
    _when(lead, f"{base}/ordering", lambda page: page["current"]["applied_at"] is not None)


def _when(lead: Caller, path: str, is_over: Any) -> Json:
    deadline = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < deadline:
        told: Json = lead.call("GET", path)
        if is_over(told):
            return told
        time.sleep(0.3)
    raise AssertionError(f"Still not over: {told}")
