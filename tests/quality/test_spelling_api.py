"""Spelling over HTTP: a lead decides page by page, a reviewer reads along."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from annotate.core.jobs import services as job_services
from annotate.projects.models import Project
from annotate.workflow.models import Sample
from tests.conftest import Cast, NewProject, add_samples, client_of
from tests.quality.spelling_scene import caption
from tests.workflow.acts import use_recipe

pytestmark = pytest.mark.django_db


@pytest.fixture
def project(new_project: NewProject) -> Project:
    made = new_project()
    stage = {"key": "caption", "kind": "caption.v1", "mode": "parallel", "rounds": 5}
    use_recipe(made, stage)
    return made


@pytest.fixture
def sample(project: Project) -> Sample:
    return add_samples(project, 1, opened=False)[0]


@pytest.fixture
def lead(people: Cast) -> APIClient:
    return client_of(people.owner)


def at(project: Project, rest: str) -> str:
    return f"/api/v1/projects/{project.pk}/{rest}"


def run(project: Project, lead: APIClient) -> None:
    answer = lead.post(at(project, "spelling/run"), {"stage": "caption"}, format="json")
    assert answer.status_code == 201, answer.content
    job_services.run(answer.json()["id"])


def listed(project: Project, client: APIClient, query: str = "") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get(at(project, f"spelling{query}")).json()["results"]
    return found


def test_a_lead_runs_reads_accepts_and_takes_back(
    project: Project, people: Cast, sample: Sample, lead: APIClient
) -> None:
    answer = caption(sample, "A lamp stands on a wooden tabel")
    run(project, lead)
    (row,) = listed(project, lead)
    assert row["annotation"] == answer.pk
    assert row["image"]["id"] == sample.image_id
    assert (row["text"], row["span"]) == (answer.value["text"], {"start": 26, "end": 31})
    assert (row["word"], row["suggestions"][0]["word"], row["state"]) == ("tabel", "table", "open")
    assert row["replacement"] is None
    body = {"items": [{"id": row["id"], "replacement": "table"}]}
    done = lead.post(at(project, "spelling/accept"), body, format="json")
    assert done.json() == {"done": 1, "failed": []}
    assert listed(project, lead) == []
    (accepted,) = listed(project, lead, "?state=accepted")
    assert accepted["replacement"] == "table"
    lead.post(at(project, "spelling/undo"), {"ids": [row["id"]]}, format="json")
    assert [each["replacement"] for each in listed(project, lead)] == [None]


def test_the_surest_come_first_page_by_page_and_filters_narrow_it(
    project: Project, sample: Sample, lead: APIClient
) -> None:
    for index, word in enumerate(["tabel", "hazlenut", "woooden", "stnads"], start=1):
        caption(sample, f"A lamp and a {word} thing are here", index=index)
    run(project, lead)
    everything = listed(project, lead)
    sure = [each["suggestions"][0]["confidence"] for each in everything]
    assert len(everything) == 4
    assert sure == sorted(sure, reverse=True)
    first = lead.get(at(project, "spelling?page_size=3")).json()
    second = lead.get(at(project, f"spelling?page_size=3&cursor={first['next']}")).json()
    assert [*first["results"], *second["results"]] == everything
    assert [each["word"] for each in listed(project, lead, "?word=ZLE")] == ["hazlenut"]
    least = sure[1]
    assert len(listed(project, lead, f"?min_confidence={least}")) == 2


@pytest.mark.parametrize("query", ["?state=lost", "?min_confidence=2", "?min_confidence=x"])
def test_a_filter_that_makes_no_sense_is_refused(
    project: Project, lead: APIClient, query: str
) -> None:
    assert lead.get(at(project, f"spelling{query}")).status_code == 422


def test_words_are_read_and_written(project: Project, people: Cast, lead: APIClient) -> None:
    body = {"words": ["IKEA", "ikea", "Elledi’s"]}
    answer = lead.put(at(project, "words"), body, format="json")
    assert answer.json() == {"words": ["elledi's", "ikea"]}
    assert client_of(people.reviewer).get(at(project, "words")).json() == answer.json()


def test_a_reviewer_reads_but_does_not_decide(
    project: Project, people: Cast, sample: Sample, lead: APIClient
) -> None:
    caption(sample, "A lamp stands on a wooden tabel")
    run(project, lead)
    reviewer = client_of(people.reviewer)
    (row,) = listed(project, reviewer)
    body = {"ids": [row["id"]]}
    answer = reviewer.post(at(project, "spelling/reject"), body, format="json")
    assert answer.status_code == 403


def test_one_page_costs_the_same_queries_however_long_it_is(
    project: Project, sample: Sample, lead: APIClient, django_assert_max_num_queries: Any
) -> None:
    for index in range(1, 9):
        caption(sample, f"Lamp number {index} stands on a wooden tabel", index=index)
    run(project, lead)
    with django_assert_max_num_queries(6):
        assert len(listed(project, lead)) == 8
