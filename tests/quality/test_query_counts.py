"""What the pages of quality control cost in queries, and that a larger project costs no more."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotate.people.models import User
from annotate.projects.models import Project
from annotate.quality.services import blocks
from annotate.quality.services import review as feedback
from annotate.workflow.services import make_batch
from tests.conftest import Cast, NewProject, client_of
from tests.quality.checks_at_once import run_checks
from tests.quality.scene import (
    CANNED,
    answer_all,
    caption_recipe,
    captioned,
    crew,
    give,
    new_samples,
)

pytestmark = pytest.mark.django_db

# Each includes the session, its user and the membership. Raise a number only with a reason.
LIMITS = {
    "review": 8,
    "review/skips": 4,
    "quality": 6,
    "review/people": 5,
    "agreement": 6,
    "aggregates": 5,
    "blocks": 4,
    "feedback": 4,
}
INBOX, REPORT = 4, 17


def filled(project: Project, people: Cast, number: int) -> tuple[User, int]:
    """Fill a project in proportion to the number; return an annotator and a batch of all of it."""
    caption_recipe(project)
    team = crew(project, 5)
    samples = new_samples(project, number)
    answer_all(samples, team[:4])
    for sample in samples:
        odd = give(sample, team[4], captioned(CANNED)).answer_id or 0
        feedback.send_feedback(
            project=project,
            annotation_id=odd,
            path="",
            span=None,
            message="Look again.",
            actor=people.owner,
        )
    for user in crew(project, number):
        blocks.block(
            project=project, actor=people.owner, user_id=user.pk, scope="project", reason="Spam."
        )
    ids = [sample.pk for sample in samples]
    batch = make_batch(project=project, actor=people.owner, sample_ids=ids)
    run_checks(project=project)
    return team[4], batch.pk


def cost(url: str, user: User) -> int:
    client = client_of(user)
    with CaptureQueriesContext(connection) as captured:
        answer = client.get(f"/api/v1/{url}")
    assert answer.status_code == 200, answer.content
    return len(captured)


def costs(project: Project, people: Cast, number: int) -> dict[str, int]:
    annotator, batch = filled(project, people, number)
    base = f"projects/{project.pk}"
    return {
        **{name: cost(f"{base}/{name}", people.owner) for name in LIMITS},
        "inbox": cost("feedback", annotator),
        "report": cost(f"{base}/batches/{batch}/report", people.owner),
    }


def test_pages_cost_little_however_large_the_project(people: Cast, new_project: NewProject) -> None:
    """Catches a query per row."""
    few, many = (costs(new_project(), people, number) for number in (2, 9))
    assert many == few
    limits = {**LIMITS, "inbox": INBOX, "report": REPORT}
    assert {name: number for name, number in many.items() if number > limits[name]} == {}
