"""Rankings with ties, held against computations by hand."""

import doctest
import math

import pytest

from annotate.analysis import rankings
from annotate.analysis.rankings import (
    ALL_TIED,
    ONE_RATER,
    Wins,
    kendall_w,
    mean_kendall_w,
    mean_ranks,
    mid_ranks,
    ranks_alpha,
    wins_of_pairs,
)
from annotate.analysis.undefined import Undefined

ABCD = [["a"], ["b"], ["c"], ["d"]]


def test_worked_examples_are_true() -> None:
    found = doctest.testmod(rankings)
    assert found.attempted
    assert not found.failed


def test_tied_things_share_their_places_and_ranks_always_sum_to_the_same() -> None:
    for ranking in (ABCD, [["a", "b", "c", "d"]], [["b"], ["a", "c", "d"]]):
        assert math.fsum(mid_ranks(ranking).values()) == 10


def test_w_of_raters_who_agree_is_one_with_ties_and_without() -> None:
    assert kendall_w([ABCD, ABCD]) == 1
    tied = [["a", "b"], ["c"], ["d"]]
    assert kendall_w([tied, tied, tied]) == pytest.approx(1)


def test_w_of_two_who_say_the_opposite_is_zero() -> None:
    assert kendall_w([ABCD, ABCD[::-1]]) == 0


def test_w_with_disagreement_and_ties_is_as_computed_by_hand() -> None:
    """Ranks 1 2 3 4, 2 1 3.5 3.5 and 1 2.5 2.5 4: sums 4, 5.5, 9, 11.5, mean 7.5.

    S = 12.25 + 4 + 2.25 + 16 = 34.5; two ties of two: T = 6 + 6;
    W = 12·34.5 / (9·60 - 3·12) = 414/504.
    """
    given = [ABCD, [["b"], ["a"], ["c", "d"]], [["a"], ["b", "c"], ["d"]]]
    assert kendall_w(given) == pytest.approx(414 / 504)


def test_without_order_or_a_second_rater_w_says_why_it_is_undefined() -> None:
    assert kendall_w([[["a", "b"]], [["a", "b"]]]) is ALL_TIED
    assert mean_kendall_w({1: [ABCD], 2: [ABCD]}) is ONE_RATER


def test_alpha_with_disagreement_is_as_computed_by_hand() -> None:
    """Two people about two things of two items: a b twice, then a b against b a.

    Units (1, 1), (2, 2), (1, 2), (2, 1): four scores of each, so the only distance is 4² = 16.
    Observed 4 of 8 ordered pairs: 8; expected 2·4·4·16/(8·7) = 64/7; alpha = 1 - 7/8.
    """
    ab, ba = [["a"], ["b"]], [["b"], ["a"]]
    assert ranks_alpha({1: [ab, ab], 2: [ab, ba]}) == pytest.approx(1 / 8)


def test_alpha_of_raters_who_agree_is_one() -> None:
    assert ranks_alpha({1: [ABCD, ABCD], 2: [ABCD[::-1]] * 2}) == pytest.approx(1)


def test_every_pair_is_counted_once_per_ranking_and_ties_by_themselves() -> None:
    given = {1: [ABCD, [["d"], ["a", "b", "c"]]], 2: [[["b"], ["a"], ["c", "d"]]]}
    wins = wins_of_pairs(given, ["a", "b", "c", "d"])
    assert wins["a", "b"] == Wins(wins=1, losses=1, ties=1)
    assert wins["a", "d"] == Wins(wins=2, losses=1, ties=0)
    assert wins["c", "d"] == Wins(wins=1, losses=1, ties=1)
    assert {each.wins + each.losses + each.ties for each in wins.values()} == {3}


def test_the_interval_of_a_mean_rank_is_drawn_over_items_not_rankings() -> None:
    """Many people about one item are still one item: there is no interval."""
    found = mean_ranks({1: [[["a"], ["b"]]] * 20}, ["a", "b"])["a"]
    assert found.mean == 1
    assert isinstance(found.low, Undefined)


def test_nobody_has_ranked_yet() -> None:
    assert isinstance(mean_ranks({}, ["a"])["a"].mean, Undefined)
