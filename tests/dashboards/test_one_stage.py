"""The page about one stage: what waits there, what was done, and by whom."""

from typing import Any

import pytest

from annotate.projects.models import Project
from annotate.workflow import services
from tests.conftest import Cast, Clock, add_samples
from tests.dashboards.scene import ask, shown
from tests.workflow.acts import claim, describe, mark, thing, use_recipe

pytestmark = pytest.mark.django_db


def page(people: Cast, project: Project, stage: str = "description") -> dict[str, Any]:
    return shown(people, project, f"stages/{stage}")


def test_it_tells_what_waits_and_what_was_done(people: Cast, project: Project) -> None:
    use_recipe(project, {"key": "description", "title": "Texts", "rounds": 2})
    add_samples(project, 3)
    describe(project, people.ada, "A red kite flies over a field.")
    claim(project, people.ben)
    found = page(people, project)
    assert found["stage"] == {
        "key": "description",
        "title": "Texts",
        "title_code": None,
        "kind": "description.v1",
        "mode": "sequential",
        "rounds": 2,
    }
    assert found["samples"] == {"before": 0, "here": 3, "passed": 0}
    assert found["tasks"] == {"open": 2, "held": 1, "done": 1}
    [only] = found["rounds"]
    assert (only["submissions"], only["tokens"]["n"]) == (1, 1)
    assert "bins" not in only["tokens"]
    assert found["objects"] is None


def test_those_that_wait_longest_come_first_and_once(
    people: Cast, project: Project, time: Clock
) -> None:
    use_recipe(project, {"key": "text", "mode": "parallel", "rounds": 3})
    [early] = add_samples(project, 1)
    time.forward(days=1)
    late = add_samples(project, 11)
    found = page(people, project, "text")["oldest"]
    assert [row["sample"] for row in found] == [early.pk, *(each.pk for each in late[:9])]
    assert found[0]["since"].startswith("2026-03-02")
    assert found[0]["image"] == early.image.name


def test_a_stage_of_objects_tells_what_became_of_them(people: Cast, project: Project) -> None:
    [sample] = add_samples(project, 1)
    services.add_seed(
        project=project,
        sample=sample,
        stage_key="objects",
        value={"objects": [thing("a"), thing("b")]},
        producer="x",
    )
    mark(project, people.ada, thing("a", derived_from=["a"]))
    found = page(people, project, "objects")["objects"]
    assert (found["kept"], found["removed"], found["added"]) == (1, 1, 0)


def test_an_unknown_stage_is_not_found(people: Cast, project: Project) -> None:
    assert ask(people, project, "stages/nowhere").status_code == 404
