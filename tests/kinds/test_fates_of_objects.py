"""What became of the objects that somebody started from."""

from typing import Any

import pytest
from hypothesis import given

from annotate.kinds.objects.model import ObjectsAnswer
from tests.kinds.strategies import OBJECT_ANSWERS, an_object
from tests.kinds.test_objects import KIND, answer, box


def fates(before: ObjectsAnswer, after: ObjectsAnswer) -> dict[str, Any]:
    changes = KIND.changes(before, after)
    keys = ("kept", "edited", "added", "removed", "merged", "split")
    return {key: changes[key] for key in keys if changes[key]}


BASE = answer(an_object("a"), an_object("b", label="hill"), an_object("c", label="sky"))


def test_untouched_seeds_are_kept() -> None:
    assert fates(BASE, KIND.seed_from(BASE)) == {"kept": 3}


@pytest.mark.parametrize(
    "change", [{"label": "dragon kite"}, {"description": "Blue."}, {"box": box(11, 10, 100, 50)}]
)
def test_a_seed_with_anything_changed_is_edited(change: dict[str, Any]) -> None:
    after = answer(an_object("a", derived_from=["a"], **change))
    assert fates(BASE, after) == {"edited": 1, "removed": 2}


def test_two_seeds_made_one_are_merged_and_not_removed() -> None:
    after = answer(an_object("n1", derived_from=["a", "b"]))
    assert fates(BASE, after) == {"merged": 1, "removed": 1}


def test_one_seed_made_two_is_split() -> None:
    after = answer(
        an_object("n1", label="left cups", derived_from=["a"]),
        an_object("n2", label="right cup", derived_from=["a"]),
    )
    assert fates(BASE, after) == {"edited": 2, "split": 1, "removed": 2}


def test_a_drawn_object_is_added() -> None:
    assert fates(BASE, answer(an_object("n1"))) == {"added": 1, "removed": 3}


def test_without_a_base_every_object_is_added() -> None:
    changes = KIND.changes(None, BASE)
    assert changes["added"] == 3
    assert changes["removed"] == 0


def test_an_object_of_the_same_id_comes_from_its_namesake() -> None:
    assert fates(BASE, answer(an_object("a"))) == {"kept": 1, "removed": 2}


@given(OBJECT_ANSWERS, OBJECT_ANSWERS)
def test_every_object_has_exactly_one_fate(
    raw_before: dict[str, Any], raw_after: dict[str, Any]
) -> None:
    before, after = KIND.parse(raw_before), KIND.parse(raw_after)
    changes = {key: value or 0 for key, value in KIND.changes(before, after).items()}
    total = changes["kept"] + changes["edited"] + changes["added"] + changes["merged"]
    assert total == len(after.objects)
    assert 0 <= changes["split"] <= len(before.objects) - changes["removed"]


@given(OBJECT_ANSWERS)
def test_compared_with_itself_everything_is_kept(raw: dict[str, Any]) -> None:
    same = KIND.parse(raw)
    assert fates(same, same) == ({"kept": len(same.objects)} if same.objects else {})
