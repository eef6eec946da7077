"""Whether there are people enough, and when each was last at work."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotate.people.models import User
from annotate.projects import recipes
from annotate.projects.models import Membership, Project
from tests.conftest import Cast, Clock, add_samples, client_of
from tests.workflow.acts import claim, mark

pytestmark = pytest.mark.django_db


def capacity(project: Project, by: User) -> Any:
    return client_of(by).get(f"/api/v1/projects/{project.pk}/capacity").json()


def seen(project: Project, by: User) -> dict[str, str | None]:
    rows = client_of(by).get(f"/api/v1/projects/{project.pk}/members").json()
    return {row["user"]["username"]: row["last_seen"] for row in rows}


@pytest.mark.parametrize(
    ("name", "no_repeat", "needed"),
    [("iiw", "sample", 4), ("iiw", "stage", 3), ("textcaps", "stage", 11)],
)
def test_a_recipe_needs_as_many_people_as_its_form_counts(
    name: str, no_repeat: str, needed: int
) -> None:
    """The examples of frontend/src/lib/recipe-rules.test.ts."""
    assert recipes.get(name).customise(no_repeat=no_repeat).people_needed == needed


def test_annotators_count_and_so_does_whoever_else_worked_here(
    people: Cast, project: Project
) -> None:
    add_samples(project, 1)
    told = capacity(project, people.owner)
    assert (told["needed"], told["here"], told["active"], told["short"]) == (4, 3, 0, 1)
    assert [(row["stage"], row["needed"], row["short"]) for row in told["stages"]] == [
        ("objects", 1, 0),
        ("description", 3, 0),
    ]
    mark(project, people.lead)
    told = capacity(project, people.reviewer)
    assert (told["here"], told["active"], told["short"]) == (4, 1, 0)


@pytest.mark.parametrize("change", ["blocked here", "blocked everywhere", "closed", "gone"])
def test_who_may_not_work_does_not_count(people: Cast, project: Project, change: str) -> None:
    ada = Membership.objects.filter(user=people.ada)
    if change == "blocked here":
        ada.update(is_blocked=True)
    elif change == "blocked everywhere":
        User.objects.filter(pk=people.ada.pk).update(is_blocked=True)
    elif change == "closed":
        User.objects.filter(pk=people.ada.pk).update(is_active=False)
    else:
        ada.delete()
    told = capacity(project, people.owner)
    assert (told["here"], told["short"]) == (2, 2)
    assert [row["short"] for row in told["stages"]] == [0, 1]


def test_who_has_not_worked_for_a_fortnight_is_here_and_not_active(
    people: Cast, project: Project, time: Clock
) -> None:
    add_samples(project, 1)
    mark(project, people.ada)
    time.forward(days=14)
    assert capacity(project, people.owner)["active"] == 1
    time.forward(days=1)
    told = capacity(project, people.owner)
    assert (told["here"], told["active"]) == (3, 0)


def test_the_list_says_when_each_member_last_submitted_or_claimed(
    people: Cast, project: Project, time: Clock
) -> None:
    add_samples(project, 3)
    mark(project, people.ada)
    time.forward(days=2)
    claim(project, people.ben)
    days = seen(project, people.owner)
    assert (days["ada"], days["ben"], days["cleo"]) == ("2026-03-02", "2026-03-04", None)
    time.forward(days=1)
    claim(project, people.ada)
    assert seen(project, people.reviewer)["ada"] == "2026-03-05"


def test_work_elsewhere_is_not_told_here(people: Cast, new_project: Any, project: Project) -> None:
    other = new_project(name="Elsewhere")
    add_samples(other, 1)
    mark(other, people.ada)
    assert seen(project, people.owner)["ada"] is None


@pytest.mark.parametrize(("page", "most"), [("members", 7), ("capacity", 7)])
def test_more_members_take_no_more_statements(
    people: Cast, project: Project, page: str, most: int
) -> None:
    client = client_of(people.owner)
    counts = []
    for more in (0, 30):
        for number in range(more):
            user = User.objects.create(username=f"person-{number}")
            Membership.objects.create(project=project, user=user, role="annotator")
        with CaptureQueriesContext(connection) as queries:
            assert client.get(f"/api/v1/projects/{project.pk}/{page}").status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= most
