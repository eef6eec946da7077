"""People are told: the guidelines are read before the first task, and again when they change."""

import uuid
from typing import Any

import pytest
from rest_framework.test import APIClient

from annotate.projects.models import Membership, Project
from annotate.projects.services import add_guideline, update_project
from tests.conftest import Cast, NewProject, add_samples, client_of
from tests.workflow.acts import thing

pytestmark = pytest.mark.django_db

ANSWER = {"objects": [thing()]}


@pytest.fixture
def project(new_project: NewProject) -> Project:
    """A project as it is made by default: its recipe brings guidelines, and they must be read."""
    project = new_project(guidelines_required=True)
    add_samples(project, 6)
    return project


def post(client: APIClient, path: str, body: dict[str, Any] | None = None) -> Any:
    answered = client.post(f"/api/v1/{path}", body or {}, format="json")
    assert answered.status_code in (200, 204), answered.content
    return answered.json() if answered.content else None


def claim(client: APIClient, project: Project) -> dict[str, Any]:
    answered: dict[str, Any] = post(client, f"projects/{project.pk}/claim")
    return answered


def read(client: APIClient, project: Project, version: int) -> None:
    post(client, f"projects/{project.pk}/guidelines/read", {"version": version})


def hand_in(client: APIClient, assignment: int) -> None:
    body = {"key": str(uuid.uuid4()), "answer": ANSWER, "active_seconds": 5}
    post(client, f"assignments/{assignment}/submit", body)


def test_nobody_is_given_a_task_before_they_have_read_the_guidelines(
    people: Cast, project: Project
) -> None:
    ada = client_of(people.ada)
    refused = claim(ada, project)
    assert (refused["assignment"], refused["hit"], refused["reason"]) == (None, None, "gated")
    gate = refused["gate"]
    assert (gate["reason"], gate["message_code"]) == ("guidelines", "guidelines_needed")
    assert gate["data"] == {"version": 1}
    [listed] = ada.get("/api/v1/work").json()["projects"]
    assert (listed["reason"], listed["gate"]["reason"]) == ("gated", "guidelines")
    assert not any(stage["available"] for stage in listed["stages"])
    mine = ada.get(f"/api/v1/projects/{project.pk}/qualification/me").json()
    assert mine["gate"]["reason"] == "guidelines"
    assert (mine["guidelines"]["version"], mine["guidelines"]["read"]) == (1, False)
    assert mine["guidelines"]["body"]
    read(ada, project, 1)
    assert claim(ada, project)["assignment"]


def test_a_new_version_asks_again_and_leaves_work_in_hand_alone(
    people: Cast, project: Project
) -> None:
    ada = client_of(people.ada)
    read(ada, project, 1)
    held = claim(ada, project)["assignment"]["id"]
    add_guideline(project=project, actor=people.owner, body="# Shorter rules")
    assert claim(ada, project)["assignment"]["id"] == held
    edit = {"version": 0, "answer": ANSWER, "active_seconds": 1}
    assert ada.put(f"/api/v1/assignments/{held}/draft", edit, format="json").status_code == 200
    hand_in(ada, held)
    gate = claim(ada, project)["gate"]
    assert (gate["reason"], gate["message_code"]) == ("guidelines", "guidelines_changed")
    read(ada, project, 1)
    assert claim(ada, project)["gate"]["data"] == {"version": 2}, "the old one is not the new one"
    read(ada, project, 2)
    assert claim(ada, project)["assignment"]


def test_nothing_is_fetched_ahead_past_a_new_version(people: Cast, new_project: NewProject) -> None:
    project = new_project(guidelines_required=True)
    add_samples(project, 25)
    ada = client_of(people.ada)
    read(ada, project, 1)
    claim(ada, project)
    add_guideline(project=project, actor=people.owner, body="# Shorter rules")
    ahead = post(ada, f"projects/{project.pk}/claim", {"ahead": True})
    assert (ahead["assignment"], ahead["reason"]) == (None, "not_ahead")


def test_a_version_that_there_is_not_cannot_be_read(people: Cast, project: Project) -> None:
    answered = client_of(people.ada).post(
        f"/api/v1/projects/{project.pk}/guidelines/read", {"version": 2}, format="json"
    )
    assert answered.status_code == 404
    assert claim(client_of(people.ada), project)["gate"]["reason"] == "guidelines"


def test_a_project_may_switch_it_off(people: Cast, project: Project) -> None:
    lead, ada = client_of(people.lead), client_of(people.ada)
    path = f"/api/v1/projects/{project.pk}"
    changed = lead.patch(path, {"guidelines_required": False}, format="json").json()
    assert changed["guidelines_required"] is False
    assert ada.get(f"{path}/guidelines").json()["required"] is False
    assert claim(ada, project)["assignment"]


def test_leads_reviewers_and_the_author_are_not_asked(people: Cast, project: Project) -> None:
    for user in (people.owner, people.lead, people.reviewer):
        assert claim(client_of(user), project)["assignment"]
    add_guideline(project=project, actor=people.lead, body="# Shorter rules")
    assert Membership.objects.get(project=project, user=people.lead).guidelines_read == 2


def test_a_project_without_guidelines_asks_nothing(people: Cast, project: Project) -> None:
    Project.objects.filter(pk=project.pk).update(guidelines_version=0)
    update_project(project=project, actor=people.lead, changes={"name": "Bare"})
    assert claim(client_of(people.ada), project)["assignment"]
