"""What lists and answers tell of studies: to leads which there are, to raters no source."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotate.projects.models import Project
from tests.conftest import Cast, client_of
from tests.evaluation.test_study_api import base
from tests.evaluation.texts_scene import prepared, two_files

pytestmark = pytest.mark.django_db


def test_leads_of_the_texts_see_which_study_a_project_is_for(
    people: Cast, project: Project
) -> None:
    study = prepared(project, two_files(project, 1), raters=[people.ada.pk])

    def seen_by(user: Any) -> Any:
        found = client_of(user).get("/api/v1/projects").json()
        return {each["id"]: each["study"] for each in found}[study.work_id]

    assert seen_by(people.lead) == {
        "id": study.pk,
        "name": "Which reads better",
        "project": project.pk,
        "project_name": "Street scenes",
    }
    assert seen_by(people.ada) is None
    one = client_of(people.ada).get(f"/api/v1/projects/{study.work_id}").json()
    assert one["study"] is None


def test_nothing_a_rater_is_sent_names_a_source(people: Cast, project: Project) -> None:
    sources = two_files(project, 4)
    study = prepared(project, sources, name="GPT-4V against IIW-Human", raters=[people.ada.pk])
    ada, work = client_of(people.ada), f"/api/v1/projects/{study.work_id}"
    held = ada.post(f"{work}/claim", {}, format="json")
    bodies = [
        held.content,
        ada.get("/api/v1/work").content,
        ada.get("/api/v1/projects").content,
        ada.get(work).content,
        ada.get(f"{work}/guidelines").content,
        ada.get(f"/api/v1/assignments/{held.json()['assignment']['id']}").content,
    ]
    for body in bodies:
        for word in (b"GPT-4V", b"IIW-Human", b"flipped", b"position"):
            assert word not in body


def test_more_studies_cost_no_more_queries(people: Cast, project: Project) -> None:
    sources = two_files(project, 2)
    owner = client_of(people.owner)
    costs = []
    for name in ("one", "two", "three"):
        prepared(project, sources, name=name)
        with CaptureQueriesContext(connection) as captured:
            assert owner.get(base(project)).status_code == 200
        costs.append(len(captured))
    assert costs[0] == costs[2] <= 10
