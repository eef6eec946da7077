"""Ratings of 1 to 5: the median of an item, and what halves do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis.likert import difference, medians, rated
from annotate.analysis.undefined import Undefined

ratings = st.dictionaries(
    st.integers(0, 20), st.lists(st.integers(1, 5), min_size=1, max_size=7), min_size=1, max_size=9
)


@given(ratings)
def test_every_rating_and_every_item_is_counted_once(items: dict[int, list[int]]) -> None:
    found = rated(items)
    assert sum(found.counts) == found.ratings == sum(map(len, items.values()))
    assert sum(found.median_counts) == found.items == len(items)
    assert isinstance(found.mean.mean, float)
    assert 1 <= found.mean.mean <= 5


def test_one_outlier_does_not_move_an_item() -> None:
    """Five people as in TextCaps §4.2; a mean would say 3.6."""
    assert medians({"A": [4, 4, 5, 4, 1]}) == {"A": 4.0}


def test_a_half_stays_a_half_in_means_and_counts_as_the_upper_level() -> None:
    found = rated({"A": [1, 2], "B": [4, 5]})
    assert found.mean.mean == 3.0
    assert found.median_counts == [0, 1, 0, 0, 1]


def test_a_difference_is_over_images_that_have_both() -> None:
    found = difference({"A": 1.0, "B": 4.0, "C": 1.0}, {"A": 3.0, "B": 5.0, "D": 5.0}, seed=1)
    assert (found.mean, found.n) == (1.5, 2)
    assert isinstance(difference({}, {"A": 2.0}).mean, Undefined)


def test_nothing_rated_has_no_mean_and_a_6_is_refused() -> None:
    assert isinstance(rated({}).mean.mean, Undefined)
    with pytest.raises(ValueError, match="6 is no rating"):
        rated({"A": [6]})
