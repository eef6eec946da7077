"""Early warnings: rare among people who work alike, certain of those who do not."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis.early_warning import Range, Work, against_pool, ranges
from annotate.analysis.undefined import Undefined

Rows = list[Work[str]]


def row(person: str, answers: int, mean: float, round_: int = 1) -> Work[str]:
    return Work(person=person, round=round_, answers=answers, total=answers * mean)


def pool(*means: float, answers: int = 100) -> Rows:
    return [row(f"p{number}", answers, mean) for number, mean in enumerate(means)]


def judged(rows: Rows, person: str = "new") -> Range:
    found = ranges(rows, [person])[person]
    assert isinstance(found, Range), found
    return found


ALIKE = pool(55, 58, 60, 61, 62, 66)


def test_somebody_like_the_others_is_not_warned_of() -> None:
    found = judged([*ALIKE, row("new", 30, 57)])
    assert not found.is_low
    assert not found.is_high
    assert (found.n, found.people) == (30, 6)


@pytest.mark.parametrize(("mean", "low", "high"), [(9, True, False), (400, False, True)])
def test_somebody_who_disagrees_with_the_others_is(mean: float, low: bool, high: bool) -> None:
    found = judged([*ALIKE, row("new", 30, mean)])
    assert (found.is_low, found.is_high) == (low, high)


def test_few_answers_make_the_range_wider() -> None:
    few, many = (judged([*ALIKE, row("new", answers, 30)]) for answers in (5, 500))
    assert few.low < many.low < many.high < few.high
    assert not few.is_low
    assert many.is_low


def test_people_who_differ_make_the_range_wider() -> None:
    apart = judged([*pool(20, 35, 60, 61, 110, 180), row("new", 500, 30)])
    assert not apart.is_low


def test_a_few_who_click_through_do_not_become_the_measure() -> None:
    """Means and standard deviations would let them hide one another (masking)."""
    rows = [*ALIKE, row("q1", 100, 2), row("q2", 100, 2), row("new", 100, 2)]
    assert judged(rows).is_low


def test_who_only_did_late_rounds_is_not_called_lazy() -> None:
    """Third rounds change a tenth of what first ones do, for everybody."""
    rows = [each for n in range(6) for each in (row(f"p{n}", 50, 0.5), row(f"p{n}", 50, 0.05, 3))]
    rows.append(row("new", 40, 0.05, 3))
    assert not judged(rows).is_low
    assert against_pool(rows)["new"].pool_mean == pytest.approx(0.05)


def test_who_changes_nothing_is_below_any_range() -> None:
    found = judged([*pool(0.2, 0.25, 0.3, 0.3, 0.35, 0.4), row("new", 10, 0.0)])
    assert (found.value, found.is_low) == (0.0, True)


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ([*ALIKE, row("new", 4, 60)], "too little work"),
        ([*ALIKE[:4], row("new", 50, 60)], "Too few others"),
        ([*ALIKE, row("new", 50, 60, round_=2)], "too little work"),
        ([*pool(0, 0, 0, 0, 0, 3), row("new", 50, 1)], "Most of the others"),
        (ALIKE, "too little work"),
    ],
)
def test_where_nothing_can_be_said_nothing_is(rows: Rows, why: str) -> None:
    found = ranges(rows, ["new"])["new"]
    assert isinstance(found, Undefined)
    assert why in found.reason


def test_how_answers_vary_is_learnt_from_the_days() -> None:
    """Gamma times with a standard deviation of half their mean: c is 0.5, not the 1 assumed."""
    generator = np.random.default_rng(5)
    rows: Rows = []
    for number in range(8):
        days = [generator.gamma(4, 15, 10) for _ in range(40)]
        total = float(sum(day.sum() for day in days))
        squares = float(sum(day.sum() ** 2 / 10 for day in days))
        rows.append(
            Work(person=f"p{number}", round=1, answers=400, total=total, days=40, squares=squares)
        )
    rows.append(row("new", 10, 60))
    found = judged(rows)
    # t(7) = 2.365 and c / sqrt(10) = 0.158 leave little beside how alike the people are.
    assert math.log(found.high / found.low) / 2 == pytest.approx(2.365 * 0.158, rel=0.15)


def test_one_in_twenty_who_work_alike_is_warned_of() -> None:
    generator = np.random.default_rng(3)
    warned = 0
    for _ in range(400):
        people = 60 * np.exp(generator.normal(0, 0.3, 13))
        rows = pool(*(float(mean) for mean in people[1:]), answers=1000)
        rows.append(row("new", 20, float(generator.gamma(20, people[0] / 20))))
        found = judged(rows)
        warned += found.is_low or found.is_high
    assert 0.02 <= warned / 400 <= 0.09


@given(
    st.lists(st.floats(1, 500), min_size=6, max_size=12),
    st.integers(5, 200),
    st.floats(0.5, 2000),
    st.floats(0.01, 100),
)
def test_the_unit_does_not_matter(
    means: list[float], answers: int, mean: float, factor: float
) -> None:
    one = judged([*pool(*means), row("new", answers, mean)])
    other = judged([*pool(*(each * factor for each in means)), row("new", answers, mean * factor)])
    assert other.low == pytest.approx(one.low * factor)
    assert other.high == pytest.approx(one.high * factor)
    assert 0 <= one.low <= one.high


@given(st.lists(st.tuples(st.integers(1, 3), st.integers(0, 50), st.floats(0, 100)), max_size=12))
def test_the_pool_lies_within_the_means_of_the_others(rows: list[tuple[int, int, float]]) -> None:
    works = [row(f"p{n % 4}", answers, mean, r) for n, (r, answers, mean) in enumerate(rows)]
    for person, found in against_pool(works).items():
        others = [each.total / each.answers for each in works if each.answers]
        if isinstance(found.pool_mean, float):
            assert min(others) - 1e-6 <= found.pool_mean <= max(others) + 1e-6, person


def test_negative_sums_are_refused() -> None:
    with pytest.raises(ValueError, match="negative"):
        against_pool([Work(person="Ann", round=1, answers=1, total=-1.0)])
