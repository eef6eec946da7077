"""Annotators are one list, every column orders it, and the worst by evidence stand first."""

from datetime import date
from typing import Any, get_args

import pytest

from annotate.dashboards.schemas.annotators import Order
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.quality.models import Flag
from annotate.workflow.models import Assignment
from tests.conftest import Cast
from tests.dashboards.scene import shown, worked, wrong_field
from tests.promises.review_scene import described, two_stages

pytestmark = pytest.mark.django_db
MONDAY = date(2026, 2, 2)


def flag(held: Assignment, code: str = "by_hand") -> None:
    Flag.objects.create(
        project=held.project,
        assignment=held,
        annotation=held.answer,
        annotator=held.annotator,
        stage_key="description",
        code=code,
        numbers={"reason": "Odd."},
    )


@pytest.fixture
def planted(people: Cast, project: Project) -> list[Assignment]:
    """Fourteen answers of Ada's, each with two open flags; Ben is slow, with one flag in twenty."""
    two_stages(project)
    given = described(project, [people.ada], 14)
    for held in given:
        flag(held)
        flag(held, "random_sample")
    flag(described(project, [people.ben], 1)[0])
    worked(project, people.ada, MONDAY, 14)
    worked(project, people.ben, MONDAY, 20, active_seconds=60_000.0)
    worked(project, people.cleo, MONDAY, 90)
    return given


def rows(people: Cast, project: Project, **params: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = shown(people, project, "annotators", **params)["results"]
    return found


def test_who_has_all_answers_flagged_stands_above_who_is_merely_slow(
    people: Cast, project: Project, planted: list[Assignment]
) -> None:
    first, second, third = rows(people, project)[:3]
    assert [row["user"]["username"] for row in (first, second, third)] == ["ada", "ben", "cleo"]
    assert first["evidence"] == {
        "score": pytest.approx(0.785, abs=0.001),
        "questioned": 14,
        "answers": 14,
        "gold_wrong": 0,
        "gold": 0,
    }
    assert second["evidence"]["score"] < 0.02
    assert third["evidence"]["score"] == 0


def test_a_rejected_answer_is_evidence_and_an_approved_one_is_not(
    people: Cast, project: Project, planted: list[Assignment]
) -> None:
    Assignment.objects.filter(pk=planted[0].pk).update(verdict="rejected")
    Flag.objects.filter(assignment__in=[planted[0].pk, planted[1].pk]).update(state="settled")
    Assignment.objects.filter(pk=planted[1].pk).update(verdict="approved")
    (ada,) = [row for row in rows(people, project) if row["user"]["username"] == "ada"]
    assert ada["evidence"]["questioned"] == 13


def test_an_answer_that_is_rejected_and_flagged_counts_once(
    people: Cast, project: Project, planted: list[Assignment]
) -> None:
    Assignment.objects.filter(pk=planted[0].pk).update(verdict="rejected")
    (ada,) = [row for row in rows(people, project) if row["user"]["username"] == "ada"]
    assert ada["evidence"]["questioned"] == 14


def figure(row: dict[str, Any], column: str) -> Any:
    reviews = row["reviews"]["approved"] + row["reviews"]["rejected"]
    return {
        "evidence": row["evidence"]["score"] if row["evidence"]["answers"] else None,
        "name": row["user"]["display_name"].casefold(),
        "submissions": row["submissions"],
        "skips": row["skips"],
        "flags": row["flags"]["open"],
        "gold": row["gold"]["right"] / row["gold"]["n"] if row["gold"] else None,
        "reviews": row["reviews"]["approved"] / reviews if reviews else None,
        "last_at": row["last_at"],
        "passed_on": row["passed_on"] and row["passed_on"]["number"] / row["passed_on"]["of"],
        "unchanged": row["unchanged"] and row["unchanged"]["number"] / row["unchanged"]["of"],
        **{name: each["mean"] for name, each in row["figures"].items()},
    }[column]


@pytest.mark.parametrize("order", get_args(Order))
def test_every_column_orders_the_list_and_who_has_no_figure_comes_last(
    people: Cast, project: Project, planted: list[Assignment], order: str
) -> None:
    for held, verdict in zip(planted, ("approved", "rejected", "approved"), strict=False):
        Assignment.objects.filter(pk=held.pk).update(verdict=verdict)
    values = [figure(row, order.removeprefix("-")) for row in rows(people, project, order=order)]
    known = [value for value in values if value is not None]
    assert known == sorted(known, reverse=order.startswith("-"))
    assert values == known + [None] * (len(values) - len(known))


def test_an_order_that_there_is_not_is_refused(people: Cast, project: Project) -> None:
    assert wrong_field(people, project, "annotators", order="password") == "order"


def test_evidence_is_that_of_the_stage_asked_for(
    people: Cast, project: Project, planted: list[Assignment]
) -> None:
    worked(project, people.ada, MONDAY, 6, stage_key="objects")
    user: User = people.ada
    (ada,) = [row for row in rows(people, project, stage="objects") if row["user"]["id"] == user.pk]
    assert (ada["evidence"]["questioned"], ada["evidence"]["answers"]) == (0, 6)
