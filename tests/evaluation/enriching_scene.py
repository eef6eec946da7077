"""A project whose images have captions, and a stand-in server that rewrites them."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from annotate.core.jobs import services as job_services
from annotate.evaluation.models import EnrichedImage, Enrichment
from annotate.images import services as images
from annotate.projects.models import Project
from annotate.workflow import services as workflow
from annotate.workflow.models import Sample
from tests.backends.openai.conftest import address, standin
from tests.backends.standin.api import StandIn
from tests.backends.standin.requests import MODEL, Chat
from tests.conftest import Cast, client_of
from tests.evaluation.texts_scene import source_of, text_file
from tests.images.pictures import jpeg

__all__ = ["address", "base", "captions", "lead", "standin", "version"]

Json = dict[str, Any]
LONG = "A red kite flies high over a wide green field. The sky above it is grey and full of clouds."


@pytest.fixture
def lead(people: Cast) -> APIClient:
    return client_of(people.lead)


@pytest.fixture
def base(project: Project) -> str:
    return f"/api/v1/projects/{project.pk}"


@pytest.fixture
def version(lead: APIClient, base: str, address: str, standin: StandIn) -> int:
    """The stand-in as a model version that asks two images at once, and what a token costs."""
    standin.say = lambda chat: LONG
    settings = {
        "base_url": address,
        "model": MODEL,
        "retries": 0,
        "concurrency": 1,
        "price_in": 1000,
        "price_out": 2000,
    }
    body = {"name": "Ours", "backend": "openai", "settings": settings}
    made = lead.post(f"{base}/connections", body, format="json")
    assert made.status_code == 201, made.content
    return int(made.json()["serving"]["id"])


@pytest.fixture
def captions(project: Project) -> Json:
    """A file of texts with one caption for each of five images: "A kite, number 3."."""
    samples = pictures(project, 5)
    texts = {
        sample.image.external_id: f"A kite, number {place}." for place, sample in enumerate(samples)
    }
    return source_of(text_file(project, samples, "XM3600", **texts))


def pictures(project: Project, number: int) -> list[Sample]:
    """Bring real images in, which a model can look at."""
    data = [jpeg(64, 48, seed=40 + each) for each in range(number)]
    added = [images.add_image(project=project, data=each, name="p.jpg") for each in data]
    return workflow.add_samples(project=project, image_ids=[image.pk for image in added])


def begin(lead: APIClient, base: str, source: Json, version: int, **more: Any) -> Json:
    """Begin an enrichment, without a worker."""
    body = {"name": "Longer", "source": source, "version": version, **more}
    answer = lead.post(f"{base}/enrichments", body, format="json")
    assert answer.status_code == 201, answer.content
    told: Json = answer.json()
    return told


def work(told: Json) -> None:
    """Do what a worker does when it is woken up for the job."""
    job_services.run(told["job"]["id"])


def seen(lead: APIClient, base: str, told: Json) -> Json:
    answer: Json = lead.get(f"{base}/enrichments/{told['id']}").json()
    return answer


def act(lead: APIClient, base: str, told: Json, verb: str, **body: Any) -> Json:
    answer = lead.post(f"{base}/enrichments/{told['id']}/{verb}", body, format="json")
    assert answer.status_code == 200, answer.content
    now: Json = answer.json()
    return now


def number_in(chat: Chat) -> str:
    """Which caption a question holds."""
    return chat.text.split("number ")[1][0]


def states(told: Json) -> list[str]:
    rows = EnrichedImage.objects.filter(enrichment=told["id"]).order_by("position")
    return list(rows.values_list("state", flat=True))


def row_of(told: Json) -> Enrichment:
    return Enrichment.objects.get(pk=told["id"])
