"""A worker is killed, and killed again, while a model reads descriptions over HTTP."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django import Settings

from annotate.core.jobs.models import Job
from annotate.evaluation.models import SecondReading
from annotate.evaluation.services import second_readings
from annotate.evaluation.services.enrichments import Further
from annotate.projects.models import Project
from annotate.seeding.services import connections
from tests.backends.standin.api import StandIn
from tests.backends.standin.requests import MODEL
from tests.backends.standin.serving import serving
from tests.conftest import Cast
from tests.evaluation.reading_scene import FINAL, finished, truthful
from tests.faults.processes import Workers
from tests.waiting import eventually

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]

TEXTS = 80


@pytest.fixture
def standin() -> StandIn:
    slow = StandIn(seconds=0.1)
    slow.say = truthful
    return slow


@pytest.fixture
def reading(
    standin: StandIn, settings: Settings, project: Project, people: Cast
) -> Iterator[SecondReading]:
    """Eighty descriptions, each with a number of its own, and a server asked two at a time."""
    finished(project, people, TEXTS)
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
        wish = second_readings.ReadingWish(source=FINAL, version=connection.versions.get().pk)
        yield second_readings.start(project=project, actor=people.lead, wish=wish)


def heard(standin: StandIn) -> Counter[int]:
    """How often the server was asked about each text, whether or not anybody got its answer."""
    bodies = [each.body for each in standin.asked if each.path.endswith("completions")]
    texts = [json.dumps(json.loads(body)["messages"]) for body in bodies]
    numbers = (re.findall(r"hill number (\d+)\.", text) for text in texts)
    return Counter(int(found) for each in numbers for found in each)


def count(reading: SecondReading, *states: str) -> int:
    return reading.texts.filter(state__in=states).count()


def ended(reading: SecondReading) -> Any:
    """How it ended, once its job has noticed as well: before that it cannot go on."""
    row = SecondReading.objects.select_related("job").get(pk=reading.pk)
    return row.end if row.job is None or row.job.state not in Job.UNFINISHED else None


@pytest.mark.long
def test_killed_twice_it_asks_about_no_sentence_twice_and_loses_none(
    reading: SecondReading, standin: StandIn, workers: Workers, people: Cast
) -> None:
    for share in (1, 2):
        victim = workers.start()
        wanted = TEXTS * share // 8  # far from the end, however late the kill comes
        eventually(lambda n=wanted: count(reading, "answered") >= n, "some answers")  # type: ignore[misc]
        workers.kill(victim)
    assert count(reading, "pending") > 0
    workers.start()
    eventually(lambda: ended(reading), "the end")
    answered, lost = count(reading, "answered"), count(reading, "interrupted")
    assert answered + lost == TEXTS
    assert set(heard(standin).values()) == {1}
    if lost:
        further = Further(most_samples=None, most_cost=None, again=True)
        second_readings.go_on(reading=reading, actor=people.lead, further=further)
        eventually(lambda: ended(reading), "the end of what was asked again")
    assert count(reading, "answered") == TEXTS
    # Only what a lead had asked again was heard twice.
    assert sum(heard(standin).values()) <= TEXTS + lost
