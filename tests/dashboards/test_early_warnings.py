"""Early warnings: whoever is new and unlike the others is pointed out, and nobody else."""

from datetime import date

import pytest

from annotate.projects.models import Project
from tests.conftest import Cast
from tests.dashboards.listed import MONDAY, names, row_of, team
from tests.dashboards.scene import worked

__all__ = ["team"]
pytestmark = pytest.mark.django_db


def test_somebody_new_who_clicks_through_is_warned_of(team: Project, people: Cast) -> None:
    worked(team, people.ada, date(2026, 3, 1), 12, active_seconds=60, edit_share_sum=0.0)
    ada = row_of(people, team, "ada")
    found = {each["code"]: each for each in ada["warnings"]}
    assert set(found) == {"time_low", "edits_low"}
    assert found["time_low"]["value"] == 5 < found["time_low"]["low"] < 55
    assert (found["time_low"]["n"], found["time_low"]["stage"]) == (12, "description")
    assert "5 s per answer" in found["time_low"]["message"]
    assert names(people, team, warned="1") == ["ada"]


def test_somebody_new_who_works_like_the_others_is_not(team: Project, people: Cast) -> None:
    worked(team, people.ada, date(2026, 3, 1), 12, active_seconds=720)
    assert row_of(people, team, "ada")["is_new"]
    assert names(people, team, warned="true") == []


def test_a_few_answers_are_no_reason(team: Project, people: Cast) -> None:
    worked(team, people.ada, date(2026, 3, 1), 4, active_seconds=4)
    assert names(people, team, warned="1") == []


def test_warnings_are_of_new_people_and_flags_of_the_others(team: Project, people: Cast) -> None:
    worked(team, people.ada, MONDAY, 500, active_seconds=500)
    ada = row_of(people, team, "ada")
    assert (ada["is_new"], ada["warnings"]) == (False, [])


def test_the_first_week_is_new_however_much_was_done(team: Project, people: Cast) -> None:
    worked(team, people.ada, date(2026, 2, 26), 500, active_seconds=500)
    assert [each["code"] for each in row_of(people, team, "ada")["warnings"]] == ["time_low"]


def test_days_shown_do_not_change_who_is_new_or_warned_of(team: Project, people: Cast) -> None:
    worked(team, people.ada, date(2026, 3, 1), 12, active_seconds=60)
    assert names(people, team, warned="1", **{"from": "2026-03-01"}) == ["ada"]
