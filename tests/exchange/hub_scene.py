"""A project with a release, a hub that stands in, and the ways in which leads push."""

from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django import Settings

from annotate.core.jobs import services as job_services
from annotate.exchange.models import Release
from annotate.projects.models import Project
from tests.conftest import Cast, NewProject, client_of
from tests.exchange.finished import Finished, finished
from tests.exchange.hub_stand_in import TOKEN, StandInHub, standing_in
from tests.exchange.released import released

NAME = "lab/streets"


@pytest.fixture
def hub(settings: Settings) -> Iterator[StandInHub]:
    with standing_in() as hub:
        settings.HUB_ENDPOINT = hub.url
        settings.FETCH_PRIVATE_HOSTS = [hub.url.removeprefix("http://")]
        yield hub


@pytest.fixture
def project(new_project: NewProject) -> Project:
    return new_project(no_repeat="stage")


@pytest.fixture
def work(project: Project, people: Cast) -> Finished:
    return finished(project, people)


@pytest.fixture
def release(project: Project, people: Cast, work: Finished) -> Release:
    about = {"licence": "CC BY 4.0", "citation": "@misc{streets}", "description": "Streets."}
    return released(project, people.lead, formats=["parquet"], **about)


@pytest.fixture
def token(hub: StandInHub, project: Project, people: Cast) -> str:
    put = client_of(people.lead).put(f"{of(project)}/hub", {"token": TOKEN}, format="json")
    assert put.status_code == 200, put.content
    return TOKEN


def of(project: Project) -> str:
    return f"/api/v1/projects/{project.pk}"


def asked_to_push(release: Release, people: Cast, **wish: Any) -> Any:
    address = f"{of(release.project)}/releases/{release.pk}/pushes"
    return client_of(people.lead).post(address, {"repository": NAME} | wish, format="json")


def pushed(release: Release, people: Cast, **wish: Any) -> dict[str, Any]:
    """Push by the API and its job; the push as the API tells it."""
    made = asked_to_push(release, people, **wish)
    assert made.status_code == 201, made.content
    job_services.run(made.json()["job"]["id"])
    address = f"{of(release.project)}/releases/{release.pk}/pushes"
    return dict(client_of(people.lead).get(address).json()["results"][0])
