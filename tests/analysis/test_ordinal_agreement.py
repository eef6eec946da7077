"""Agreement on a scale with an order: the published figure, and what order does to it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis.agreement import krippendorff_alpha, ordinal_alpha
from annotate.analysis.undefined import Undefined

scores = st.lists(st.lists(st.integers(-2, 2), min_size=2, max_size=4), min_size=1, max_size=12)


def test_krippendorffs_example_of_four_observers_with_missing_values() -> None:
    """Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", ordinal data: 0.815."""
    rows = ["123321412...", "1233224125.3", ".3332342251.", "12332441251."]
    observers = [[None if each == "." else int(each) for each in row] for row in rows]
    items = list(zip(*observers, strict=True))
    assert ordinal_alpha(items) == pytest.approx(0.815, abs=0.0005)


def test_neighbours_disagree_less_than_the_ends() -> None:
    """Catches an alpha that takes scores for names: it would be the same for both."""
    others = [[-2, -2], [-1, -1], [0, 0], [1, 1], [2, 2]]
    near, far = ordinal_alpha([*others, [1, 2]]), ordinal_alpha([*others, [-2, 2]])
    assert isinstance(near, float)
    assert isinstance(far, float)
    assert near > far
    assert krippendorff_alpha([*others, [1, 2]]) == krippendorff_alpha([*others, [-2, 2]])


def test_people_who_always_say_the_opposite_are_below_chance() -> None:
    found = ordinal_alpha([[-2, 2], [2, -2], [-1, 1], [1, -1]])
    assert isinstance(found, float)
    assert found < 0


@given(scores)
def test_only_the_order_of_the_levels_counts(items: list[list[int]]) -> None:
    stretched = [[score**3 * 10 for score in item] for item in items]
    found, other = ordinal_alpha(items), ordinal_alpha(stretched)
    if isinstance(found, Undefined):
        assert other == found
    else:
        assert other == pytest.approx(found)


@given(scores)
def test_with_two_levels_it_is_the_nominal_alpha(items: list[list[int]]) -> None:
    signs = [[int(score > 0) for score in item] for item in items]
    found, nominal = ordinal_alpha(signs), krippendorff_alpha(signs)
    if isinstance(nominal, Undefined):
        assert found == nominal
    else:
        assert found == pytest.approx(nominal)


def test_nobody_to_agree_with_and_nothing_to_choose_are_told_apart() -> None:
    alone, same = ordinal_alpha([[1], [2]]), ordinal_alpha([[1, 1], [1, 1]])
    assert isinstance(alone, Undefined)
    assert isinstance(same, Undefined)
    assert alone != same
