"""Counts in bins: where a value goes, and what the counts still say of the values."""

from itertools import pairwise
from math import nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis.histograms import SECONDS, SIMILARITY, TOKENS, Bar, Bins, Scale

SCALES = {"tokens": TOKENS, "seconds": SECONDS, "similarity": SIMILARITY}
EVERY = {
    f"{name}, {part}": bins
    for name, scale in SCALES.items()
    for part, bins in (("counted", scale.counted), ("shown", scale.shown))
}
SHARES = {"q10": 0.1, "q25": 0.25, "median": 0.5, "q75": 0.75, "q90": 0.9}
values = st.floats(0, 2000)


def bars(bins: Bins, found: list[float]) -> dict[int, Bar]:
    counted: dict[int, Bar] = {}
    for value in found:
        place = bins.place(value)
        counted[place] = counted.get(place, Bar(0, 0)) + Bar(1, value)
    return counted


@pytest.mark.parametrize("bins", EVERY.values(), ids=EVERY)
def test_bins_follow_each_other_without_a_gap(bins: Bins) -> None:
    edges = [bins.edges(place) for place in range(len(bins))]
    assert edges[0][0] == 0
    assert all(before[1] == after[0] for before, after in pairwise(edges))
    assert all(bins.place(low) == place for place, (low, _) in enumerate(edges))


@pytest.mark.parametrize("scale", SCALES.values(), ids=SCALES)
def test_every_edge_that_is_drawn_is_one_that_is_counted(scale: Scale) -> None:
    counted = {scale.counted.edges(place)[0] for place in range(len(scale.counted))}
    assert {scale.shown.edges(place)[0] for place in range(len(scale.shown))} <= counted


@given(values, st.sampled_from(sorted(EVERY)))
def test_a_value_lies_between_the_edges_of_its_bin(value: float, name: str) -> None:
    bins = EVERY[name]
    low, high = bins.edges(bins.place(value))
    assert low <= value
    assert high is None or value < high or high == 1.0


def test_what_is_beyond_the_bins_is_put_in_the_nearest() -> None:
    assert TOKENS.counted.place(-1) == 0
    assert TOKENS.counted.place(10**6) == len(TOKENS.counted) - 1
    assert SIMILARITY.shown.place(1.0) == SIMILARITY.shown.place(0.98) == 49
    with pytest.raises(ValueError, match="not a number"):
        TOKENS.counted.place(nan)


@pytest.mark.parametrize("place", range(51))
def test_every_threshold_of_early_stopping_is_the_edge_of_a_bin(place: int) -> None:
    """Catches a fiftieth that falls into the bin below it by the last digit of its fraction."""
    threshold = round(place * 0.02, 2)
    assert SIMILARITY.counted.place(threshold) == 4 * place
    assert SIMILARITY.counted.place(np.nextafter(threshold, -1)) == max(4 * place - 1, 0)


@given(st.lists(st.integers(0, 3000), min_size=1))
def test_of_whole_numbers_every_figure_is_that_of_the_values(found: list[int]) -> None:
    told = TOKENS.counted.summary(bars(TOKENS.counted, list(map(float, found))))
    assert (told.n, told.error) == (len(found), 0)
    assert told.mean == pytest.approx(np.mean(found), rel=1e-12)
    for name, share in SHARES.items():
        assert getattr(told, name) == pytest.approx(np.quantile(found, share), rel=1e-12)


@pytest.mark.parametrize("scale", [SECONDS, SIMILARITY], ids=["seconds", "similarity"])
@given(st.data())
def test_other_quantiles_are_as_near_as_they_say_and_inside_the_values(
    scale: Scale, data: st.DataObject
) -> None:
    most = 1.0 if scale is SIMILARITY else 2000.0
    found = data.draw(st.lists(st.floats(0, most), min_size=1))
    told = scale.counted.summary(bars(scale.counted, found))
    assert told.mean == pytest.approx(np.mean(found), rel=1e-9, abs=1e-12)
    assert told.error is not None
    for name, share in SHARES.items():
        value = getattr(told, name)
        assert abs(value - np.quantile(found, share)) <= told.error + 1e-9
        assert min(found) - 1e-9 <= value <= max(found) + 1e-9


def test_times_are_off_by_a_tenth_of_a_second_below_ten() -> None:
    """Catches a median of 3.5 over answers of one second each."""
    told = SECONDS.counted.summary(bars(SECONDS.counted, [1.0, 1.0, 1.02, 1.03, 9.98, 9.99]))
    assert told.median == pytest.approx(1.0125, abs=0.02)
    assert told.error is not None
    assert told.error <= 0.1


@given(st.lists(values, min_size=1))
def test_quantiles_rise(found: list[float]) -> None:
    told = SECONDS.counted.summary(bars(SECONDS.counted, found))
    quantiles = [told.q10, told.q25, told.median, told.q75, told.q90]
    assert quantiles == sorted(quantiles, key=lambda each: each or 0.0)


@given(st.lists(st.integers(0, 900)), st.lists(st.integers(0, 900)))
def test_the_counts_of_two_days_add_up(one: list[int], two: list[int]) -> None:
    """Which is why they are kept, and medians are not."""
    bins = TOKENS.counted
    first, second = bars(bins, list(map(float, one))), bars(bins, list(map(float, two)))
    nothing = Bar(0, 0)
    both = {
        place: first.get(place, nothing) + second.get(place, nothing)
        for place in first.keys() | second.keys()
    }
    assert bins.summary(both) == bins.summary(bars(bins, list(map(float, [*one, *two]))))


def test_what_is_drawn_is_as_much_as_was_counted() -> None:
    counted = bars(TOKENS.counted, [3, 4, 5, 12, 1700])
    assert TOKENS.drawn(counted) == {0: 2, 1: 1, 2: 1, 24: 1}


def test_beyond_the_last_bin_no_error_is_known() -> None:
    beyond = SECONDS.counted.summary(bars(SECONDS.counted, [90_000.0, 95_000.0]))
    assert (beyond.mean, beyond.error) == (92_500, None)


def test_of_nothing_there_is_no_quantile() -> None:
    nothing = TOKENS.counted.summary({})
    assert nothing == TOKENS.counted.summary({3: Bar(0, 0)})
    assert (nothing.n, nothing.median, nothing.mean) == (0, None, None)


def test_edges_must_rise() -> None:
    for lows, end in (([0, 10, 10], None), ([0, 0.5], 0.4), ([], None)):
        with pytest.raises(ValueError, match="rise"):
            Bins(lows, end)
