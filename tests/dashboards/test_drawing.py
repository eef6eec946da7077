"""Drawings for print: axes of round numbers, and every point where it belongs."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.core.documents import Figure, Series
from annotate.dashboards.report.drawing import axis, svg

VALUES = st.floats(min_value=-1e6, max_value=1e6, allow_subnormal=False).map(
    lambda value: round(value, 3)
)


@given(st.lists(VALUES, min_size=1, max_size=20))
def test_an_axis_holds_all_its_values_between_its_ticks(values: list[float]) -> None:
    found = axis(values)
    assert found.low <= min(values)
    assert max(values) <= found.high
    assert found.low <= 0 <= found.high
    assert list(found.ticks) == sorted(set(found.ticks))
    assert 2 <= len(found.ticks) <= 12


def drawn(*series: Series) -> str:
    return svg(
        Figure("Likeness", "Round", "Jaccard", series, ticks=[(1, "Round 1"), (2, "Round 2")])
    )


def test_a_larger_value_stands_higher() -> None:
    found = drawn(Series("Likeness", [(1, 0.2), (2, 0.8)]))
    heights = [float(y) for y in re.findall(r'<circle cx="[\d.]+" cy="([\d.]+)"', found)]
    assert heights[0] > heights[1]


def test_a_single_point_shows_its_band_as_a_stroke() -> None:
    found = drawn(Series("Likeness", [(1, 0.5)], [(0.3, 0.7)]))
    assert 'class="stroke"' in found
    assert "polygon" not in found


def test_several_lines_are_named_and_differ_by_dash() -> None:
    found = drawn(Series("Ada", [(1, 1), (2, 2)]), Series("Ben & Co", [(1, 2), (2, 1)]))
    assert "Ben &amp; Co" in found
    assert 'stroke-dasharray="6 3"' in found


@pytest.mark.parametrize("series", [(), (Series("Nothing", []),)])
def test_without_a_point_nothing_is_drawn(series: tuple[Series, ...]) -> None:
    assert drawn(*series) == ""
