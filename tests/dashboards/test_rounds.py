"""The round charts: distributions of what was submitted, by round and over time."""

from datetime import date
from typing import Any

import pytest

from annotate.projects.models import Project
from annotate.workflow.models import HistogramBin
from tests.conftest import Cast, Clock, add_samples
from tests.dashboards.scene import shown, worked, wrong_field
from tests.workflow.acts import claim, describe, submit, use_recipe

pytestmark = pytest.mark.django_db
KITE = "A red kite flies over a green field today."  # ten tokens with its full stop


@pytest.fixture
def told(people: Cast, project: Project, time: Clock) -> Project:
    """Two samples: on Monday first rounds of 100 and 20 seconds, on Tuesday a second round."""
    use_recipe(project, {"key": "description", "rounds": 3, "stop": {"threshold": 0.95}})
    add_samples(project, 2)
    held = [(claim(project, people.ada), 100), (claim(project, people.ben), 20)]
    time.forward(seconds=200)
    for each, seconds in held:
        submit(each, {"text": KITE}, seconds=seconds)
    time.forward(days=1)
    describe(project, people.cleo, KITE.replace("today", "tonight"))
    return project


def test_each_round_is_a_distribution(told: Project, people: Cast) -> None:
    first, second = shown(people, told, "rounds")["rounds"]
    assert (first["index"], first["submissions"], second["submissions"]) == (1, 2, 1)
    assert (first["seconds"]["n"], first["seconds"]["mean"]) == (2, 60)
    assert first["seconds"]["bins"][0] == {"low": 20, "high": 30, "count": 1}
    assert first["seconds"]["bins"][-1] == {"low": 90, "high": 120, "count": 1}
    assert [each["count"] for each in first["seconds"]["bins"]] == [1, 0, 0, 0, 1]
    assert (first["tokens"]["median"], first["tokens"]["error"]) == (10, 0)


def test_only_two_peoples_rounds_are_alike_or_not(told: Project, people: Cast) -> None:
    """Eight words of which seven stay: 7 of 9. The first round has nobody before it."""
    first, second = shown(people, told, "rounds")["rounds"]
    assert first["jaccard"]["n"] == 0
    assert (first["jaccard"]["mean"], first["jaccard"]["bins"]) == (None, [])
    assert second["jaccard"]["n"] == 1
    [bar] = second["jaccard"]["bins"]
    assert bar["low"] <= 7 / 9 < bar["high"]


def test_the_calendar_has_a_point_per_day_of_work(told: Project, people: Cast) -> None:
    calendar = shown(people, told, "rounds")["calendar"]
    assert calendar["unit"] == "day"
    first, second = calendar["rounds"]
    assert [(point["start"], point["n"]) for point in first["points"]] == [("2026-03-02", 2)]
    assert first["points"][0]["seconds"]["mean"] == 60
    assert "bins" not in first["points"][0]["seconds"]
    assert [point["start"] for point in second["points"]] == ["2026-03-03"]
    [pair] = calendar["pairs"]
    assert (pair["first"], pair["second"]) == (1, 2)
    assert [(point["start"], point["n"]) for point in pair["points"]] == [("2026-03-03", 1)]


def test_days_narrow_it(told: Project, people: Cast) -> None:
    found = shown(people, told, "rounds", **{"from": "2026-03-03", "to": "2026-03-03"})
    assert [row["index"] for row in found["rounds"]] == [2]
    assert (found["from"], found["to"]) == ("2026-03-03", "2026-03-03")
    assert shown(people, told, "rounds", to="2026-03-01")["rounds"] == []


@pytest.mark.parametrize(
    ("last", "unit", "starts"),
    [
        (date(2026, 4, 1), "day", ["2026-02-04", "2026-04-01"]),
        (date(2026, 12, 30), "week", ["2026-02-02", "2026-12-28"]),
        (date(2027, 12, 30), "month", ["2026-02-01", "2027-12-01"]),
    ],
)
def test_a_long_time_is_told_in_weeks_or_months(
    people: Cast, project: Project, last: date, unit: str, starts: list[str]
) -> None:
    use_recipe(project, {"key": "description", "rounds": 3})
    for day in (date(2026, 2, 4), last):
        worked(project, people.ada, day)
        bars(project, day, seconds=4)
    calendar = shown(people, project, "rounds")["calendar"]
    assert calendar["unit"] == unit
    [only] = calendar["rounds"]
    assert [point["start"] for point in only["points"]] == starts
    assert [point["seconds"]["n"] for point in only["points"]] == [1, 1]


def bars(project: Project, day: date, *, lane: int = 0, **places: int) -> None:
    for measure, place in places.items():
        HistogramBin.objects.create(
            project=project,
            stage_key="description",
            measure=measure,
            index=1,
            day=day,
            bin=place,
            lane=lane,
            count=1,
            total=place,
        )


def test_lanes_are_one(people: Cast, project: Project) -> None:
    use_recipe(project, {"key": "description", "rounds": 3})
    worked(project, people.ada, date(2026, 2, 4), 2)
    for lane in (0, 3):
        bars(project, date(2026, 2, 4), lane=lane, tokens=35)
    [only] = shown(people, project, "rounds")["rounds"]
    assert only["tokens"]["bins"] == [{"low": 30, "high": 40, "count": 2}]


def test_nothing_yet_is_no_round(people: Cast, project: Project) -> None:
    found = shown(people, project, "rounds")
    assert (found["rounds"], found["calendar"]["pairs"]) == ([], [])
    assert (found["stage"], found["small_n"]) == ("description", 30)
    assert [stage["key"] for stage in found["stages"]] == ["objects", "description"]


@pytest.mark.parametrize(
    ("params", "field"),
    [
        ({"stage": "nowhere"}, "stage"),
        ({"from": "last week"}, "from"),
        ({"to": "2026-02-31"}, "to"),
        ({"from": "2026-03-02", "to": "2026-03-01"}, "to"),
    ],
)
def test_what_cannot_be_meant_is_named(
    people: Cast, project: Project, params: dict[str, Any], field: str
) -> None:
    assert wrong_field(people, project, "rounds", **params) == field


def test_a_stage_whose_answers_are_brought_in_has_no_rounds(people: Cast, project: Project) -> None:
    use_recipe(
        project,
        {"key": "texts", "kind": "texts.v1", "given": True, "mode": "parallel"},
        {"key": "rating", "kind": "likert.v1", "about": "texts", "mode": "parallel"},
    )
    found = shown(people, project, "rounds")
    assert (found["stage"], [stage["key"] for stage in found["stages"]]) == ("rating", ["rating"])
