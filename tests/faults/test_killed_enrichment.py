"""A worker is killed, and killed again, while a model rewrites captions over HTTP."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django import Settings

from annotate.core.jobs.models import Job
from annotate.evaluation.models import Enrichment, FileText, TextFile
from annotate.evaluation.services import enrichments
from annotate.evaluation.services.enrichment_wishes import Wish
from annotate.projects.models import Project
from annotate.seeding.services import connections
from annotate.workflow.models import Sample
from tests.backends.standin.api import StandIn
from tests.backends.standin.requests import MODEL
from tests.backends.standin.serving import serving
from tests.conftest import Cast
from tests.evaluation.texts_scene import source_of, text_file
from tests.faults.processes import Workers
from tests.learning.acts import waiting
from tests.waiting import eventually

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]

IMAGES = 60


@pytest.fixture
def standin() -> StandIn:
    return StandIn(seconds=0.1)


@pytest.fixture
def enrichment(
    standin: StandIn, settings: Settings, project: Project, people: Cast
) -> Iterator[Enrichment]:
    """Sixty captions, each with a number of its own, and a server that is asked two at a time."""
    waiting(project, IMAGES)
    samples = list(Sample.objects.filter(project=project).select_related("image"))
    texts = {each.image.external_id: f"Caption {place}." for place, each in enumerate(samples)}
    file = text_file(project, samples, "Captions", **texts)
    with serving(standin) as host:
        settings.FETCH_PRIVATE_HOSTS = [host]
        connection = connections.make(
            project=project,
            actor=people.lead,
            name="server",
            backend="openai",
            settings={
                "base_url": f"http://{host}/v1",
                "model": MODEL,
                "retries": 0,
                "concurrency": 2,
            },
            secrets={},
        )
        version = connection.versions.get()
        wish = Wish(name="Longer", source=source_of(file), version=version.pk)
        yield enrichments.start(project=project, actor=people.lead, wish=wish)


def heard(standin: StandIn) -> Counter[int]:
    """How often the server was asked about each caption, whether or not anybody got its answer."""
    bodies = [each.body for each in standin.asked if each.path.endswith("completions")]
    texts = [json.dumps(json.loads(body)["messages"]) for body in bodies]
    return Counter(int(found) for text in texts for found in re.findall(r"Caption (\d+)\.", text))


def count(enrichment: Enrichment, *states: str) -> int:
    return enrichment.images.filter(state__in=states).count()


def ended(enrichment: Enrichment) -> Any:
    """How it ended, once its job has noticed as well: before that it cannot go on."""
    row = Enrichment.objects.select_related("job").get(pk=enrichment.pk)
    return row.end if row.job is None or row.job.state not in Job.UNFINISHED else None


@pytest.mark.long
def test_killed_twice_it_asks_about_no_image_twice_and_loses_none(
    enrichment: Enrichment, standin: StandIn, workers: Workers, people: Cast
) -> None:
    captions = TextFile.objects.get(name="Captions")
    before = list(FileText.objects.filter(file=captions).order_by("pk").values())
    for share in (1, 2):
        victim = workers.start()
        wanted = IMAGES * share // 4
        eventually(lambda n=wanted: count(enrichment, "answered") >= n, "some answers")  # type: ignore[misc]
        workers.kill(victim)
    assert count(enrichment, "pending") > 0
    workers.start()
    eventually(lambda: ended(enrichment), "the end")
    answered, lost = count(enrichment, "answered"), count(enrichment, "interrupted")
    assert answered + lost == IMAGES
    assert set(heard(standin).values()) == {1}
    further = enrichments.Further(most_samples=None, most_cost=None, again=True)
    if lost:
        enrichments.go_on(enrichment=enrichment, actor=people.lead, further=further)
        eventually(lambda: ended(enrichment), "the end of what was asked again")
    assert count(enrichment, "answered") == IMAGES
    # Only what a lead had asked again was heard twice.
    assert sum(heard(standin).values()) <= IMAGES + lost
    assert FileText.objects.filter(file=enrichment.output).count() == IMAGES
    assert list(FileText.objects.filter(file=captions).order_by("pk").values()) == before
