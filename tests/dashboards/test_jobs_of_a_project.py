"""Jobs of a project: listed once, cancelled and repeated by its leads, and said to wait."""

from typing import Any

import pytest

from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.projects.models import Project
from tests.conftest import Cast, client_of
from tests.dashboards.test_overview import overview

pytestmark = pytest.mark.django_db


def test_it_says_when_a_job_waits_for_a_worker(people: Cast, project: Project) -> None:
    job_services.start(name="seeding.chunk", scope=project.scope, payload={})
    worker = overview(project, people)["worker"]
    assert (worker["alive"], worker["needed"]) == (False, True)
    job_services.beat("worker:1")
    assert overview(project, people)["worker"]["alive"] is True


@pytest.fixture
def whole(project: Project) -> Job:
    return job_services.start_in_parts(
        name="seeding.run",
        scope=project.scope,
        payload={},
        part_name="seeding.chunk",
        parts=[{}, {}],
        total=2,
    )


def act(people: Cast, project: Project, job: Job, path: str = "") -> Any:
    url = f"/api/v1/projects/{project.pk}/jobs/{job.pk}{path}"
    client = client_of(people.owner)
    return client.post(url) if path else client.get(url)


def test_a_job_in_parts_is_listed_once(people: Cast, project: Project, whole: Job) -> None:
    listed = client_of(people.owner).get(f"/api/v1/projects/{project.pk}/jobs").json()
    assert [(each["id"], each["title"]) for each in listed] == [(whole.pk, "Seeding samples")]


def test_a_part_is_not_to_be_had_on_its_own(people: Cast, project: Project, whole: Job) -> None:
    """A part cancelled alone would leave its whole running for ever."""
    part = Job.objects.filter(parent=whole)[0]
    statuses = [act(people, project, part, path).status_code for path in ("", "/cancel", "/retry")]
    assert statuses == [404, 404, 404]


def test_a_lead_cancels_and_repeats_a_job(people: Cast, project: Project, whole: Job) -> None:
    assert act(people, project, whole, "/cancel").json()["state"] == "cancelled"
    assert act(people, project, whole, "/cancel").status_code == 409
    assert act(people, project, whole, "/retry").json()["state"] == "running"
    assert act(people, project, whole, "/retry").status_code == 409
