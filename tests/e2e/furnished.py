"""Projects in which every page of quality control has something to show."""

import shutil
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from tests.e2e.callers import Caller, Json
from tests.e2e.hit_steps import CANNED
from tests.e2e.installation import PHOTOS, Served
from tests.e2e.sweep import Pages

PICTURES = ("clock.jpg", "rocket.jpg", "coffee.jpg", "chelsea.jpg")
TEXTS = {
    "clock.jpg": "A round clock with Roman numerals hangs on a wall of grey stone",
    "rocket.jpg": "A white rocket with the letters USA stands upright on its launch pad",
    "coffee.jpg": "A red cup of blak coffee stands on a saucer of the saem colour",
    "chelsea.jpg": "A ginger cat with green eyes looks past the camera to the left",
}
CRITERIA = ("requires_reading", "true_for_image", "one_sentence", "grammatical", "objective")
CONSENT = "# Taking part\n\nWe keep what you write, and publish it **without your name**."


@dataclass
class Furnished:
    """What there is, and the pages to look at: by a lead, two annotators and a stranger."""

    lead: Caller
    ada: Caller
    ben: Caller
    folder: Path
    pages: dict[str, tuple[str, str]] = field(default_factory=dict)

    def project(self, served: Served, name: str, recipe: str, stages: Json) -> int:
        made = {
            "name": name,
            "recipe": recipe,
            "guidelines_required": False,
            "settings": {"stages": stages},
        }
        project = int(self.lead.call("POST", "/projects", made)["id"])
        served.manage("import_images", str(project), str(self.folder), "--verbosity", "0")
        served.manage("add_member", str(project), "sweep-ada", "sweep-ben")
        return project

    def add(self, who: str, project: int, **paths: str) -> None:
        for name, path in paths.items():
            page = (who, f"/projects/{project}/{path}")
            self.pages[name.replace("_", "-")] = page


def furnish(served: Served, browser: Browser, folder: Path) -> Pages:
    """Make everything through the API, as leads and annotators would."""
    for name in PICTURES:
        shutil.copy(PHOTOS / name, folder / name)
    lead = Caller(browser, served).sign_in("lena")
    people = []
    for username in ("sweep-ada", "sweep-ben"):
        served.manage("add_user", username, "--name", username.title())
        people.append(Caller(browser, served).sign_in(username, _PASSWORD))
    world = Furnished(lead, people[0], people[1], folder)
    _captions(world, served)
    _votes(world, served)
    _entry(world, served)
    for caller in (lead, *people):
        caller.close()
    return world.pages


_PASSWORD = "correct-horse-battery"


def _captioned(change: Callable[[str], str] = str) -> Callable[[Json], Json]:
    def answer(task: Json) -> Json:
        text = change(TEXTS[task["image"]["name"]])
        return {
            "text": text,
            "canned": text == CANNED,
            "text_detected": True,
            "quality_issues": ["none"],
        }

    return answer


def _results(caller: Caller, path: str) -> list[Any]:
    return list(caller.call("GET", path)["results"])


def _captions(world: Furnished, served: Served) -> None:
    """Captions with flags, feedback, a block, batches, spelling and a channel from outside."""
    caption = {"rounds": 3, "hit": {"size": 3, "minutes": 30}}
    project = world.project(served, "Sweep: captions", "vizwiz-captions", {"caption": caption})
    base = f"/projects/{project}"
    world.ada.submit(world.ada.claim(project, "caption"), _captioned())
    world.ben.submit(world.ben.claim(project, "caption"), _captioned(str.upper))
    held = world.ada.claim(project, "caption")
    world.lead.call("POST", f"{base}/spelling/run", {"stage": "caption"})
    random = {"random": {"count": 3, "seed": 7}}
    world.lead.call("POST", f"{base}/quality/run", random)
    first = _first_annotation(world, project)
    message = {"annotation": first, "path": "text", "span": {"start": 2, "end": 7}}
    world.lead.call("POST", f"{base}/feedback", message | {"message": "Say which colour it has."})
    gold = {"annotation": first, "stage": "caption", "expected": {"text_detected": True}}
    world.lead.call("POST", f"{base}/gold", gold)
    batch = world.lead.call("POST", f"{base}/batches", {"title": "First look", "size": 3})["id"]
    settings = {"code_completed": "THANKS-1"}
    channel = {"name": "A panel", "adapter": "link", "settings": settings}
    entry = world.lead.call("POST", f"{base}/channels", channel)["entry_url"]
    world.lead.call("POST", f"{base}/payments/compute", {})
    world.add(
        "lena",
        project,
        review="review?state=all",
        review_detail=f"review/{first}?state=all",
        review_skips="review/skips",
        quality="quality",
        annotators="quality/annotators",
        agreement="quality/agreement",
        batches="quality/batches",
        batch=f"quality/batches/{batch}",
        gold="quality/gold",
        qualification="quality/qualification",
        spelling="quality/spelling",
        channels="crowd",
        payments="crowd/payments",
        settings_captions="settings",
    )
    world.pages["hit-caption"] = ("sweep-ada", f"/hits/{held['id']}")
    world.pages["feedback-inbox"] = (_author(world, project, first), "/feedback")
    path = "/enter/" + entry.rsplit("/enter/", 1)[-1]
    world.pages["entered"] = ("", f"{path}?participant=p{uuid.uuid4().hex[:8]}&session=s1")


