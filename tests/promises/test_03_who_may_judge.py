"""Before a study starts a lead is told who may not judge in it, and how many are left."""

from typing import Any

import pytest

from annotate.people.models import User
from annotate.projects.models import Membership, Project
from tests.conftest import Cast, add_samples, client_of
from tests.workflow.acts import describe, use_recipe

pytestmark = pytest.mark.django_db
FIRST = {"type": "round", "stage": "description", "index": 1}


@pytest.fixture
def described(people: Cast, project: Project) -> Project:
    """Two images, described by Ada and by Ben."""
    use_recipe(project, {"key": "description"})
    add_samples(project, 2)
    describe(project, people.ada, "A red kite.")
    describe(project, people.ben, "A grey boat.")
    return project


def previewed(people: Cast, project: Project) -> Any:
    body = {"design": "likert.v1", "sources": [FIRST]}
    address = f"/api/v1/projects/{project.pk}/studies/preview"
    return client_of(people.owner).post(address, body, format="json").json()


def test_authors_are_named_before_a_study_starts(people: Cast, described: Project) -> None:
    found = previewed(people, described)
    assert [person["username"] for person in found["barred"]] == ["ada", "ben"]
    assert found["authors"] == 2


def test_those_who_are_left_are_counted(people: Cast, described: Project) -> None:
    """Olga, Leo, Rita and Cleo; Bob is blocked, Ada and Ben wrote."""
    assert previewed(people, described)["remaining"] == 4
    Membership.objects.filter(project=described, user=people.cleo).update(is_blocked=True)
    User.objects.filter(pk=people.reviewer.pk).update(is_blocked=True)
    assert previewed(people, described)["remaining"] == 2
