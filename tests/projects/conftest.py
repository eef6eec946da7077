"""An endpoint that is told of a project, and its server."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from annotate.projects.models import Project
from annotate.projects.services import webhooks
from tests.conftest import Cast, Clock
from tests.crowd.stand_ins.server import serving
from tests.projects.receiving import Receiver, Told


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    made = Receiver()
    with serving(made.answer) as address:
        made.address = f"{address}/told"
        settings.FETCH_PRIVATE_HOSTS = [address.removeprefix("http://")]
        yield made


@pytest.fixture
def told(project: Project, people: Cast, receiver: Receiver, time: Clock) -> Told:
    made = webhooks.make(project=project, actor=people.owner, url=receiver.address, events=[])
    return Told(*made)
