"""Intervals: seeded, of the published form, wide where little is known and undefined below two."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import bootstrap

from annotate.analysis.intervals import (
    Interval,
    difference_interval,
    mean_interval,
)
from annotate.analysis.undefined import Undefined
from annotate.messages import Message

VALUES = [float(value) for value in np.random.default_rng(7).gamma(2.0, 1.0, 60)]


def ends(interval: Interval) -> tuple[float, float]:
    """Return both ends, which must be there."""
    assert isinstance(interval.low, float)
    assert isinstance(interval.high, float)
    return interval.low, interval.high


def test_a_mean_has_the_interval_that_scipy_finds() -> None:
    found = mean_interval(VALUES, seed=1, resamples=20_000)
    known = bootstrap(
        (VALUES,), np.mean, method="percentile", n_resamples=20_000, random_state=3
    ).confidence_interval
    assert found.mean == pytest.approx(np.mean(VALUES))
    assert found.n == 60
    assert ends(found) == pytest.approx((known.low, known.high), abs=0.02)


def test_a_difference_has_the_interval_that_scipy_finds() -> None:
    other = [value / 2 for value in VALUES[:30]]
    found = difference_interval(VALUES, other, seed=1, resamples=20_000)
    known = bootstrap(
        (VALUES, other),
        lambda a, b, axis: np.mean(a, axis) - np.mean(b, axis),
        method="percentile",
        n_resamples=20_000,
        random_state=3,
    ).confidence_interval
    assert found.n == 30
    assert ends(found) == pytest.approx((known.low, known.high), abs=0.02)


def test_the_seed_decides() -> None:
    assert mean_interval(VALUES, seed=1) == mean_interval(VALUES, seed=1)
    assert mean_interval(VALUES, seed=1) != mean_interval(VALUES, seed=2)
    assert difference_interval(VALUES, VALUES, seed=1) != difference_interval(
        VALUES, VALUES, seed=2
    )


def test_drawing_in_blocks_keeps_the_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = mean_interval(VALUES, seed=1)
    monkeypatch.setattr("annotate.analysis.intervals._BLOCK", 600)
    assert ends(mean_interval(VALUES, seed=1)) == pytest.approx(ends(whole))


def test_too_few_values_are_undefined_with_the_reason() -> None:
    nothing = mean_interval([], seed=1)
    assert (nothing.n, nothing.mean) == (0, Undefined(Message("no_value")))
    for one in (mean_interval([0.5], seed=1), difference_interval([0.5, 1.0], [0.5], seed=1)):
        assert isinstance(one.mean, float)
        assert isinstance(one.low, Undefined)
        assert isinstance(one.high, Undefined)
    assert isinstance(difference_interval([0.5], [], seed=1).mean, Undefined)


def test_what_is_no_number_and_no_level_is_refused() -> None:
    with pytest.raises(ValueError, match="finite"):
        mean_interval([0.5, float("nan")], seed=1)
    with pytest.raises(ValueError, match="level"):
        mean_interval([0.5, 1.0], seed=1, level=95)
    with pytest.raises(ValueError, match="resamples"):
        mean_interval([0.5, 1.0], seed=1, resamples=0)


@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=20), st.integers(0, 99))
def test_an_interval_lies_among_the_values(values: list[float], seed: int) -> None:
    low, high = ends(mean_interval(values, seed=seed, resamples=50))
    slack = 1e-9 * (1 + max(map(abs, values)))
    assert min(values) - slack <= low <= high <= max(values) + slack
