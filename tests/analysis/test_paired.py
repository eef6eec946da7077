"""Differences of two answers to the same questions are tested exactly, and intervals hold."""

from itertools import product
from math import comb, factorial

import pytest

from annotate.analysis.paired import Pairs, mcnemar, newcombe_paired
from annotate.analysis.proportions import wilson


@pytest.mark.parametrize(("first", "second"), [(0, 0), (3, 0), (1, 8), (10, 12), (600, 450)])
def test_mcnemar_is_the_binomial_tail_of_the_questions_they_differ_on(
    first: int, second: int
) -> None:
    of = first + second
    tail = sum(comb(of, each) for each in range(min(first, second) + 1))
    p = min(1.0, 2 * tail / 2**of)
    assert mcnemar(Pairs(5, first, second, 5)) == pytest.approx(p)
    assert mcnemar(Pairs(900, second, first, 0)) == pytest.approx(p)


def test_a_large_comparison_is_exact_and_ends() -> None:
    assert mcnemar(Pairs(20_000, 2_000, 2_000, 5_000)) == 1.0
    assert 0.0 < mcnemar(Pairs(20_000, 2_200, 2_000, 5_000)) < 0.01


def test_the_interval_is_the_published_one() -> None:
    """Newcombe 1998, Statistics in Medicine 17:2635, the example of 36, 12, 2 and 0."""
    assert newcombe_paired(Pairs(36, 12, 2, 0)) == pytest.approx((0.0569, 0.3404), abs=5e-5)


@pytest.mark.parametrize("counts", [(0, 0, 0, 9), (9, 0, 0, 0), (0, 9, 0, 0), (3, 2, 1, 4)])
def test_exchanging_the_two_turns_the_interval_round(counts: tuple[int, int, int, int]) -> None:
    both, first, second, neither = counts
    low, high = newcombe_paired(Pairs(both, first, second, neither))
    assert newcombe_paired(Pairs(both, second, first, neither)) == pytest.approx((-high, -low))
    assert -1.0 <= low <= high <= 1.0


@pytest.mark.parametrize("chances", [(0.6, 0.15, 0.05, 0.2), (0.4, 0.1, 0.1, 0.4)])
def test_the_interval_holds_the_difference_in_ninety_five_of_a_hundred(
    chances: tuple[float, float, float, float],
) -> None:
    """Every outcome of 24 questions with its chance: no simulation."""
    n, truth, covered = 24, chances[1] - chances[2], 0.0
    for both, first, second in product(range(n + 1), repeat=3):
        neither = n - both - first - second
        if neither < 0:
            continue
        low, high = newcombe_paired(Pairs(both, first, second, neither))
        if low <= truth <= high:
            counts = (both, first, second, neither)
            ways = factorial(n)
            chance = 1.0
            for count, each in zip(counts, chances, strict=True):
                ways //= factorial(count)
                chance *= each**count
            covered += ways * chance
    assert 0.94 < covered < 0.985


def test_a_share_has_wilsons_interval() -> None:
    """Newcombe 1998, Statistics in Medicine 17:857: 81 of 263."""
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
