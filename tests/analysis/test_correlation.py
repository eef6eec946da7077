"""Rank correlation: the textbook value, its interval, and where there is none."""

import random

import pytest

from annotate.analysis.correlation import spearman
from annotate.analysis.undefined import Undefined


def test_it_is_the_textbook_value_without_ties() -> None:
    """The ranks of the second are 3, 1, 2, 4, 5, 6: Σd² = 4 + 1 + 1, and 1 - 6·6 / (6·35)."""
    found = spearman([1, 2, 3, 4, 5, 6], [4, 1, 2, 4.5, 5, 9])
    assert found.rho == pytest.approx(1 - 36 / 210)


def test_only_ranks_count() -> None:
    first = [3.0, 1.0, 4.0, 1.5, 5.0, 9.0]
    second = [2.0, 7.0, 1.0, 8.0, 2.5, 0.0]
    plain = spearman(first, second)
    assert spearman([each**3 for each in first], second) == plain
    reverse = spearman([-each for each in first], second)
    assert isinstance(plain.rho, float)
    assert reverse.rho == pytest.approx(-plain.rho)


def test_the_interval_covers_no_correlation_about_as_often_as_it_says() -> None:
    draw = random.Random(4)
    covered = 0
    for _ in range(300):
        pairs = [(draw.random(), draw.random()) for _ in range(40)]
        found = spearman([a for a, _ in pairs], [b for _, b in pairs])
        assert isinstance(found.low, float)
        assert isinstance(found.high, float)
        covered += found.low <= 0 <= found.high
    assert 0.91 <= covered / 300 <= 0.99


@pytest.mark.parametrize(
    ("first", "second"),
    [([1.0, 2.0], [1.0, 2.0]), ([1.0, 1.0, 1.0, 1.0], [1.0, 2.0, 3.0, 4.0])],
)
def test_what_has_no_value_says_why(first: list[float], second: list[float]) -> None:
    found = spearman(first, second)
    assert isinstance(found.rho, Undefined)
    assert isinstance(found.low, Undefined)


def test_perfect_order_has_a_value_but_no_interval() -> None:
    found = spearman([1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6])
    assert found.rho == pytest.approx(1)
    assert isinstance(found.low, Undefined)
    with pytest.raises(ValueError, match="paired"):
        spearman([1], [])
