"""The page about one annotator, down to what they wrote."""

from datetime import date
from typing import Any

import pytest

from annotate.projects.models import Project
from annotate.quality.models import Flag
from tests.conftest import Cast, add_samples
from tests.dashboards.scene import ask, shown, worked, wrong_field
from tests.workflow.acts import describe, mark, thing, use_recipe

pytestmark = pytest.mark.django_db


def detail(people: Cast, project: Project) -> dict[str, Any]:
    return shown(people, project, f"annotators/{people.ada.pk}")


def texts(people: Cast, project: Project, **params: Any) -> dict[str, Any]:
    return shown(people, project, f"annotators/{people.ada.pk}/texts", **params)


def test_weeks_are_compared_with_the_same_weeks_of_others(people: Cast, project: Project) -> None:
    """The others got faster; Ada did not, and falls behind from one week to the next."""
    first, second = date(2026, 2, 4), date(2026, 2, 11)
    for day, others in ((first, 60.0), (second, 20.0)):
        worked(project, people.ada, day, 2, active_seconds=120)
        worked(project, people.ben, day, 4, active_seconds=4 * others)
    weeks = detail(people, project)["weeks"]
    assert [(week["start"], week["n"]) for week in weeks] == [("2026-02-02", 2), ("2026-02-09", 2)]
    assert [week["figures"]["seconds"]["mean"] for week in weeks] == [60, 60]
    assert [week["figures"]["seconds"]["pool_mean"] for week in weeks] == [60, 20]


def test_stages_come_in_the_order_of_the_work(people: Cast, project: Project) -> None:
    worked(project, people.ada, date(2026, 2, 4), 2, index=2)
    worked(project, people.ada, date(2026, 2, 4), 3)
    worked(project, people.ada, date(2026, 2, 4), 4, stage_key="objects")
    worked(project, people.ben, date(2026, 2, 4), 1, tokens=99)
    found = detail(people, project)["by_stage"]
    assert [(row["stage"], row["index"], row["submissions"]) for row in found] == [
        ("objects", 1, 4),
        ("description", 1, 3),
        ("description", 2, 2),
    ]
    assert [row["figures"]["tokens"]["pool_mean"] for row in found] == [None, 99, None]


def test_it_is_the_row_of_the_list_and_more(people: Cast, project: Project) -> None:
    worked(project, people.ada, date(2026, 2, 4), 2)
    worked(project, people.ben, date(2026, 2, 4), 2)
    [row] = [
        row
        for row in shown(people, project, "annotators")["results"]
        if row["user"]["username"] == "ada"
    ]
    found = detail(people, project)
    assert {name: found[name] for name in row} == row


def test_a_stranger_to_the_project_is_not_found(people: Cast, project: Project) -> None:
    for path in ("", "/texts"):
        answer = ask(people, project, f"annotators/{people.stranger.pk}{path}")
        assert answer.status_code == 404


@pytest.fixture
def told(people: Cast, project: Project) -> Project:
    """Ben begins with nothing, and Ada with what Ben wrote."""
    use_recipe(project, {"key": "description", "rounds": 2})
    add_samples(project, 1)
    describe(project, people.ben, "A kite flies.")
    describe(project, people.ada, "A blue kite flies.")
    return project


def test_each_text_is_shown_beside_what_it_began_from(told: Project, people: Cast) -> None:
    [found] = texts(people, told)["results"]
    assert (found["before"], found["after"]) == ("A kite flies.", "A blue kite flies.")
    assert (found["stage"], found["index"], found["verdict"]) == ("description", 2, "unreviewed")
    assert found["figures"] == {
        "tokens": 5,
        "edit_distance": 1,
        "edit_share": 0.25,
        "jaccard": 0.75,
    }
    assert found["image"]["name"].endswith(".jpg")
    assert found["flags"] == []
    [first] = shown(people, told, f"annotators/{people.ben.pk}/texts")["results"]
    assert (first["before"], first["figures"]["jaccard"]) == (None, None)


def test_flags_are_told_with_the_text_they_are_about(told: Project, people: Cast) -> None:
    [found] = texts(people, told)["results"]
    assignment = people.ada.assignments.get(answer=found["annotation"])
    for code, state in (("capitals", "open"), ("copied", "withdrawn")):
        Flag.objects.create(
            project=told,
            assignment=assignment,
            annotator=people.ada,
            stage_key="description",
            code=code,
            state=state,
            numbers={},
        )
    assert texts(people, told)["results"][0]["flags"] == ["capitals"]
    assert [row["code"] for row in detail(people, told)["flags_by_code"]] == ["capitals"]


def test_texts_are_those_of_one_stage_newest_first_and_in_pages(
    people: Cast, project: Project
) -> None:
    use_recipe(
        project,
        {"key": "objects", "kind": "objects.v1"},
        {"key": "description"},
        no_repeat="stage",
    )
    add_samples(project, 3)
    for number in range(3):
        mark(project, people.ada, thing(label=f"tree {number}"))
    describe(project, people.ada, "A green tree.")
    assert len(texts(people, project)["results"]) == 4
    page = texts(people, project, stage="objects", page_size=2)
    assert [row["after"].splitlines()[0] for row in page["results"]] == ["tree 2", "tree 1"]
    rest = texts(people, project, stage="objects", page_size=2, cursor=page["next"])
    assert [row["after"].splitlines()[0] for row in rest["results"]] == ["tree 0"]
    path = f"annotators/{people.ada.pk}/texts"
    assert wrong_field(people, project, path, stage="nowhere") == "stage"
