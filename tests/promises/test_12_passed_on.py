"""A lead sees how much each person passed on as it came, of how much, and how sure that is."""

from typing import Any

import pytest

from annotate.analysis.proportions import Clusters, share_of_clusters
from annotate.people.models import User
from annotate.projects.models import Project
from tests.conftest import Cast
from tests.dashboards.listed import MONDAY, names, row_of
from tests.dashboards.scene import shown, worked

pytestmark = pytest.mark.django_db


def looked(project: Project, user: User, *answers: tuple[int, int], **more: Any) -> None:
    """Put down answers of which so many things of so many were passed on as they came."""
    sums = {
        "looks": len(answers),
        "given": sum(of for _, of in answers),
        "unread": sum(part for part, _ in answers),
        "given_squared": sum(of * of for _, of in answers),
        "unread_squared": sum(part * part for part, _ in answers),
        "given_by_unread": sum(of * part for part, of in answers),
    }
    worked(project, user, MONDAY, len(answers), **(sums | more))


def test_the_share_passed_on_is_told_with_what_it_is_of(people: Cast, project: Project) -> None:
    looked(project, people.ada, (6, 6), (0, 6), (3, 3), stage_key="objects")
    looked(project, people.ada, (1, 1), (0, 1))
    told = row_of(people, project, "ada")["passed_on"]
    assert (told["number"], told["of"], told["answers"]) == (10, 17, 5)
    assert 0 <= told["low"] < 10 / 17 < told["high"] <= 1
    page = shown(people, project, f"annotators/{people.ada.pk}")
    assert page["passed_on"] == told
    by_stage = {row["stage"]: row["passed_on"] for row in page["by_stage"]}
    assert (by_stage["objects"]["number"], by_stage["objects"]["of"]) == (9, 15)
    assert (by_stage["description"]["number"], by_stage["description"]["of"]) == (1, 2)


def test_nothing_is_told_where_nobody_could_see_what_was_looked_at(
    people: Cast, project: Project
) -> None:
    worked(project, people.ada, MONDAY, 3)
    assert row_of(people, project, "ada")["passed_on"] is None
    (row,) = shown(people, project, f"annotators/{people.ada.pk}")["by_stage"]
    assert row["passed_on"] is None


def test_people_are_ordered_by_the_share_and_the_unknown_come_last(
    people: Cast, project: Project
) -> None:
    looked(project, people.ada, (1, 6), (1, 6))
    looked(project, people.ben, (1, 1))
    looked(project, people.cleo, (0, 40))
    assert names(people, project, order="-passed_on") == ["ben", "ada", "cleo", "bob"]
    assert names(people, project, order="passed_on") == ["cleo", "ada", "ben", "bob"]


def test_objects_of_one_answer_are_no_independent_evidence() -> None:
    """All or nothing in each answer says less than a half in each, though the share is the same."""
    half = Clusters(20, 60, 120, 20 * 9, 20 * 36, 20 * 18)
    all_or_nothing = Clusters(20, 60, 120, 10 * 36, 20 * 36, 10 * 36)
    mixed = Clusters(20, 60, 120, 10 * 4 + 10 * 16, 20 * 36, 10 * 12 + 10 * 24)
    widths = [high - low for low, high in map(share_of_clusters, (mixed, half, all_or_nothing))]
    assert widths == sorted(widths)
