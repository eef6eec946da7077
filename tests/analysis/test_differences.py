"""Differences of two sources over the images that both have, and what is said of many at once."""

import numpy as np
import pytest

from annotate.analysis.differences import differences, figure_intervals, mean_figure
from annotate.analysis.undefined import Undefined


def test_only_images_of_both_sources_count_each_with_all_its_texts() -> None:
    one = mean_figure([1.0, 3.0, 5.0, 9.0], ["a", "a", "b", "alone"])
    other = mean_figure([4.0, 8.0, None, 0.0], ["a", "b", "b", "elsewhere"])
    (found,) = differences({"one": {"score": one}, "other": {"score": other}})
    assert found.difference.mean == (4 + 8) / 2 - (1 + 3 + 5) / 3
    assert found.difference.n == 2


def test_pairs_are_drawn_together_so_that_hard_images_are_no_difference() -> None:
    """Images differ by 100 and sources by 1: the interval knows of the 1 alone."""
    generator = np.random.default_rng(2)
    hard = generator.normal(0, 100, 60)
    noise = generator.normal(1, 0.5, 60)
    names = [str(at) for at in range(60)]
    one, other = mean_figure(list(hard), names), mean_figure(list(hard + noise), names)
    (found,) = differences({"one": {"score": one}, "other": {"score": other}})
    drawn = generator.choice(noise, (20_000, 60)).mean(axis=1)
    low, high = np.quantile(drawn, (0.025, 0.975))
    assert found.difference.low == pytest.approx(low, abs=0.02)
    assert found.difference.high == pytest.approx(high, abs=0.02)
    assert found.p == pytest.approx(2 / 2001)
    whole = figure_intervals({"one": one})["one"]
    assert not isinstance(whole.low, Undefined)
    assert not isinstance(whole.high, Undefined)
    assert whole.high - whole.low > 20


def test_three_sources_give_three_pairs_and_holm_weighs_them_together() -> None:
    names = [str(at) for at in range(12)]
    ups = [1.0, -1.0] * 6
    sources = {
        "a": {"score": mean_figure([0.0] * 12, names)},
        "b": {"score": mean_figure([up + 0.4 for up in ups], names)},
        "c": {"score": mean_figure([5.0] * 12, names)},
    }
    found = {(each.first, each.second): each for each in differences(sources)}
    assert list(found) == [("a", "b"), ("a", "c"), ("b", "c")]
    least = 2 / 2001
    assert found["a", "c"].holm == pytest.approx(3 * least)
    assert found["b", "c"].holm == pytest.approx(3 * least)  # never below one that ranks before it
    middle = found["a", "b"]
    assert middle.p is not None
    assert middle.p > 0.05
    assert middle.holm == middle.p  # the last of all weighs once


def test_under_no_difference_one_p_in_twenty_lies_below_a_twentieth() -> None:
    generator = np.random.default_rng(5)
    names = [str(at) for at in range(40)]
    low = 0
    for _ in range(100):
        sides = generator.normal(0, 1, (2, 40))
        one, other = (mean_figure(list(side), names) for side in sides)
        (found,) = differences({"one": {"score": one}, "other": {"score": other}})
        assert found.p is not None
        low += found.p < 0.05
    assert 1 <= low <= 13


def test_without_a_shared_image_there_is_no_difference() -> None:
    one, other = mean_figure([1.0], ["a"]), mean_figure([1.0], ["b"])
    (found,) = differences({"one": {"score": one}, "other": {"score": other}})
    assert isinstance(found.difference.mean, Undefined)
    assert found.p is found.holm is None


def test_one_shared_image_has_a_difference_and_no_interval() -> None:
    one, other = mean_figure([1.0], ["a"]), mean_figure([3.0], ["a"])
    (found,) = differences({"one": {"score": one}, "other": {"score": other}})
    assert found.difference.mean == 2.0
    assert isinstance(found.difference.low, Undefined)
    assert found.p is None


def test_a_figure_without_a_value_is_undefined() -> None:
    for figure in (mean_figure([None], ["a"]), mean_figure([], [])):
        assert isinstance(figure_intervals({"score": figure})["score"].mean, Undefined)
