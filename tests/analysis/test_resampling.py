"""Drawing items: what several people say of one item does not make a figure more certain."""

import numpy as np
import pytest

from annotate.analysis.intervals import interval, mean_interval, resampled_means
from annotate.analysis.undefined import Undefined


def test_with_one_value_per_item_it_is_the_usual_bootstrap() -> None:
    values = np.array([[1.0], [4.0], [2.0], [8.0], [5.0]])
    drawn = resampled_means(values, np.ones_like(values), seed=3)[:, 0]
    found = interval(4.0, drawn, items=5)
    usual = mean_interval(list(values[:, 0]), seed=3)
    assert (found.low, found.high) == pytest.approx((usual.low, usual.high))


def test_saying_everything_five_times_makes_nothing_narrower() -> None:
    sums = np.array([[1.0], [0.0], [1.0], [1.0], [0.0], [0.0]])
    once = resampled_means(sums, np.ones_like(sums), seed=9)
    five = resampled_means(5 * sums, 5 * np.ones_like(sums), seed=9)
    assert np.allclose(once, five)


def test_blocks_of_memory_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    sums = np.arange(12.0).reshape(6, 2)
    whole = resampled_means(sums, np.ones_like(sums), seed=5, resamples=100)
    monkeypatch.setattr("annotate.analysis.intervals._BLOCK", 25)
    parts = resampled_means(sums, np.ones_like(sums), seed=5, resamples=100)
    assert parts.shape == whole.shape == (100, 2)
    assert parts.mean(axis=0) == pytest.approx(whole.mean(axis=0), rel=0.1)


def test_an_item_without_a_value_in_a_column_does_not_count_there() -> None:
    sums, counts = np.array([[4.0], [0.0]]), np.array([[2.0], [0.0]])
    drawn = resampled_means(sums, counts, seed=1, resamples=200)[:, 0]
    assert np.isnan(drawn).any()  # both draws were the item without
    found = interval(2.0, drawn, items=2)
    assert (found.low, found.high) == (2.0, 2.0)


def test_one_item_has_no_interval_and_none_no_value() -> None:
    drawn = resampled_means(np.array([[3.0]]), np.array([[1.0]]), seed=1)[:, 0]
    assert isinstance(interval(3.0, drawn, items=1).low, Undefined)
    assert isinstance(interval(3.0, drawn, items=0).mean, Undefined)
    with pytest.raises(ValueError, match="items"):
        resampled_means(np.zeros((0, 1)), np.zeros((0, 1)), seed=1)
