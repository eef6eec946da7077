"""Two versions over held-out samples: one request, figures with intervals, and their texts."""

from typing import Any

import pytest
from django.db import connection as database
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from annotate import backends
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.learning.models import Comparison
from annotate.projects.models import AuditEvent, Project
from annotate.seeding.models import Connection
from annotate.seeding.services import connections
from annotate.workflow.models import Sample
from tests.conftest import Cast, client_of
from tests.learning.acts import (
    connect,
    finished,
    one_text,
    pupil,
    run_job,
    set_loop,
    start,
)
from tests.learning.pupil import IGNORANT

__all__ = ["pupil"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pupil")]


@pytest.fixture
def connection(project: Project, people: Cast, pupil: backends.Backend) -> Connection:
    """A pupil with M0, which knows nothing, and M1, which has learned and serves."""
    one_text(project)
    made = connect(project, people.lead)
    set_loop(project, made, is_on=False)
    finished(project, people.ada, 6)
    run_job(start(made))
    return made


@pytest.fixture
def lead(people: Cast) -> APIClient:
    return client_of(people.owner)


def ask(lead: APIClient, project: Project, **body: Any) -> Any:
    return lead.post(f"/api/v1/projects/{project.pk}/comparisons", body, format="json")


def compared(lead: APIClient, project: Project, **body: Any) -> dict[str, Any]:
    """Ask for a comparison, do the worker's part, and return what is shown then."""
    answer = ask(lead, project, **body)
    assert answer.status_code == 201, answer.content
    job_services.run(answer.json()["job"]["id"])
    at = f"/api/v1/projects/{project.pk}/comparisons/{answer.json()['id']}"
    return dict(lead.get(at).json())


def test_one_request_compares_the_active_version_with_the_one_beside_it(
    lead: APIClient, project: Project, connection: Connection
) -> None:
    shown = compared(lead, project, connection=connection.pk)
    assert (shown["old"]["label"], shown["new"]["label"]) == ("M0", "M1")
    assert shown["job"]["state"] == "succeeded"
    result = shown["result"]
    assert result["samples"] == result["held_out"] == 3
    figures = {row["metric"]: row for row in result["figures"]}
    shared = figures["token_f1"]
    assert shared["old"] < shared["new"]
    assert shared["difference"] == pytest.approx(shared["new"] - shared["old"])
    assert shared["low"] <= shared["difference"] <= shared["high"]
    assert shared["n"] == 3
    assert result["texts_in_all"] == 3
    for row in result["texts"]:
        assert (row["old"], row["new"]) == (IGNORANT, "A tall tree stands alone.")
        assert row["reference"].startswith("A tall")


def test_samples_are_called_by_the_names_of_their_images(
    lead: APIClient, project: Project, connection: Connection
) -> None:
    texts = compared(lead, project, connection=connection.pk)["result"]["texts"]
    names = dict(Sample.objects.values_list("pk", "image__name"))
    assert texts
    assert [row["name"] for row in texts] == [names[row["sample"]] for row in texts]


def test_past_comparisons_are_listed_with_who_asked_and_what_came_of_it(
    lead: APIClient, project: Project, connection: Connection, people: Cast
) -> None:
    address = f"/api/v1/projects/{project.pk}/comparisons"
    asked = ask(lead, project, connection=connection.pk).json()
    [waiting] = lead.get(address).json()["results"]
    assert (waiting["state"], waiting["samples"], waiting["figures"]) == ("queued", None, [])
    job_services.run(asked["job"]["id"])
    [row] = lead.get(address).json()["results"]
    assert (row["id"], row["state"], row["samples"]) == (asked["id"], "succeeded", 3)
    assert (row["old"]["label"], row["new"]["label"]) == ("M0", "M1")
    assert row["by"]["username"] == people.owner.username
    assert "token_f1" in {figure["metric"] for figure in row["figures"]}
    finished(project, people.ada, 1)
    again = ask(lead, project, connection=connection.pk).json()
    assert [row["id"] for row in lead.get(address).json()["results"]] == [again["id"], asked["id"]]


def test_more_comparisons_cost_no_more_statements(
    lead: APIClient, project: Project, connection: Connection, people: Cast
) -> None:
    address, counts = f"/api/v1/projects/{project.pk}/comparisons", []
    for _ in range(2):
        ask(lead, project, connection=connection.pk)
        finished(project, people.ada, 1)
        with CaptureQueriesContext(database) as statements:
            assert lead.get(address).status_code == 200
        counts.append(len(statements))
    assert counts[0] == counts[1]


def test_what_is_known_already_is_not_asked_again(
    lead: APIClient, project: Project, connection: Connection, people: Cast
) -> None:
    first = ask(lead, project, connection=connection.pk).json()
    assert ask(lead, project, connection=connection.pk).json()["id"] == first["id"]
    job_services.run(first["job"]["id"])
    assert ask(lead, project, connection=connection.pk).json()["id"] == first["id"]
    finished(project, people.ada, 1)
    assert ask(lead, project, connection=connection.pk).json()["id"] != first["id"]
    assert AuditEvent.objects.filter(project=project, verb="versions.compared").count() == 2


def test_versions_of_two_connections_are_compared_as_well(
    lead: APIClient, project: Project, connection: Connection, people: Cast
) -> None:
    other = connections.make(
        project=project, actor=people.lead, name="Other", backend="pupil", settings={}, secrets={}
    )
    served = connections.serving(connection).pk
    shown = compared(lead, project, old=connections.serving(other).pk, new=served)
    assert shown["old"]["connection"]["name"] == "Other"
    assert shown["result"]["texts"][0]["old"] == IGNORANT


def test_versions_that_cannot_be_compared_are_refused_at_the_field(
    lead: APIClient, project: Project, connection: Connection
) -> None:
    def refused(**body: Any) -> list[str]:
        answer = ask(lead, project, **body)
        assert answer.status_code == 422, answer.content
        return [field["path"] for field in answer.json()["error"]["fields"]]

    served = connections.serving(connection).pk
    reader = connections.serving(connections.named(project, "tesseract", "ocr")).pk
    built_in = connections.named(project, "classical", "detector")
    assert refused(old=served, new=served) == ["new"]
    assert refused(old=served, new=reader) == ["new"]
    assert refused(old=0, new=served) == ["old"]
    assert refused(new=served) == ["old"]
    assert refused(connection=built_in.pk) == ["connection"]
    assert refused(connection=10**9) == ["connection"]


def test_nothing_held_out_and_a_model_that_is_silent_end_the_job_with_the_reason(
    lead: APIClient, project: Project, connection: Connection
) -> None:
    silent = connections.change(connection=connection, actor=None, settings={"fails": True})
    shown = compared(lead, project, connection=silent.pk)
    assert (shown["job"]["state"], shown["result"]) == ("failed", None)
    assert "does not answer" in shown["job"]["error"]["message"]
    again = ask(lead, project, connection=silent.pk).json()
    assert again["id"] != shown["id"]  # a failure is no answer


def test_with_nothing_finished_there_is_nothing_to_compare_on(
    lead: APIClient, project: Project, people: Cast
) -> None:
    one_text(project)
    made = connect(project, people.lead)
    connections.change(connection=made, actor=None, settings={"ponders": 0.001})
    shown = compared(lead, project, connection=made.pk)
    assert shown["job"]["state"] == "failed"
    assert Comparison.objects.count() == Job.objects.filter(name="learning.compare").count() == 1
