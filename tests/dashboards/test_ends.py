"""The forecast of a project: from the days behind it, and silent where they tell nothing."""

from datetime import date, timedelta
from typing import Any

import pytest

from annotate.projects.models import Project
from annotate.workflow import services
from annotate.workflow.models import Sample
from tests.conftest import Cast, Clock, add_samples
from tests.dashboards.scene import shown, worked
from tests.workflow.acts import describe, use_recipe

pytestmark = pytest.mark.django_db
TODAY = date(2026, 3, 2)  # where the stopped clock stands


def forecast(people: Cast, project: Project) -> dict[str, Any]:
    found: dict[str, Any] = shown(people, project, "overview")["forecast"]
    return found


def finished_each_day(project: Project, people: Cast, number: int, days: int) -> None:
    for ago in range(1, days + 1):
        worked(project, people.ada, TODAY - timedelta(days=ago), finished_samples=number)


def test_a_steady_pace_gives_a_date(people: Cast, project: Project, time: Clock) -> None:
    add_samples(project, 7)
    finished_each_day(project, people, 2, 10)
    found = forecast(people, project)
    assert found["state"] == "known"
    assert (found["remaining"], found["days_seen"], found["level"]) == (7, 10, 0.9)
    assert found["per_day"] == {"mean": 2, "low": 2, "high": 2}
    assert [found[end] for end in ("earliest", "expected", "latest")] == ["2026-03-06"] * 3
    assert "28" in found["method"]["message"]


def test_days_without_work_count(people: Cast, project: Project, time: Clock) -> None:
    add_samples(project, 20)
    for ago in (1, 3, 8, 9):
        worked(project, people.ada, TODAY - timedelta(days=ago), finished_samples=9)
    found = forecast(people, project)
    assert found["per_day"]["mean"] == 4
    assert found["earliest"] < found["expected"] < found["latest"]


def test_the_day_that_is_going_on_does_not(people: Cast, project: Project, time: Clock) -> None:
    add_samples(project, 7)
    finished_each_day(project, people, 2, 10)
    worked(project, people.ada, TODAY, finished_samples=90)
    assert forecast(people, project)["per_day"]["mean"] == 2


def test_only_the_last_four_weeks_count(people: Cast, project: Project, time: Clock) -> None:
    add_samples(project, 7)
    finished_each_day(project, people, 2, 28)
    worked(project, people.ada, TODAY - timedelta(days=29), finished_samples=900)
    found = forecast(people, project)
    assert (found["days_seen"], found["per_day"]["mean"]) == (28, 2)


def test_what_was_taken_back_is_not_finished(people: Cast, project: Project, time: Clock) -> None:
    """A day may end below zero where a review sent samples back that others had finished."""
    add_samples(project, 7)
    finished_each_day(project, people, 2, 9)
    worked(project, people.ada, TODAY - timedelta(days=10), finished_samples=-3)
    assert forecast(people, project)["per_day"]["mean"] == pytest.approx(1.8)


@pytest.mark.parametrize(("days", "state"), [(0, "none"), (3, "too_early")])
def test_few_days_give_no_date(
    people: Cast, project: Project, time: Clock, days: int, state: str
) -> None:
    add_samples(project, 7)
    finished_each_day(project, people, 2, days)
    found = forecast(people, project)
    assert (found["state"], found["days_seen"]) == (state, days)
    assert (found["per_day"], found["expected"], found["latest"]) == (None, None, None)
    assert found["method"]


def test_weeks_in_which_nothing_was_finished_give_no_date(
    people: Cast, project: Project, time: Clock
) -> None:
    add_samples(project, 7)
    finished_each_day(project, people, 0, 20)
    assert forecast(people, project)["state"] == "none"


def test_a_finished_project_says_so(people: Cast, project: Project) -> None:
    use_recipe(project, {"key": "description", "rounds": 1})
    add_samples(project, 2)
    describe(project, people.ada, "A red kite flies over a field.")
    [left] = Sample.objects.filter(state=Sample.State.OPEN)
    services.withdraw_sample(sample=left, actor=people.owner, reason="x")
    assert forecast(people, project)["state"] == "finished"


def test_a_project_without_samples_promises_nothing(people: Cast, project: Project) -> None:
    assert forecast(people, project)["state"] == "none"


def test_the_same_day_tells_the_same(people: Cast, project: Project, time: Clock) -> None:
    add_samples(project, 7)
    for ago, number in enumerate([1, 0, 4, 2, 0, 0, 3], start=1):
        worked(project, people.ada, TODAY - timedelta(days=ago), finished_samples=number)
    assert forecast(people, project) == forecast(people, project)
