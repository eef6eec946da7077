"""A shipped recipe is customised by wishes: what was asked changes, and nothing else."""

from typing import Any

import pytest

from annotate.projects import recipes
from annotate.projects.recipes import InvalidRecipeError, Recipe, StopRule

IIW = recipes.get("iiw")


def test_customising_changes_what_was_asked_and_nothing_else() -> None:
    changed = IIW.customise(no_repeat="stage", rounds={"description": 5}, threshold=0.9, ngram=2)
    assert changed.no_repeat == "stage"
    assert changed.stage("description").rounds == 5
    assert changed.stage("description").stop == StopRule(n=2, threshold=0.9)
    assert changed.stage("objects") == IIW.stage("objects")
    assert Recipe.parse(changed.dump()) == changed


def test_customising_leaves_the_original_alone() -> None:
    before = IIW.dump()
    IIW.customise(rounds={"description": 1}, threshold=0.1)
    assert IIW.dump() == before


def test_customising_nothing_gives_the_same_recipe() -> None:
    assert IIW.customise() == IIW


def test_a_stage_without_a_stop_rule_gets_none_by_a_threshold() -> None:
    assert IIW.customise(threshold=0.5).stage("objects").stop is None


@pytest.mark.parametrize("threshold", [0.0, 1.0])
def test_the_ends_of_the_threshold_are_kept(threshold: float) -> None:
    stop = IIW.customise(threshold=threshold).stage("description").stop
    assert stop is not None
    assert stop.threshold == threshold


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"rounds": {"nonsense": 2}}, "rounds.nonsense"),
        ({"rounds": {"description": 0}}, "rounds.description"),
        ({"rounds": {"description": 21}}, "rounds.description"),
        ({"threshold": -0.1}, "threshold"),
        ({"threshold": 80}, "threshold"),
        ({"ngram": 5}, "ngram"),
        ({"no_repeat": "project"}, "no_repeat"),
    ],
)
def test_wishes_that_cannot_work_are_refused_at_their_path(
    changes: dict[str, Any], path: str
) -> None:
    with pytest.raises(InvalidRecipeError) as caught:
        IIW.customise(**changes)
    assert [problem.path for problem in caught.value.problems] == [path]
