"""Projects at a glance: where their samples are, who is active, and what is not set up."""

from datetime import timedelta
from typing import Any

import pytest

from annotate.people.models import User
from annotate.projects.models import Membership, Project
from annotate.workflow import services as workflow
from tests.conftest import Cast, Clock, NewProject, add_samples
from tests.dashboards.home_scene import enough_people, projects
from tests.dashboards.scene import crew, worked
from tests.workflow.acts import mark, use_recipe

pytestmark = pytest.mark.django_db


def only(user: User) -> dict[str, Any]:
    (found,) = projects(user)["results"]
    return dict(found)


def test_samples_are_counted_without_those_taken_out(project: Project, people: Cast) -> None:
    use_recipe(project, {"key": "objects", "kind": "objects.v1", "rounds": 1})
    samples = add_samples(project, 4)
    mark(project, people.ada)
    left = next(each for each in samples if type(each).objects.get(pk=each.pk).state == "open")
    workflow.withdraw_sample(sample=left, actor=people.owner, reason="not free")
    found = only(people.owner)
    assert (found["samples"], found["done"]) == (3, 1)
    assert (found["name"], found["state"], found["role"]) == (project.name, "active", "lead")
    assert only(people.reviewer)["role"] == "reviewer"


def test_people_are_active_for_a_day_and_for_a_week(
    project: Project, people: Cast, time: Clock
) -> None:
    today, this_week, before = crew(project, 3)
    for user, days in ((today, 0.9), (this_week, 6.9), (before, 7.1)):
        at = time.at - timedelta(days=days)
        for index in (1, 2):
            worked(project, user, at.date(), index=index, last_at=at)
    found = only(people.owner)
    assert (found["active_today"], found["active_this_week"]) == (1, 2)
    last = time.at - timedelta(days=0.9)
    assert found["last_activity"] == last.isoformat().replace("+00:00", "Z")


def test_a_new_project_says_what_is_to_be_done_before_the_first_answer(
    project: Project, people: Cast, time: Clock
) -> None:
    found = only(people.owner)
    assert found["setup"] == ["images", "seeds", "people"]
    assert (found["last_activity"], found["active_this_week"]) == (None, 0)
    waiting = add_samples(project, 1, opened=False)
    assert only(people.owner)["setup"] == ["seeds", "people"]
    workflow.open_samples(project=project, samples=waiting)
    assert only(people.owner)["setup"] == ["people"]
    enough_people(project, project.recipe.people_needed)
    assert only(people.owner)["setup"] == []


def test_after_the_first_answer_nothing_is_to_be_set_up(
    project: Project, people: Cast, time: Clock
) -> None:
    worked(project, people.ada, time.at.date())
    assert only(people.owner)["setup"] == []


def test_only_what_one_leads_or_reviews_and_is_not_put_away_is_listed(
    people: Cast, new_project: NewProject
) -> None:
    shown, away = new_project(name="Shown"), new_project(name="Away")
    Project.objects.filter(pk=away.pk).update(state=Project.State.ARCHIVED)
    assert only(people.owner)["name"] == shown.name
    for user in (people.ada, people.stranger, people.admin, people.blocked):
        assert projects(user)["results"] == []
    Membership.objects.filter(user=people.reviewer).update(is_blocked=True)
    assert projects(people.reviewer)["results"] == []


def test_projects_come_in_pages_the_newest_first(people: Cast, new_project: NewProject) -> None:
    for number in range(3):
        new_project(name=f"Number {number}")
    first = projects(people.owner, page_size=2)
    assert [each["name"] for each in first["results"]] == ["Number 2", "Number 1"]
    rest = projects(people.owner, page_size=2, cursor=first["next"])
    assert [each["name"] for each in rest["results"]] == ["Number 0"]
    assert rest["next"] is None
