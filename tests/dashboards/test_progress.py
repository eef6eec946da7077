"""Where samples and tasks are, by stage and by split, as people work."""

from typing import Any

import pytest

from annotate.projects.models import Project
from annotate.workflow import services
from tests.conftest import Cast, add_image, add_samples
from tests.dashboards.scene import shown
from tests.workflow.acts import claim, describe, mark, use_recipe

pytestmark = pytest.mark.django_db


def progress(people: Cast, project: Project) -> dict[str, Any]:
    found: dict[str, Any] = shown(people, project, "overview")["progress"]
    return found


def passages(people: Cast, project: Project) -> dict[str, tuple[int, int, int]]:
    return {
        row["key"]: (row["before"], row["here"], row["passed"])
        for row in progress(people, project)["by_stage"]
    }


def test_samples_are_before_a_stage_in_it_or_past_it(people: Cast, project: Project) -> None:
    use_recipe(
        project,
        {"key": "objects", "kind": "objects.v1"},
        {"key": "description", "rounds": 1},
        no_repeat="stage",
    )
    add_samples(project, 4)
    add_samples(project, 1, opened=False)
    for user in (people.ada, people.ben, people.cleo):
        mark(project, user)
    describe(project, people.ada, "A red kite flies over a field.")
    assert passages(people, project) == {"objects": (1, 1, 3), "description": (2, 2, 1)}


def test_samples_taken_out_are_nowhere_but_among_the_withdrawn(
    people: Cast, project: Project
) -> None:
    sample, _ = add_samples(project, 2)
    services.withdraw_sample(sample=sample, actor=people.owner, reason="x")
    assert passages(people, project)["objects"] == (0, 1, 0)
    found = progress(people, project)
    assert (found["samples"], found["open"], found["withdrawn"]) == (2, 1, 1)


def test_splits_are_counted_apart(people: Cast, project: Project) -> None:
    images = [add_image(project, split=split) for split in ("train", "train", "test")]
    samples = services.add_samples(project=project, image_ids=[image.pk for image in images])
    services.open_samples(project=project, samples=samples[:2])
    found = {row["split"]: row for row in progress(people, project)["by_split"]}
    assert {split: row["samples"] for split, row in found.items()} == {"train": 2, "test": 1}
    assert (found["train"]["open"], found["test"]["waiting"]) == (2, 1)


def test_tasks_are_open_held_or_answered(people: Cast, project: Project) -> None:
    use_recipe(project, {"key": "description", "rounds": 2})
    add_samples(project, 3)
    describe(project, people.ada, "A red kite flies over a field.")
    claim(project, people.ben)
    [stage] = progress(people, project)["by_stage"]
    assert (stage["open"], stage["held"], stage["done"]) == (2, 1, 1)
