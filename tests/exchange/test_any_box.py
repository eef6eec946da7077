"""Whatever box a list holds, what comes of it lies in the picture, and shares keep their place."""

from collections import Counter
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from annotate.exchange.imports.readers import cells
from annotate.exchange.imports.said import GRID, PERCENT, Corners, Frame, placed, scale_of

numbers = st.floats(-1e7, 1e7, allow_nan=False)
sides = st.integers(1, 20_000)
SHARE = 0.02


@given(corners=st.builds(Corners, numbers, numbers, numbers, numbers), width=sides, height=sides)
def test_a_box_lies_in_its_picture_or_is_none(corners: Corners, width: int, height: int) -> None:
    box = placed(corners, (1.0, 1.0), width, height)
    if box is not None:
        assert box.width > 0
        assert box.height > 0
        assert 0 <= box.x <= box.right <= width + 0.01
        assert 0 <= box.y <= box.bottom <= height + 0.01


@given(
    frame=st.sampled_from([PERCENT, GRID, Frame(640, 480)]),
    shares=st.tuples(*[st.floats(0, 1)] * 4),
    width=sides,
    height=sides,
)
def test_a_box_in_shares_keeps_its_place_in_a_picture_of_any_size(
    frame: Frame, shares: tuple[float, ...], width: int, height: int
) -> None:
    x1, x2 = sorted(shares[:2])
    y1, y2 = sorted(shares[2:])
    corners = Corners(x1 * frame.width, y1 * frame.height, x2 * frame.width, y2 * frame.height)
    box = placed(corners, scale_of(frame, width, height), width, height)
    if box is None:
        assert min((x2 - x1) * width, (y2 - y1) * height) < SHARE
        return
    assert abs(box.x - x1 * width) < SHARE
    assert abs(box.y - y1 * height) < SHARE
    assert abs(box.right - x2 * width) < SHARE
    assert abs(box.bottom - y2 * height) < SHARE


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["bbox", "label", "category", "x"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(value=values)
def test_no_cell_stops_an_import(value: Any) -> None:
    left = Counter[str]()
    for each in cells.objects(value, ["dog"], left):
        assert each.label.strip()
    assert all(text.text.strip() for text in cells.texts(value))
    assert all(isinstance(hint, str) for hint in cells.hints([("a", value)], left).values())
