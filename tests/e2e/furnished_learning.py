"""A project whose model has learned once, so that all pages about learning show something."""

import shutil
import uuid
from pathlib import Path

from playwright.sync_api import Browser

from tests.e2e.callers import Caller, Json
from tests.e2e.installation import PHOTOS, Served
from tests.e2e.sweep import Pages

PICTURES = 8
FINISHED = 4
PERSON = "sweep-lea"


def furnish(served: Served, browser: Browser, folder: Path) -> Pages:
    """Seed, finish some images, train on them, promote and order the rest, through the API."""
    lead = Caller(browser, served).sign_in("lena")
    served.manage("add_user", PERSON, "--name", "Lea")
    wishes = {"no_repeat": "stage", "stages": {"description": {"rounds": 1}}}
    made = {
        "name": "Sweep: learning",
        "recipe": "iiw",
        "guidelines_required": False,
        "settings": wishes,
    }
    base = f"/projects/{lead.call('POST', '/projects', made)['id']}"
    served.manage("add_member", base.rsplit("/", 1)[-1], PERSON)
    _import_pictures(served, base, folder)
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


def _import_pictures(served: Served, base: str, folder: Path) -> None:
    """So that whichever images are finished, one of them is there to learn from."""
    pictures = sorted(PHOTOS.glob("*.jpg"))[:PICTURES]
    for split, some in {"train": pictures[3:], "val": pictures[:3]}.items():
        (folder / split).mkdir()
        for picture in some:
            shutil.copy(picture, folder / split / picture.name)
        where = (base.rsplit("/", 1)[-1], str(folder / split))
        served.manage("import_images", *where, "--split", split, "--verbosity", "0")


def _learner(lead: Caller, base: str) -> int:
    """Let the built-in learner make all seeds, but for every third image."""
    connections = lead.call("GET", f"{base}/connections")
    [learner] = [each["id"] for each in connections if each["name"] == "nearest"]
    roles = {"detector": learner, "captioner": learner}
    lead.call("PUT", f"{base}/model-assignment", {**roles, "unseeded_share": 0.3})
    wishes = {"connection": learner, "is_on": True, "batch_size": 10, "promotion": "manual"}
    lead.call("PUT", f"{base}/loop", wishes)
    return int(learner)


def _seeded(lead: Caller, base: str) -> None:
    run = lead.call("POST", f"{base}/seeding", {})
    lead.when(f"{base}/jobs/{run['job']['id']}", lambda job: job["state"] == "succeeded")


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
    done = lead.when(path, lambda run: run["state"] in ("succeeded", "failed"))
    assert done["state"] == "succeeded", done["problem"]
    lead.call("POST", f"{base}/versions/{done['version']['id']}/promote", {})
    lead.when(f"{base}/loop", lambda loop: loop["state"] == "collecting")
    return int(run["id"])


def _ordered(lead: Caller, base: str) -> None:
    rules = lead.call("GET", f"{base}/ordering")["available"]
    possible = [each["rule"] for each in rules if each["possible"] and each["rule"] != "random"]
    assert possible, rules
    lead.call("POST", f"{base}/ordering", {"rule": possible[0]})
    lead.when(f"{base}/ordering", lambda page: page["current"]["applied_at"] is not None)
