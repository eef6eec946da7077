"""Counts in bins: where a value goes, and what the counts still say of the values."""

from itertools import pairwise
from math import nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis.histograms import SECONDS, SIMILARITY, TOKENS, Bins

EVERY = {"tokens": TOKENS, "seconds": SECONDS, "similarity": SIMILARITY}
values = st.floats(0, 2000)


def counts(bins: Bins, found: list[float]) -> dict[int, int]:
    counted: dict[int, int] = {}
    for value in found:
        counted[bins.place(value)] = counted.get(bins.place(value), 0) + 1
    return counted


@pytest.mark.parametrize("bins", EVERY.values(), ids=EVERY)
def test_bins_follow_each_other_without_a_gap(bins: Bins) -> None:
    edges = [bins.edges(place) for place in range(len(bins))]
    assert edges[0][0] == 0
    assert all(before[1] == after[0] for before, after in pairwise(edges))
    assert all(bins.place(low) == place for place, (low, _) in enumerate(edges))


@given(values, st.sampled_from(sorted(EVERY)))
def test_a_value_lies_between_the_edges_of_its_bin(value: float, name: str) -> None:
    bins = EVERY[name]
    low, high = bins.edges(bins.place(value))
    assert low <= value
    assert high is None or value < high or high == 1.0


def test_what_is_beyond_the_bins_is_put_in_the_nearest() -> None:
    assert TOKENS.place(-1) == 0
    assert TOKENS.place(10**6) == len(TOKENS) - 1
    assert SIMILARITY.place(1.0) == SIMILARITY.place(0.98) == 49
    with pytest.raises(ValueError, match="not a number"):
        TOKENS.place(nan)


@pytest.mark.parametrize("place", range(50))
def test_every_threshold_of_early_stopping_is_the_edge_of_a_bin(place: int) -> None:
    """Catches a fiftieth that falls into the bin below it by the last digit of its fraction."""
    threshold = round(place * 0.02, 2)
    assert SIMILARITY.place(threshold) == place
    assert SIMILARITY.place(np.nextafter(threshold, -1)) == max(place - 1, 0)


@given(st.lists(values, min_size=1), st.floats(0, 1))
def test_a_quantile_lies_in_the_bin_of_the_value_it_stands_for(
    found: list[float], q: float
) -> None:
    """The reference is the inverse of the distribution of the values themselves."""
    exact = float(np.quantile(found, q, method="inverted_cdf"))
    estimated = SECONDS.quantile(counts(SECONDS, found), q)
    low, high = SECONDS.edges(SECONDS.place(exact))
    assert estimated is not None
    # At an edge between two bins either is right.
    assert low <= estimated <= (low if high is None else high)


@given(st.lists(values, min_size=1))
def test_quantiles_rise(found: list[float]) -> None:
    said = TOKENS.summary(counts(TOKENS, found))
    quantiles = [said.q10, said.q25, said.median, said.q75, said.q90]
    assert said.n == len(found)
    assert quantiles == sorted(quantiles, key=lambda each: each or 0.0)


@given(st.lists(values), st.lists(values))
def test_the_counts_of_two_days_add_up(one: list[float], two: list[float]) -> None:
    """Which is why they are kept, and medians are not."""
    first, second = counts(TOKENS, one), counts(TOKENS, two)
    both = {
        place: first.get(place, 0) + second.get(place, 0) for place in first.keys() | second.keys()
    }
    assert TOKENS.summary(both) == TOKENS.summary(counts(TOKENS, [*one, *two]))


def test_the_median_of_a_worked_example() -> None:
    """Ten texts of 20 to 29 tokens, thirty of 30 to 39: the 20th of 40 is a third into 30-40."""
    assert TOKENS.quantile({4: 10, 5: 30}, 0.5) == pytest.approx(30 + 10 / 3)


def test_of_nothing_there_is_no_quantile() -> None:
    assert TOKENS.summary({}) == TOKENS.summary({3: 0})
    assert (TOKENS.summary({}).n, TOKENS.summary({}).median) == (0, None)


def test_edges_must_rise_and_shares_be_shares() -> None:
    with pytest.raises(ValueError, match="rise"):
        Bins([0, 10, 10])
    with pytest.raises(ValueError, match="rise"):
        Bins([0, 0.5], end=0.5)
    with pytest.raises(ValueError, match="between 0 and 1"):
        TOKENS.quantile({0: 1}, 1.5)
