"""A server of models answers 500, hangs, or talks nonsense; then it is well again."""

from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django import Settings

from annotate.projects.models import Project
from annotate.seeding.models import SeededSample, SeedingRun
from annotate.seeding.services import connections, model_assignment, starting
from annotate.workflow.models import Annotation
from tests.backends.standin.api import StandIn
from tests.backends.standin.requests import MODEL
from tests.backends.standin.serving import serving
from tests.backends.standin.wire import Said
from tests.conftest import Cast
from tests.faults.evidence import broken_promises
from tests.faults.processes import Workers
from tests.learning.acts import one_text, waiting
from tests.waiting import eventually

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]

SAMPLES = 8
NONSENSE = "}{ \ufffd <think>"


@pytest.fixture
def standin() -> StandIn:
    return StandIn()


@pytest.fixture
def project_of_its(
    standin: StandIn, settings: Settings, project: Project, people: Cast
) -> Iterator[Project]:
    """A project whose seeds all come from the server."""
    one_text(project)
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
                "timeout": 1,
                "retries": 1,
                "total_timeout": 4,
                "concurrency": 4,
            },
            secrets={},
        )
        changes = {"detector": connection.pk, "captioner": connection.pk}
        model_assignment.change(project=project, actor=people.lead, changes=changes)
        yield project


def nonsense(_: Any) -> str:
    return NONSENSE


def fall_ill(standin: StandIn, illness: str) -> None:
    """Have the server fail each of many requests in its way."""
    if illness == "errors":
        standin.faults.extend([Said(500, {"error": {"message": "Out of memory."}})] * 500)
    elif illness == "hangs":
        standin.faults.extend([60.0] * 500)
    else:
        standin.say = nonsense


def get_well(standin: StandIn) -> None:
    standin.faults.clear()
    standin.say = StandIn().say


def ends(run: SeedingRun) -> None:
    done = SeedingRun.objects.filter(pk=run.pk).exclude(job__state__in=["queued", "running"])
    eventually(done.exists, "the end of the run")


@pytest.mark.parametrize("illness", ["errors", "hangs", "nonsense"])
def test_an_ill_server_costs_time_and_nothing_else(
    illness: str, standin: StandIn, project_of_its: Project, people: Cast, workers: Workers
) -> None:
    project = project_of_its
    waiting(project, SAMPLES)
    fall_ill(standin, illness)
    workers.start()
    run = starting.start_run(project=project, actor=people.lead)
    ends(run)
    failed = run.items.filter(state=SeededSample.State.FAILED)
    assert failed.count() == SAMPLES
    assert all(failed.values_list("problem", flat=True))
    assert not Annotation.objects.filter(project=project).exists()

    get_well(standin)
    again = starting.start_run(project=project, actor=people.lead)
    ends(again)
    texts = Annotation.objects.filter(project=project, origin="model").values_list(
        "value__text", flat=True
    )
    assert list(texts) == ["A red kite."] * SAMPLES
    assert broken_promises(project) == []
