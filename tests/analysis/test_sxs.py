"""Side-by-side judgements: percentages add up, nets and umbrellas follow the paper."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis.sxs import Preference, percentages, table, umbrellas
from annotate.analysis.undefined import Undefined


@given(st.lists(st.integers(0, 400), min_size=1, max_size=8).filter(any))
def test_percentages_sum_to_100_and_are_near_the_shares(counts: list[int]) -> None:
    found = percentages(counts)
    assert sum(found) == 100
    for share, count in zip(found, counts, strict=True):
        assert abs(share - 100 * count / sum(counts)) < 1
        assert share == 0 or count


def test_the_largest_remainders_are_rounded_up() -> None:
    assert percentages([1, 2, 4]) == [14, 29, 57]  # 14.29, 28.57, 57.14
    with pytest.raises(ValueError, match="nothing"):
        percentages([0, 0])


def of(scores: list[int]) -> Preference:
    """What the table says of scores that are each about an item of its own."""
    found = table({"tldr": list(enumerate(scores))}).metrics["tldr"]
    assert isinstance(found, Preference)
    return found


def test_a_net_counts_direction_and_not_strength() -> None:
    found = of([2, 2, -1, 0])
    assert (found.net, found.counts) == (25.0, [0, 1, 1, 0, 2])
    assert found.interval.mean == pytest.approx(25.0)
    assert isinstance(of([1]).interval.low, Undefined)
    with pytest.raises(ValueError, match="-2 to 2"):
        of([3])
    assert isinstance(table({"tldr": []}).metrics["tldr"], Undefined)


def test_umbrellas_need_all_five_metrics() -> None:
    assert isinstance(umbrellas({"tldr": 1.0})["overall"], Undefined)
