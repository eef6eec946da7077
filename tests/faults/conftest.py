"""A learning project, a broker and workers, for each fault test anew."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from annotate.core.jobs.models import Job
from annotate.projects.models import Project
from annotate.seeding.models import Connection
from tests.conftest import Cast
from tests.faults.processes import Broker, Workers
from tests.learning.acts import connect, one_text, pupil

__all__ = ["pupil"]


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    made = Broker(tmp_path)
    made.start()
    yield made
    made.kill()


@pytest.fixture
def workers(broker: Broker, tmp_path: Path) -> Iterator[Workers]:
    made = Workers(broker, tmp_path)
    try:
        yield made
    finally:
        made.stop()
        # Shown where the test fails.
        print(made.logs())
        for job in Job.objects.order_by("pk"):
            print(
                f"job {job.pk} {job.name}: {job.state} {job.done}/{job.total} {job.note}",
                end=" ",
            )
            print(f"attempts {job.attempts}, lease until {job.lease_expires_at}, {job.error}")


@pytest.fixture
def connection(project: Project, people: Cast, pupil: object) -> Connection:
    """A pupil that takes its time for each answer, so that it can be interrupted."""
    one_text(project)
    return connect(project, people.lead, ponders=0.1)
