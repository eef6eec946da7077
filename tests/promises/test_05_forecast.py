"""A forecast needs a whole week, says why it has none, and says nothing that is not true."""

from datetime import date, timedelta
from typing import Any

import numpy as np
import pytest

from annotate.analysis.forecast import FEWEST_DAYS, forecast
from annotate.analysis.undefined import Undefined
from annotate.projects.models import Project
from tests.conftest import Cast, Clock, add_samples
from tests.dashboards.scene import shown, worked
from tests.workflow.acts import describe, use_recipe

TODAY = date(2026, 3, 2)  # where the stopped clock stands


def told(people: Cast, project: Project) -> dict[str, Any]:
    found: dict[str, Any] = shown(people, project, "overview")["forecast"]
    return found


def test_a_week_without_its_weekend_gives_no_date() -> None:
    """After Monday to Friday the range held the true end in 1 to 3 of 100 runs."""
    assert isinstance(forecast([28, 27, 30, 25, 29], 300, seed=1).latest, Undefined)
    assert FEWEST_DAYS == 7


def test_after_a_whole_week_nine_in_ten_ranges_hold_the_end() -> None:
    """28 are finished on each day of the working week, none at weekends; 300 are left."""
    generator = np.random.default_rng(5)
    held = 0
    for trial in range(150):
        week = [*map(int, generator.poisson(28, 5)), 0, 0]
        rest = generator.poisson(28, 100) * (np.arange(100) % 7 < 5)
        took = int(np.searchsorted(np.cumsum(rest), 300)) + 1
        ends = forecast(week, 300, seed=trial, resamples=500)
        assert isinstance(ends.earliest, int)
        assert isinstance(ends.latest, int)
        held += ends.earliest <= took <= ends.latest
    assert held / 150 >= 0.9


@pytest.mark.django_db
def test_before_anything_is_finished_it_says_that(people: Cast, project: Project) -> None:
    add_samples(project, 2)
    found = told(people, project)
    assert (found["state"], found["remaining"]) == ("none", 2)
    assert found["method"]["message"] == "No sample has been finished yet."


@pytest.mark.django_db
def test_on_the_first_day_with_finished_samples_it_does_not_say_that_none_is(
    people: Cast, project: Project
) -> None:
    """It said "No sample has been finished yet; 5 are left" under "Done 6 / 11"."""
    use_recipe(project, {"key": "description", "rounds": 1})
    add_samples(project, 2)
    describe(project, people.ada, "A red kite flies over a field.")
    found = told(people, project)
    assert (found["state"], found["remaining"], found["days_seen"]) == ("too_early", 1, 0)
    assert "whole week" in found["method"]["message"]
    assert "No sample" not in found["method"]["message"]


@pytest.mark.django_db
@pytest.mark.parametrize("days", [1, 6])
def test_days_of_less_than_a_week_are_too_early(
    people: Cast, project: Project, time: Clock, days: int
) -> None:
    add_samples(project, 7)
    for ago in range(1, days + 1):
        worked(project, people.ada, TODAY - timedelta(days=ago), finished_samples=2)
    found = told(people, project)
    assert (found["state"], found["expected"]) == ("too_early", None)
    assert f"Full days so far: {days}." in found["method"]["message"]


@pytest.mark.django_db
def test_weeks_without_a_finished_sample_are_said_as_such(
    people: Cast, project: Project, time: Clock
) -> None:
    add_samples(project, 7)
    worked(project, people.ada, TODAY - timedelta(days=60), finished_samples=3)
    worked(project, people.ada, TODAY - timedelta(days=1))
    assert told(people, project)["method"]["message"] == (
        "Nothing was finished on the last 28 full days."
    )
