"""Two projects to look at: one only made, and one in which three people did some rounds."""

import shutil
import uuid
from pathlib import Path

from playwright.sync_api import Browser

from tests.e2e.callers import Caller, Json
from tests.e2e.installation import PHOTOS, Served
from tests.e2e.sweep import Pages

PICTURES = 6
PEOPLE = ("sweep-pia", "sweep-quirin", "sweep-rosa")
PAGES = {
    "overview": "",
    "rounds": "rounds",
    "stopping": "stopping",
    "annotators": "annotators",
    "stage": "stages/description",
    "report": "report",
}
ROUNDS = (
    "A grey pebble lies on a table, and a small green leaf lies beside it in the light.",
    "A smooth grey pebble lies on a wooden table, and a small green leaf lies beside it.",
    "A smooth grey pebble lies on a dark wooden table, and a small green leaf lies beside it.",
)


def furnish(served: Served, browser: Browser, folder: Path) -> Pages:
    """Let every person do one round of each image, so that there are three of each."""
    for picture in sorted(PHOTOS.glob("*.jpg"))[:PICTURES]:
        shutil.copy(picture, folder / picture.name)
    lead = Caller(browser, served).sign_in("lena")
    empty = _made(lead, "Sweep: nothing yet")
    small = _made(lead, "Sweep: three people")
    people = []
    for name in PEOPLE:
        served.manage("add_user", name, "--name", name.title())
        served.manage("add_member", small.rsplit("/", 1)[-1], name)
        people.append(Caller(browser, served).sign_in(name))
    served.manage("import_images", small.rsplit("/", 1)[-1], str(folder), "--verbosity", "0")
    lead.call("POST", f"{small}/seeding/skip", {})
    _work(people, small)
    row = lead.call("GET", f"{small}/annotators")["results"][0]
    for caller in (lead, *people):
        caller.close()
    found = {
        f"{size}-{name}": ("lena", f"{base}/{path}".rstrip("/"))
        for size, base in (("empty", empty), ("small", small))
        for name, path in PAGES.items()
    }
    found["small-annotator"] = ("lena", f"{small}/annotators/{row['user']['id']}")
    found["small-warned"] = ("lena", f"{small}/annotators?warned=1&order=name")
    return {f"dashboard-{name}": page for name, page in found.items()}


def _made(lead: Caller, name: str) -> str:
    """Make a project of rounds: the same three people do the objects and then the descriptions."""
    wishes: Json = {"no_repeat": "stage", "stages": {"description": {"rounds": 3}}}
    made = {"name": name, "recipe": "iiw", "guidelines_required": False, "settings": wishes}
    return f"/projects/{lead.call('POST', '/projects', made)['id']}"


def _work(people: list[Caller], base: str) -> None:
    """Do all that is offered, each person in turn, until nobody is offered anything."""
    is_busy = True
    while is_busy:
        is_busy = False
        for place, person in enumerate(people):
            task = person.call("POST", f"{base}/claim", {})["assignment"]
            if task is None:
                continue
            is_busy = True
            body = {"key": str(uuid.uuid4()), "answer": _answer(task), "active_seconds": 20}
            body["active_seconds"] = 20 + 15 * place
            person.call("POST", f"/assignments/{task['id']}/submit", body)


def _answer(task: Json) -> Json:
    if task["stage"]["key"] == "objects":
        box = {"x": 4, "y": 4, "width": 40, "height": 30}
        thing = {"id": "thing1", "label": "pebble", "derived_from": [], "box": box}
        return {"objects": [{**thing, "description": "A smooth grey pebble."}]}
    before = task["start"]["text"]
    return {
        "text": next(
            (text for text in ROUNDS if text != before and len(text) > len(before)), ROUNDS[-1]
        )
    }
