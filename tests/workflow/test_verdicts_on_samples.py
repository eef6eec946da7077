"""The page of a sample tells what was decided about each answer, by whom, when and why."""

from typing import Any

import pytest

from annotate.projects.models import Project
from annotate.workflow import services
from annotate.workflow.models import Annotation, Assignment
from tests.conftest import Cast, add_samples, client_of
from tests.workflow.acts import describe, use_recipe

pytestmark = pytest.mark.django_db


@pytest.fixture
def handed_in(people: Cast, project: Project) -> Assignment:
    use_recipe(project, {"key": "description", "rounds": 2})
    add_samples(project, 1)
    return describe(project, people.ada, "A tree beside a river.")


def told(people: Cast, held: Assignment) -> dict[str, Any]:
    """The verdict on the first answer as a lead reads it."""
    body = client_of(people.lead).get(f"/api/v1/samples/{held.sample_id}").json()
    (answer,) = [
        answer
        for stage in body["stages"]
        for answer in stage["annotations"]
        if answer["origin"] == "person"
    ]
    return {key: value for key, value in answer.items() if key.startswith("verdict")}


def test_before_anybody_has_looked_there_is_no_verdict(people: Cast, handed_in: Assignment) -> None:
    assert told(people, handed_in) == {
        "verdict": "unreviewed",
        "verdict_at": None,
        "verdict_by": None,
        "verdict_reason": "",
    }


@pytest.mark.parametrize("verdict", ["approved", "rejected"])
def test_approvals_are_told_as_rejections_are(
    people: Cast, handed_in: Assignment, verdict: str
) -> None:
    answer = Annotation.objects.get(assignment=handed_in)
    services.set_verdict(
        annotation=answer, verdict=verdict, actor=people.reviewer, reason="As agreed."
    )
    seen = told(people, handed_in)
    assert (seen["verdict"], seen["verdict_reason"]) == (verdict, "As agreed.")
    assert seen["verdict_by"]["username"] == people.reviewer.username
    assert seen["verdict_at"] is not None
