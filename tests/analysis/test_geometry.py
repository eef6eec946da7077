import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from annotate.analysis import geometry
from annotate.analysis.geometry import Box, NormalisedBox

IIW_BOXES = Path(__file__).parent / "data" / "iiw400_boxes.jsonl.gz"

_numbers = st.floats(-50, 700, allow_nan=False)
BOXES = st.builds(geometry.from_corners, _numbers, _numbers, _numbers, _numbers)


def box(x: float, y: float, width: float, height: float) -> Box:
    return Box(x=x, y=y, width=width, height=height)


def test_coordinates_are_rounded_to_two_decimals() -> None:
    assert box(1.006, -0.001, 2.999, 3) == box(1.01, 0, 3, 3)
    assert str(box(-0.001, 0, 1, 1).x) == "0.0"


def test_corners_closer_than_two_decimals_make_a_box_of_no_size() -> None:
    assert geometry.from_corners(0.009, 0.006, 0.008, 0.006) == box(0.01, 0.01, 0, 0)


@pytest.mark.parametrize(
    "values",
    [(0, 0, -1, 1), (float("nan"), 0, 1, 1), (0, float("inf"), 1, 1), (0, 0, 2_000_000, 1)],
)
def test_impossible_numbers_make_no_box(values: tuple[float, float, float, float]) -> None:
    with pytest.raises(ValidationError):
        box(*values)


@pytest.mark.parametrize("value", ["1", True, None, [1]])
def test_only_numbers_make_a_box(value: object) -> None:
    with pytest.raises(ValidationError):
        Box.model_validate({"x": value, "y": 0, "width": 1, "height": 1})


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (box(0, 0, 4, 4), box(0, 0, 4, 4), 1.0),
        (box(0, 0, 4, 4), box(2, 0, 4, 4), 8 / 24),
        (box(0, 0, 4, 4), box(1, 1, 2, 2), 4 / 16),
        (box(0, 0, 4, 4), box(4, 0, 4, 4), 0.0),  # they only touch
        (box(0, 0, 4, 4), box(9, 9, 4, 4), 0.0),
        (box(0, 0, 0, 4), box(0, 0, 0, 4), 0.0),  # no area at all
    ],
)
def test_iou_matches_hand_worked_examples(a: Box, b: Box, expected: float) -> None:
    assert geometry.iou(a, b) == pytest.approx(expected)


@given(BOXES, BOXES)
def test_iou_is_symmetric_and_between_zero_and_one(a: Box, b: Box) -> None:
    assert geometry.iou(a, b) == geometry.iou(b, a)
    assert 0 <= geometry.iou(a, b) <= 1


@given(BOXES)
def test_a_clamped_box_lies_inside_and_overhangs_nowhere(one: Box) -> None:
    inside = geometry.clamp(one, width=640, height=427)
    assert max(geometry.overhang(inside, width=640, height=427)) <= 0.01
    assert geometry.area(inside) <= geometry.area(one) + 0.01 * 1300


def test_overhang_tells_each_side() -> None:
    over = geometry.overhang(box(-1.5, -2, 700, 500), width=640, height=427)
    assert over == (1.5, 2.0, 58.5, 71.0)


@given(BOXES)
def test_the_999_grid_is_left_by_at_most_half_a_step(one: Box) -> None:
    width, height = 640, 427
    inside = geometry.clamp(one, width=width, height=height)
    there = geometry.normalise(inside, width=width, height=height)
    back = geometry.from_normalised(there, width=width, height=height)
    assert abs(back.x - inside.x) <= width / 1998 + 0.02
    assert abs(back.bottom - inside.bottom) <= height / 1998 + 0.02
    assert geometry.normalise(back, width=width, height=height) == there


@given(st.tuples(*[st.integers(0, 999)] * 4), st.integers(200, 8000), st.integers(200, 8000))
def test_a_released_box_survives_pixels_and_back(
    values: tuple[int, int, int, int], width: int, height: int
) -> None:
    there, _ = geometry.repair_normalised(values)
    pixels = geometry.from_normalised(there, width=width, height=height)
    assert geometry.normalise(pixels, width=width, height=height) == there


def test_the_swapped_boxes_of_the_iiw_release_are_repaired_and_counted() -> None:
    with gzip.open(IIW_BOXES, "rt", encoding="utf-8") as lines:
        boxes = [coords for line in lines for coords in json.loads(line)]
    repaired = [geometry.repair_normalised(coords) for coords in boxes]
    assert len(repaired) == 1_899
    assert sum(swapped for _, swapped in repaired) == 94
    assert all(one.ymin < one.ymax and one.xmin < one.xmax for one, _ in repaired)


@pytest.mark.parametrize(
    "values",
    [["1", "2", "3"], ["1", "2", "3", "x"], [0, 0, 1000, 5], [-1, 0, 5, 5], [0.5, 0, 1, 1]],
)
def test_unusable_coordinates_are_refused(values: list[object]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        geometry.repair_normalised(values)


def test_the_whole_image_is_the_whole_grid() -> None:
    whole = geometry.normalise(box(0, 0, 640, 427), width=640, height=427)
    assert whole == NormalisedBox(ymin=0, xmin=0, ymax=999, xmax=999)
