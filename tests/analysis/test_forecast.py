"""Forecasts: seeded, ordered, wide where days differ, and silent where days tell nothing."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import bootstrap

from annotate.analysis.forecast import FEWEST_DAYS, WINDOW, Forecast, forecast
from annotate.analysis.undefined import Undefined

# Four weeks of a team that rests at weekends.
WEEKS = [12, 9, 15, 11, 8, 0, 0] * 4
DAYS = st.lists(st.integers(0, 200), min_size=FEWEST_DAYS, max_size=WINDOW)


def ends(found: Forecast) -> tuple[int, int, int]:
    """Return earliest, expected and latest, which must be there."""
    assert isinstance(found.earliest, int)
    assert isinstance(found.expected, int)
    assert isinstance(found.latest, int)
    return found.earliest, found.expected, found.latest


def test_the_pace_has_the_interval_that_scipy_finds() -> None:
    found = forecast(WEEKS, 500, seed=1, resamples=20_000)
    known = bootstrap(
        (WEEKS,),
        np.mean,
        method="percentile",
        n_resamples=20_000,
        random_state=3,
        confidence_level=0.9,
    ).confidence_interval
    assert found.mean == pytest.approx(np.mean(WEEKS))
    assert (found.low, found.high) == pytest.approx((known.low, known.high), abs=0.1)


def test_the_seed_decides() -> None:
    assert forecast(WEEKS, 500, seed=1) == forecast(WEEKS, 500, seed=1)
    assert forecast(WEEKS, 5000, seed=1) != forecast(WEEKS, 5000, seed=2)


def test_days_that_disagree_leave_more_doubt_than_days_alike() -> None:
    """Both teams finish ten a day in the mean; one of them does it all in one day of four."""
    calm = ends(forecast([9, 10, 11, 10] * 7, 400, seed=1))
    wild = ends(forecast([0, 0, 40, 0] * 7, 400, seed=1))
    assert calm[1] == pytest.approx(40, abs=1)
    assert wild[0] < calm[0] - 5
    assert wild[2] > calm[2] + 5


def test_the_rest_of_a_day_or_two_is_as_uncertain_as_the_days() -> None:
    """Catches an interval of the pace alone: 12 are done tomorrow or not before Monday."""
    earliest, _, latest = ends(forecast(WEEKS, 12, seed=1))
    assert earliest == 1
    assert latest >= 4


def test_with_the_pace_known_work_takes_as_long_as_it_takes() -> None:
    assert ends(forecast([7] * 28, 71, seed=1)) == (11, 11, 11)


def test_nine_in_ten_forecasts_hold() -> None:
    """Of teams whose days are drawn from one law, nine in ten end between the two dates."""
    generator = np.random.default_rng(11)
    held = 0
    for trial in range(300):
        days = generator.poisson(10, WINDOW) * generator.integers(0, 2, WINDOW)
        to_come = generator.poisson(10, 400) * generator.integers(0, 2, 400)
        took = int(np.searchsorted(np.cumsum(to_come), 200)) + 1
        earliest, _, latest = ends(forecast(list(map(int, days)), 200, seed=trial, resamples=500))
        held += earliest <= took <= latest
    assert 0.85 <= held / 300 <= 0.95


@given(DAYS, st.integers(0, 100_000), st.integers(0, 9))
def test_the_ends_are_in_order(days: list[int], remaining: int, seed: int) -> None:
    found = forecast(days, remaining, seed=seed, resamples=200)
    if not any(days):
        assert isinstance(found.expected, Undefined)
        return
    far = 10**9
    earliest, expected, latest = (
        far if isinstance(end, Undefined) else end
        for end in (found.earliest, found.expected, found.latest)
    )
    assert 0 <= earliest <= expected <= latest
    assert isinstance(found.low, float)
    assert isinstance(found.high, float)
    assert min(days) <= found.low <= found.high <= max(days)


@given(DAYS.filter(any), st.integers(1, 5_000))
def test_more_work_never_ends_sooner(days: list[int], remaining: int) -> None:
    def end(number: int) -> float:
        expected = forecast(days, number, seed=3, resamples=100).expected
        return float("inf") if isinstance(expected, Undefined) else expected

    assert end(remaining) <= end(remaining + 100)


@pytest.mark.parametrize("days", [[], [10] * (FEWEST_DAYS - 1), [0] * 28])
def test_days_that_tell_nothing_give_no_date(days: list[int]) -> None:
    found = forecast(days, 10, seed=1)
    assert isinstance(found.mean, Undefined)
    assert isinstance(found.expected, Undefined)
    assert found.days_seen == len(days)


def test_where_work_may_stop_for_good_there_is_no_latest_day() -> None:
    """One day in 28 brought all that was done: a good third of the courses have none of it."""
    found = forecast([0] * 27 + [10], 10, seed=1)
    assert found.low == 0
    assert isinstance(found.latest, Undefined)
    assert isinstance(found.expected, int)


def test_nothing_left_is_done_today() -> None:
    assert ends(forecast(WEEKS, 0, seed=1)) == (0, 0, 0)


@pytest.mark.parametrize(
    ("days", "remaining", "more"),
    [([1, -1, 1, 1, 1], 5, {}), ([1] * 5, -1, {}), ([1] * 5, 1, {"level": 1.0})],
)
def test_numbers_that_cannot_be_are_refused(
    days: list[int], remaining: int, more: dict[str, float]
) -> None:
    with pytest.raises(ValueError, match="must"):
        forecast(days, remaining, seed=1, **more)  # type: ignore[arg-type]
