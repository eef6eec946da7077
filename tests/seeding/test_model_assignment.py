"""The models used: who makes what, and how many samples start from nothing."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from annotate.projects.models import AuditEvent, Project
from annotate.seeding.services import connections, model_assignment
from tests.conftest import Cast, NewProject, client_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("settable")]


@pytest.fixture
def lead(people: Cast) -> APIClient:
    return client_of(people.owner)


def put(lead: APIClient, project: Project, **body: Any) -> Any:
    return lead.put(f"/api/v1/projects/{project.pk}/model-assignment", body, format="json")


def captioner(project: Project) -> int:
    made = connections.make(
        project=project,
        actor=None,
        name="Ours",
        backend="settable",
        settings={"model": "m"},
        secrets={},
    )
    return made.pk


def test_the_built_in_back_ends_make_seeds_until_somebody_chooses(
    lead: APIClient, project: Project
) -> None:
    shown = lead.get(f"/api/v1/projects/{project.pk}/model-assignment").json()
    classical = connections.named(project, "classical", "detector").pk
    assert (shown["detector"], shown["captioner"]) == (classical, classical)
    assert shown["ocr"] == connections.named(project, "tesseract", "ocr").pk
    assert shown["unseeded_share"] == 0


def test_what_is_not_named_stays(lead: APIClient, project: Project) -> None:
    ours = captioner(project)
    before = put(lead, project, captioner=ours).json()
    after = put(lead, project, ocr=None, unseeded_share=0.1).json()
    assert after == {**before, "ocr": None, "unseeded_share": 0.1}
    assert after["captioner"] == ours
    told = AuditEvent.objects.filter(verb="model_assignment.changed").order_by("pk").first()
    assert told is not None
    assert told.data == {"captioner": "Ours"}


def test_a_connection_does_only_what_it_can(lead: APIClient, project: Project) -> None:
    answer = put(lead, project, detector=captioner(project))
    assert answer.status_code == 422
    assert answer.json()["error"]["fields"][0]["code"] == "wrong_role"


def test_a_connection_of_another_project_is_unknown(
    lead: APIClient, project: Project, new_project: NewProject
) -> None:
    theirs = captioner(new_project(name="Another"))
    for unknown in (theirs, 10**9, 0, -1, 10**30):
        answer = put(lead, project, captioner=unknown)
        assert answer.status_code == 422
        assert answer.json()["error"]["fields"][0]["code"] == "unknown_connection"
    assert model_assignment.of(project).captioner_id != theirs


@pytest.mark.parametrize("share", [-0.1, 1.1, "many", None])
def test_a_share_is_between_none_and_all(lead: APIClient, project: Project, share: Any) -> None:
    assert put(lead, project, unseeded_share=share).status_code == 422