def _first_annotation(world: Furnished, project: int) -> int:
    sample = _results(world.lead, f"/projects/{project}/samples")
    done = [
        each
        for one in sample
        for each in world.lead.call("GET", f"/samples/{one['id']}")["stages"][0]["annotations"]
    ]
    return int(done[0]["id"])


def _author(world: Furnished, project: int, annotation: int) -> str:
    item = world.lead.call("GET", f"/projects/{project}/review/{annotation}")
    return str(item["answer"]["annotator"]["username"])


def _votes(world: Furnished, served: Served) -> None:
    """Captions that were voted on, and a HIT of votes under way."""
    hit = {"size": 2, "minutes": 15}
    stages = {
        "caption": {"rounds": 1, "rounds_by_split": {}, "hit": hit},
        "validation": {"rounds": 1, "hit": hit, "gold_rate": 0},
    }
    project = world.project(served, "Sweep: votes", "textcaps", stages)
    for _ in range(2):
        world.ada.submit(
            world.ada.claim(project, "caption"),
            lambda task: {"text": TEXTS[task["image"]["name"]], "canned": False},
        )
    votes = {key: key != "objective" for key in CRITERIA}
    world.ben.submit(world.ben.claim(project, "validation"), lambda _: {"votes": votes})
    held = world.ben.claim(project, "validation")
    done = [each for each in _results(world.lead, f"/projects/{project}/samples?state=done")]
    world.pages["hit-vote"] = ("sweep-ben", f"/hits/{held['id']}")
    world.pages["sample-votes"] = ("lena", f"/samples/{done[0]['id']}")
    world.add("lena", project, agreement_votes="quality/agreement")


def _entry(world: Furnished, served: Served) -> None:
    """A project with consent, practice and a test in front of it."""
    caption = {"rounds": 2, "hit": {"size": 2, "minutes": 30}}
    project = world.project(served, "Sweep: entry", "vizwiz-captions", {"caption": caption})
    base = f"/projects/{project}"
    world.lead.call("POST", f"{base}/consent", {"body": CONSENT})
    for sample in _results(world.lead, f"{base}/samples")[:2]:
        gold = {"sample": sample["id"], "stage": "caption", "expected": {"text_detected": True}}
        more = {"uses": ["practice", "test"], "note": "There are digits."}
        world.lead.call("POST", f"{base}/gold", gold | more)
    rules = {
        "consent_required": True,
        "min_approved": 0,
        "min_approval_rate": 0,
        "locales": [],
        "practice": {"enabled": True, "size": 2},
        "test": {"enabled": True, "size": 2},
    }
    world.lead.call("PUT", f"{base}/qualification", rules)
    world.ben.call("POST", f"{base}/consent/agree", {"version": 1})
    practice = world.ben.call("POST", f"{base}/practice", {})
    world.ben.submit(practice, _captioned())
    world.pages["consent"] = ("sweep-ada", f"/qualify/{project}")
    world.pages["qualify-test"] = ("sweep-ben", f"/qualify/{project}")
    world.pages["practice-feedback"] = ("sweep-ben", f"/hits/{practice['id']}/feedback")
    world.pages["work-gated"] = ("sweep-ada", "/work")
    world.add("lena", project, qualification_people="quality/qualification")
