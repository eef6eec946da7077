"""The report of a batch: its own answers and flags alone, and who is kept from it."""

from typing import Any

import pytest

from annotate.projects.models import Project
from annotate.workflow import services as workflow
from annotate.workflow.models import Assignment, Batch
from tests.conftest import Cast, client_of
from tests.quality.checks_at_once import run_checks
from tests.quality.scene import (
    CANNED,
    answer_all,
    caption_recipe,
    captioned,
    crew,
    give,
    new_samples,
    sentence,
)

pytestmark = pytest.mark.django_db


def report(project: Project, people: Cast, batch: Batch) -> dict[str, Any]:
    url = f"/api/v1/projects/{project.pk}/batches/{batch.pk}/report"
    answer = client_of(people.reviewer).get(url)
    assert answer.status_code == 200, answer.content
    body: dict[str, Any] = answer.json()
    return body


def test_a_report_is_about_one_batch(project: Project, people: Cast) -> None:
    caption_recipe(project)
    *team, odd = crew(project, 5)
    first, second = new_samples(project, 2)
    answer_all([first, second], team)
    spam = give(first, odd, captioned(CANNED), seconds=62)
    give(second, odd, captioned(sentence("second")), seconds=62)
    one, _ = (
        workflow.make_batch(project=project, actor=people.owner, title="", sample_ids=[sample.pk])
        for sample in (first, second)
    )
    run_checks(project=project)
    Assignment.objects.filter(pk=spam.pk).update(verdict="rejected")
    client_of(people.lead).post(
        f"/api/v1/projects/{project.pk}/blocks",
        {"user": odd.pk, "scope": "batch", "batch": one.pk, "reason": "Spam.", "requeue": False},
        format="json",
    )
    body = report(project, people, one)
    assert (body["batch"]["id"], body["batch"]["samples"]) == (one.pk, 1)
    assert (body["submissions"], body["approved"], body["rejected"]) == (5, 0, 1)
    assert body["flags"] == {"canned_alone": 1, "canned_often": 1}
    assert {row["user"]["id"]: row["submissions"] for row in body["annotators"]} == {
        user.pk: 1 for user in (*team, odd)
    }
    row = next(row for row in body["annotators"] if row["user"]["id"] == odd.pk)
    assert (row["flags_open"], row["blocked"]) == (2, {"scope": "batch"})
    assert [(block["user"]["id"], block["reason"]) for block in body["blocked"]] == [
        (odd.pk, "Spam.")
    ]
    assert body["gold"] == {"right": 0, "total": 0, "accuracy": None}


def test_a_batch_nobody_has_worked_on_has_a_report(project: Project, people: Cast) -> None:
    caption_recipe(project)
    batch = Batch.objects.create(project=project, number=1, created_by=people.owner)
    body = report(project, people, batch)
    assert (body["submissions"], body["annotators"], body["flags"]) == (0, [], {})


def test_edits_are_those_of_the_batch(project: Project, people: Cast) -> None:
    """Two answers of 10 and 30 changed words inside, one of 500 outside, one from nothing."""
    caption_recipe(project)
    (worker,) = crew(project, 1)
    samples = new_samples(project, 4)
    for sample, edits in zip(samples, (10, 30, None, 500), strict=True):
        give(sample, worker, captioned(sentence(sample.pk)), edits=edits)
    inside = [sample.pk for sample in samples[:3]]
    batch = workflow.make_batch(project=project, actor=people.owner, sample_ids=inside)
    (row,) = report(project, people, batch)["annotators"]
    assert (row["submissions"], row["edit_distance"]["mean"]) == (3, 20)
