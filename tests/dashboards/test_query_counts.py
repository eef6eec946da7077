"""What each dashboard costs in queries, that more work costs no more, and what is never read."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotate.projects.models import Project
from tests.conftest import Cast, NewProject, add_samples, client_of
from tests.dashboards.scene import crew, worked
from tests.workflow.acts import mark

pytestmark = pytest.mark.django_db

# Each includes the session, its user and the membership. Raise a number only with a reason.
LIMITS = {
    "overview": 23,
    "categories": 5,
    "rounds": 6,
    "stopping": 9,
    "annotators": 10,
    "annotators?stage=objects&from=2026-01-01": 11,
    "annotators/{user}": 13,
    "annotators/{user}/texts": 6,
    "stages/objects": 13,
}


def filled(project: Project, people: Cast, number: int) -> None:
    add_samples(project, number)
    for user in crew(project, number):
        mark(project, user)
        for day in range(number):
            worked(project, user, date(2026, 2, 2) + timedelta(days=day), 3)
    for _ in range(number):
        add_samples(project, 1)
        mark(project, people.ada)


def asked(people: Cast, project: Project, page: str) -> list[str]:
    """Return the statements that a page needs."""
    client = client_of(people.owner)
    path = f"/api/v1/projects/{project.pk}/{page.format(user=people.ada.pk)}"
    with CaptureQueriesContext(connection) as found:
        assert client.get(path).status_code == 200
    return [each["sql"] for each in found.captured_queries]


@pytest.mark.parametrize("page", LIMITS)
def test_a_larger_project_costs_no_more_queries(
    people: Cast, new_project: NewProject, page: str
) -> None:
    small, large = new_project(), new_project(name="Large")
    filled(small, people, 2)
    filled(large, people, 6)
    few, many = (len(asked(people, project, page)) for project in (small, large))
    assert few <= LIMITS[page]
    assert many <= few


@pytest.mark.parametrize("page", [page for page in LIMITS if not page.endswith("texts")])
def test_no_answer_is_read(people: Cast, project: Project, page: str) -> None:
    """Catches a page whose cost grows with the work done: sums, bins and tallies are enough."""
    filled(project, people, 2)
    statements = asked(people, project, page)
    assert [sql for sql in statements if "workflow_annotation" in sql] == []
