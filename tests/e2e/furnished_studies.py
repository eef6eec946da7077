"""A project with studies in several states, so that all pages about studies show something."""

import json
import shutil
import uuid
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from tests.e2e.callers import Caller, Json
from tests.e2e.installation import PHOTOS, Served
from tests.e2e.sweep import Pages

PICTURES = 4
RATERS = ("sweep-rhea", "sweep-rolf")
METRICS = ("comprehensiveness", "specificity", "hallucination", "tldr", "human_like")
# What each rater says of a pair, from the first metric on, as it is shown.
SAID = {"sweep-rhea": (2, 1, 0, -1, 2), "sweep-rolf": (-1, 1, -2, 0, 1)}
WORDS = {
    "short": "One thing is shown here.",
    "long": "One thing is shown here. It stands on a grey ground, seen from the front.",
    "other": (
        "A photograph of one thing that is seen from the front. It stands on a ground of even grey,"
        " and the light comes from the left, so that a soft shadow falls to the right of it and"
        " fades towards the edge. Nothing else is to be seen."
    ),
}
# How each rater ranks the first two images, as the texts are shown, and leaves a third.
ORDERS = {"sweep-rhea": ([1, 2, 3], [2, 1, 2]), "sweep-rolf": ([1, 1, 2], [3, 1, 2])}
LEFT = [2, 1, None]
LABELS = """comparison,image,left,right,metric,label,score
A vs B,one.jpg,A,B,specificity,right+,1
A vs B,two.jpg,A,B,specificity,right++,2
"""


def furnish(served: Served, browser: Browser, folder: Path) -> Pages:
    """Bring in two files of texts, have some pairs of them judged, and leave a rating untouched."""
    pictures = sorted(PHOTOS.glob("*.jpg"))[:PICTURES]
    for picture in pictures:
        shutil.copy(picture, folder / picture.name)
    lead = Caller(browser, served).sign_in("lena")
    base = _project(served, lead, folder)
    names = [each.name for each in pictures]
    sources = [_texts(lead, base, name, names) for name in ("long", "short")]
    raters = [_person(served, lead, base, name) for name in RATERS]
    compared = _study(lead, base, "Long or short", "side_by_side.v1", sources, raters)
    rated = _study(lead, base, "How good is each", "likert.v1", sources, raters)
    three = [*sources, _texts(lead, base, "other", names)]
    ranked = _study(lead, base, "In which order", "ranking.v1", three, raters)
    brought = _labels(lead, base)
    held = _judge(served, browser, compared["work"]["id"], rated["work"]["id"])
    held["ranking"] = _rank(served, browser, ranked["work"]["id"])
    lead.close()
    of_lead = {
        "studies": "studies",
        "studies-files": "studies/files",
        "studies-import": "studies/import",
        **{f"studies-new-{step}": f"studies/new?step={step}" for step in _STEPS},
        "study": f"studies/{compared['id']}",
        "study-results": f"studies/{compared['id']}/results",
        "study-cases": f"studies/{compared['id']}/cases",
        "study-cases-none": f"studies/{compared['id']}/cases?metric=tldr&score=2&disagree=1",
        "study-case": f"studies/{compared['id']}/cases/1",
        "study-justifications": f"studies/{compared['id']}/justifications",
        "study-justifications-none": f"studies/{compared['id']}/justifications?words=zebra",
        "study-empty-results": f"studies/{rated['id']}/results",
        "study-ranking-results": f"studies/{ranked['id']}/results",
        "study-ranking-case": f"studies/{ranked['id']}/cases/1",
        "study-brought-in": f"studies/{brought}",
        "study-brought-in-results": f"studies/{brought}/results",
        "study-brought-in-cases": f"studies/{brought}/cases",
    }
    return {
        **{name: ("lena", f"{base}/{path}") for name, path in of_lead.items()},
        **{name: (RATERS[0], f"/work/{task}") for name, task in held.items()},
    }


_STEPS = ("question", "texts", "people", "metrics", "check")


