"""Finished descriptions in which it is known what is true, and a stand-in that reads them.

The stand-in sees no image. It knows each sentence by a word: what it says is the known truth.
"""

import json
import re
from typing import Any

import pytest
from rest_framework.test import APIClient

from annotate.core.jobs import services as job_services
from annotate.evaluation.models import ReadText
from annotate.projects.models import Project
from annotate.workflow import services as workflow
from annotate.workflow.models import Annotation, Assignment, Sample
from tests.backends.standin.api import StandIn
from tests.backends.standin.requests import MODEL, Chat
from tests.conftest import Cast
from tests.evaluation.enriching_scene import pictures
from tests.workflow.acts import describe, mark, thing, use_recipe

Json = dict[str, Any]
SKY, DOG, BOAT, MUMBLE = (
    "The sky is grey.",
    "A dog sits below.",
    "A boat is far away.",
    "Somebody mumbles.",
)
TRUTH = {"kite": "seen", "sky": "seen", "dog": "contradicted", "boat": "not_seen"}
# What each image is described by, after a first sentence that names its number.
SAID = (SKY, DOG, BOAT, DOG, SKY, MUMBLE)
FINAL = {"type": "final", "stage": "description"}
_ITEM = re.compile(r"^(\d+)\. (.*)$", re.MULTILINE)


def kite(number: int) -> str:
    return f"A kite flies over hill number {number}."


def truthful(chat: Chat) -> str:
    """Say of each sentence what is true; of one with an unknown word, something unknown."""
    asked, objects = chat.text.split("The sentences:\n")[1].split("Objects that")
    said = []
    for number, text in _ITEM.findall(asked):
        verdict = next((TRUTH[word] for word in TRUTH if word in text), "perhaps")
        box = [500, 0, 1000, 500] if verdict == "contradicted" else None
        said.append({"number": int(number), "verdict": verdict, "box": box})
    missed = [int(number) for number, label in _ITEM.findall(objects) if label == "tree"]
    return f"Here it is: {json.dumps({'sentences': said, 'not_mentioned': missed})}"


def number_in(chat: Chat) -> int:
    """Which image a question is about."""
    found = re.search(r"hill number (\d+)", chat.text)
    assert found is not None
    return int(found.group(1))


@pytest.fixture
def answers(project: Project, people: Cast) -> list[Annotation]:
    """Six images of two objects each, described by Ada and finished."""
    return finished(project, people, len(SAID))


def finished(project: Project, people: Cast, number: int) -> list[Annotation]:
    use_recipe(
        project,
        {"key": "objects", "kind": "objects.v1"},
        {"key": "description", "context": ["objects"]},
        no_repeat="stage",
    )
    workflow.open_samples(project=project, samples=pictures(project, number))
    box = {"x": 10, "y": 10, "width": 20, "height": 30}
    things = [thing(label, label=label, box=box) for label in ("kite", "tree")]
    for _ in range(number):
        mark(project, people.ada, *things)
    held = [
        describe(project, people.ada, f"{kite(place)} {SAID[place % len(SAID)]}")
        for place in range(number)
    ]
    assert set(Sample.objects.filter(project=project).values_list("state", flat=True)) == {"done"}
    return [answer_of(each) for each in held]


def answer_of(held: Assignment) -> Annotation:
    assert held.answer is not None
    return held.answer


@pytest.fixture
def version(lead: APIClient, base: str, address: str, standin: StandIn) -> int:
    """The stand-in as a model version that tells the truth, and what a token costs."""
    standin.say = truthful
    return connected(lead, base, address)


def connected(lead: APIClient, base: str, address: str, **more: Any) -> int:
    settings = {
        "base_url": address,
        "model": MODEL,
        "retries": 0,
        "concurrency": 1,
        "price_in": 1000,
        "price_out": 2000,
        **more,
    }
    body = {"name": "Second", "backend": "openai", "settings": settings}
    made = lead.post(f"{base}/connections", body, format="json")
    assert made.status_code == 201, made.content
    return int(made.json()["serving"]["id"])


def begin(lead: APIClient, base: str, version: int, **more: Any) -> Json:
    """Begin a reading, without a worker."""
    body = {"source": FINAL, "version": version, **more}
    answer = lead.post(f"{base}/second-readings", body, format="json")
    assert answer.status_code == 201, answer.content
    told: Json = answer.json()
    return told


def work(told: Json) -> None:
    """Do what a worker does when it is woken up for the job."""
    job_services.run(told["job"]["id"])


def seen(lead: APIClient, base: str, told: Json) -> Json:
    answer: Json = lead.get(f"{base}/second-readings/{told['id']}").json()
    return answer


def act(lead: APIClient, base: str, told: Json, verb: str, **body: Any) -> Json:
    answer = lead.post(f"{base}/second-readings/{told['id']}/{verb}", body, format="json")
    assert answer.status_code == 200, answer.content
    now: Json = answer.json()
    return now


def evidence(asker: APIClient, base: str, answer: Annotation) -> list[Json]:
    told: list[Json] = asker.get(f"{base}/second-readings/answers/{answer.pk}").json()
    return told


def verdicts(told: Json) -> list[str]:
    return [sentence["verdict"] for sentence in told["sentences"]]


def states(told: Json) -> list[str]:
    rows = ReadText.objects.filter(reading=told["id"]).order_by("position")
    return list(rows.values_list("state", flat=True))
