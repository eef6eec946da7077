"""A whole collection over HTTP: a HIT by five people, one careless; found, blocked, done again."""

import uuid
from typing import Any

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.people.models import User
from annotate.projects import services as project_services
from annotate.projects.models import Project
from annotate.workflow.models import Assignment, Sample
from tests.conftest import Cast, Clock, add_samples, client_of
from tests.quality.scene import CANNED, captioned, crew, sentence

pytestmark = pytest.mark.django_db
Captured = DjangoCaptureOnCommitCallbacks


@pytest.fixture
def project(people: Cast) -> Project:
    """The recipe as it ships: five captions per image, five images per HIT."""
    made = project_services.create_project(
        name="Kitchen photos",
        description="",
        recipe_name="vizwiz-captions",
        changes={},
        creator=people.owner,
        seed=7,
        guidelines_required=False,
    )
    add_samples(made, 5)
    return made


def work_through(
    project: Project, user: User, time: Clock, captured: Captured, texts: list[str], seconds: float
) -> None:
    """Claim a HIT, answer its images one after the other, and submit it."""
    client = client_of(user)
    hit = client.post(f"/api/v1/projects/{project.pk}/claim").json()["hit"]
    time.forward(seconds=2 * seconds * len(hit["assignments"]))
    answers = [
        {"assignment": given["id"], "answer": captioned(text), "active_seconds": seconds}
        for given, text in zip(hit["assignments"], texts, strict=False)
    ]
    with captured(execute=True):
        sent = client.post(
            f"/api/v1/hits/{hit['id']}/submit",
            {"key": str(uuid.uuid4()), "answers": answers},
            format="json",
        )
    assert sent.status_code == 200, sent.content


def run_waiting_jobs() -> None:
    for job in Job.objects.filter(state=Job.State.QUEUED).order_by("pk"):
        job_services.run(job.pk)


def careful(user: User) -> list[str]:
    return [sentence(user.pk, place) for place in range(5)]


def queue(project: Project, lead: Any, **filters: Any) -> list[dict[str, Any]]:
    answer = lead.get(f"/api/v1/projects/{project.pk}/review", filters)
    rows: list[dict[str, Any]] = answer.json()["results"]
    return rows


def test_a_spammer_is_found_blocked_and_replaced(
    project: Project,
    people: Cast,
    time: Clock,
    django_capture_on_commit_callbacks: Captured,
) -> None:
    *team, spammer, successor = crew(project, 6)
    captured = django_capture_on_commit_callbacks
    for place, user in enumerate(team):
        work_through(project, user, time, captured, careful(user), seconds=60 + place)
    work_through(project, spammer, time, captured, [CANNED] * 5, seconds=2)
    run_waiting_jobs()

    lead = client_of(people.owner)
    rows = queue(project, lead)
    assert {row["answer"]["annotator"]["id"] for row in rows} == {spammer.pk}
    assert len(rows) == 5
    for row in rows:
        assert {flag["code"] for flag in row["flags"]} >= {
            "time_outlier_hit",
            "time_outlier_image",
            "time_outlier_platform",
            "canned_alone",
            "canned_often",
        }
        assert len(row["others"]) == 4
    assert set(Sample.objects.values_list("state", flat=True)) == {"done"}

    body = {"user": spammer.pk, "scope": "project", "reason": "Canned texts.", "requeue": True}
    block = lead.post(f"/api/v1/projects/{project.pk}/blocks", body, format="json").json()
    assert (block["requeued"], block["evidence"]["submissions"]) == (5, 5)
    assert queue(project, lead) == []
    assert set(Sample.objects.values_list("state", flat=True)) == {"open"}
    refused = client_of(spammer).post(f"/api/v1/projects/{project.pk}/claim")
    assert refused.status_code == 403

    work_through(project, successor, time, captured, careful(successor), seconds=62)
    run_waiting_jobs()
    assert set(Sample.objects.values_list("state", flat=True)) == {"done"}
    standing = Assignment.objects.filter(state="submitted").exclude(verdict="rejected")
    assert standing.count() == 25
    assert queue(project, lead) == []
    assert len(queue(project, lead, state="settled")) == 5