def _project(served: Served, lead: Caller, folder: Path) -> str:
    made = lead.call(
        "POST",
        "/projects",
        {"name": "Sweep: studies", "recipe": "iiw", "guidelines_required": False},
    )
    base = f"/projects/{made['id']}"
    served.manage("import_images", str(made["id"]), str(folder), "--verbosity", "0")
    return base


def _texts(lead: Caller, base: str, name: str, images: list[str]) -> Json:
    rows = [{"image": image, "text": WORDS[name]} for image in images]
    content = "\n".join(map(json.dumps, rows)).encode()
    file = {"name": f"{name}.jsonl", "mimeType": "application/jsonl", "buffer": content}
    added = lead.call("POST", f"{base}/text-files", multipart={"file": file, "name": name})
    return {"source": {"type": "file", "file": added["id"]}, "title": name.capitalize()}


# Who has an account on which server: two files of tests may share one.
_known: set[tuple[str, str]] = set()


def _person(served: Served, lead: Caller, base: str, name: str) -> int:
    if (served.url, name) not in _known:
        served.manage("add_user", name, "--name", name.capitalize())
        _known.add((served.url, name))
    served.manage("add_member", base.rsplit("/", 1)[-1], name)
    members = lead.call("GET", f"{base}/members")
    return next(int(each["user"]["id"]) for each in members if each["user"]["username"] == name)


def _study(
    lead: Caller, base: str, name: str, design: str, sources: list[Json], raters: list[int]
) -> Json:
    wishes = {"name": name, "design": design, "sources": sources, "raters": raters}
    made = lead.call("POST", f"{base}/studies", {**wishes, "raters_per_item": 2, "seed": 7})
    study: Json = lead.when(f"{base}/studies/{made['id']}", lambda it: it["state"] != "preparing")
    assert study["state"] == "open", study["problem"]
    return study


def _labels(lead: Caller, base: str) -> int:
    file = {"name": "labels.csv", "mimeType": "text/csv", "buffer": LABELS.encode()}
    form: dict[str, Any] = {"file": file, "name": "Labels from elsewhere"}
    return int(lead.call("POST", f"{base}/studies/import", multipart=form)["id"])


def _judge(served: Served, browser: Browser, compared: int, rated: int) -> dict[str, int]:
    """Let everybody judge two pairs; return what the first of them then holds."""
    held: dict[str, int] = {}
    for name in RATERS:
        person = Caller(browser, served).sign_in(name)
        for number in range(2):
            task = person.call("POST", f"/projects/{compared}/claim", {})["assignment"]
            scores = {
                metric: {"score": score, "justification": f"Reason {number + 1} for {metric}."}
                for metric, score in zip(METRICS, SAID[name], strict=True)
            }
            key = str(uuid.uuid4())
            body = {"key": key, "answer": {"scores": scores}, "active_seconds": 60 + 30 * number}
            person.call("POST", f"/assignments/{task['id']}/submit", body)
        if name == RATERS[0]:
            for page, project in (("rating-two", compared), ("rating-one", rated)):
                task = person.call("POST", f"/projects/{project}/claim", {})["assignment"]
                held[page] = int(task["id"])
        person.close()
    return held


def _rank(served: Served, browser: Browser, project: int) -> int:
    """Let everybody rank two images; return what the first of them holds, ranked in part."""
    held = 0
    for name in RATERS:
        person = Caller(browser, served).sign_in(name)
        for number, ranks in enumerate(ORDERS[name]):
            task = person.call("POST", f"/projects/{project}/claim", {})["assignment"]
            body = {
                "key": str(uuid.uuid4()),
                "answer": {"ranks": ranks, "justification": f"Reason {number + 1}."},
                "active_seconds": 40,
            }
            person.call("POST", f"/assignments/{task['id']}/submit", body)
        if not held:
            task = person.call("POST", f"/projects/{project}/claim", {})["assignment"]
            held = int(task["id"])
            draft = {"version": 0, "answer": {"ranks": LEFT, "justification": ""}}
            person.call("PUT", f"/assignments/{held}/draft", draft)
        person.close()
    return held
