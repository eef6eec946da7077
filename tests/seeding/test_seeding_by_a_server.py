"""A seeding run by a server behind HTTP, from connecting it to what is kept of each answer."""

import json
from collections import deque
from typing import Any

import pytest
from rest_framework.test import APIClient

from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.images import services as images
from annotate.projects.models import Project
from annotate.seeding.models import SeededSample, SeedRecord
from annotate.workflow import services as workflow
from annotate.workflow.models import Annotation
from tests.backends.openai.conftest import address, standin
from tests.backends.standin.api import StandIn
from tests.backends.standin.requests import MODEL, Chat
from tests.backends.standin.wire import HANG_UP, Said
from tests.conftest import Cast, client_of
from tests.images.pictures import jpeg

__all__ = ["address", "standin"]

pytestmark = pytest.mark.django_db
KEY = "sk-for-the-stand-in"


@pytest.fixture
def lead(people: Cast) -> APIClient:
    return client_of(people.owner)


@pytest.fixture
def base(project: Project) -> str:
    return f"/api/v1/projects/{project.pk}"


@pytest.fixture
def connected(lead: APIClient, base: str, address: str, standin: StandIn) -> int:
    """The stand-in as the project's detector and captioner."""
    standin.key = KEY
    settings = {"base_url": address, "model": MODEL, "timeout": 2, "retries": 2, "price_in": 1}
    body = {
        "name": "Ours",
        "backend": "openai",
        "settings": settings,
        "secrets": {"api_key": KEY},
    }
    made = lead.post(f"{base}/connections", body, format="json")
    assert made.status_code == 201, made.content
    chosen = {"detector": made.json()["id"], "captioner": made.json()["id"]}
    assert lead.put(f"{base}/model-assignment", chosen, format="json").status_code == 200
    return int(made.json()["id"])


def add_pictures(project: Project, number: int) -> None:
    data = [jpeg(64, 48, seed=700 + each) for each in range(number)]
    added = [images.add_image(project=project, data=each, name="p.jpg") for each in data]
    workflow.add_samples(project=project, image_ids=[image.pk for image in added])


def run(lead: APIClient, base: str) -> dict[str, Any]:
    """Start a run by the models used, do the worker's part, and return what the lead sees then."""
    started = lead.post(f"{base}/seeding", {}, format="json")
    assert started.status_code == 201, started.content
    for part in Job.objects.filter(parent=started.json()["job"]["id"]).order_by("pk"):
        job_services.run(part.pk)
    seen: dict[str, Any] = lead.get(f"{base}/seeding").json()["run"]
    return seen


def test_a_run_keeps_version_question_tokens_and_costs(
    lead: APIClient, base: str, connected: int, project: Project, standin: StandIn
) -> None:
    add_pictures(project, 3)
    assert run(lead, base)["counts"]["seeded"] == 3
    # Of each picture: its objects, the one that was found, and the whole.
    assert len(standin.chats) == 9
    record = SeedRecord.objects.select_related("version", "annotation").get(
        annotation=Annotation.objects.filter(stage_key="objects").order_by("pk")[0]
    )
    assert record.version is not None
    assert (record.version.connection_id, record.version.label) == (connected, "M0")
    assert record.annotation.value["objects"][0]["label"] == "red kite"
    found = record.provenance[0]
    assert found["backend"] == "openai"
    assert "List the salient objects" in found["prompt"]
    assert found["usage"]["prompt_tokens"] > 85
    assert found["usage"]["cost"] > 0
    assert KEY not in json.dumps(record.provenance)


def test_bad_answers_fail_their_samples_and_no_others(
    lead: APIClient, base: str, connected: int, project: Project, standin: StandIn
) -> None:
    """Catches a seed made of an error page, and a run that stops at the first bad answer."""
    add_pictures(project, 4)
    bad = Said(body=b"<html>Bad gateway</html>")
    standin.faults = deque([bad, None, Said(413, {"error": "too large"}), None])
    shown = run(lead, base)
    assert (shown["counts"]["seeded"], shown["counts"]["failed"]) == (2, 2)
    told = sorted(item.problem for item in SeededSample.objects.filter(state="failed"))
    assert "The server answered 413: too large" in told[0]
    assert "This is no answer to a chat" in told[1]
    assert shown["job"]["state"] == "succeeded"


# As many as a request is tried again: two samples ask at once, and one may meet both.
@pytest.mark.parametrize("faults", [(Said(503, {}), Said(503, {})), (Said(502, {}), HANG_UP)])
def test_a_server_that_is_down_for_a_while_fails_no_sample(
    lead: APIClient,
    base: str,
    connected: int,
    project: Project,
    standin: StandIn,
    faults: tuple[Said, Said],
) -> None:
    add_pictures(project, 2)
    standin.faults = deque(faults)
    assert run(lead, base)["counts"]["seeded"] == 2
    assert not standin.faults


def test_boxes_outside_the_image_are_noted_and_not_shown(
    lead: APIClient, base: str, connected: int, project: Project, standin: StandIn
) -> None:
    add_pictures(project, 1)
    far = {"label": "ufo", "box": [2000, 2000, 3000, 3000]}
    near = {"label": "kite", "box": [0, 0, 500, 500]}

    def say(chat: Chat) -> str:
        return json.dumps({"objects": [far, near]}) if "JSON" in chat.text else "A kite."

    standin.say = say
    run(lead, base)
    item = SeededSample.objects.get()
    assert item.dropped == [{"reason": "outside_image", "label": "ufo"}]
    [seed] = Annotation.objects.filter(stage_key="objects")
    assert [each["label"] for each in seed.value["objects"]] == ["kite"]


def test_samples_that_failed_are_seeded_by_the_next_run(
    lead: APIClient, base: str, connected: int, project: Project, standin: StandIn
) -> None:
    add_pictures(project, 2)
    standin.faults = deque([Said(413, {}), Said(413, {})])
    assert run(lead, base)["counts"]["failed"] == 2
    assert run(lead, base)["counts"]["seeded"] == 2
    assert Annotation.objects.filter(stage_key="description").count() == 2
