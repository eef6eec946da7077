from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis import geometry, matching
from annotate.analysis.geometry import Box

_numbers = st.integers(0, 30)
BOXES = st.lists(
    st.builds(geometry.from_corners, _numbers, _numbers, _numbers, _numbers), max_size=4
)


def square(x: float, side: float = 4) -> Box:
    return Box(x=x, y=0, width=side, height=side)


def test_greedy_matching_would_be_worse_than_the_one_returned() -> None:
    # a0 overlaps b0 most (3/5), but then a1 has nobody: 0.6. a0-b1 and a1-b0 give 1/3 + 1/3.
    a = [square(0), square(3)]
    b = [square(1), square(-2)]
    found = {(pair.left, pair.right): pair.iou for pair in matching.match(a, b)}
    assert found == pytest.approx({(0, 1): 2 / 6, (1, 0): 2 / 6})


@given(BOXES, BOXES)
def test_no_other_pairing_has_a_greater_sum(a: list[Box], b: list[Box]) -> None:
    few, many = sorted((a, b), key=len)
    best = max(
        sum(geometry.iou(one, other) for one, other in zip(few, chosen, strict=True))
        for chosen in permutations(many, len(few))
    )
    assert sum(pair.iou for pair in matching.match(a, b)) == pytest.approx(best, abs=1e-6)


@given(BOXES, BOXES)
def test_the_matrix_holds_the_iou_of_each_pair(a: list[Box], b: list[Box]) -> None:
    expected = np.array([[geometry.iou(x, y) for y in b] for x in a]).reshape(len(a), len(b))
    np.testing.assert_allclose(matching.iou_matrix(a, b), expected, atol=1e-6)


def test_boxes_that_do_not_overlap_are_not_matched() -> None:
    assert matching.match([square(0)], [square(9)]) == []


def test_annotators_who_agree_on_nothing_score_zero() -> None:
    assert matching.matched_iou([square(0)], [square(9)]) == 0.0
    assert matching.matched_iou([square(0)], []) == 0.0


def test_finding_one_box_of_four_is_a_quarter_of_agreement() -> None:
    four = [square(0), square(10), square(20), square(30)]
    assert matching.matched_iou(four[:1], four) == 0.25


def test_no_boxes_on_either_side_is_undefined() -> None:
    assert matching.matched_iou([], []) is None


@given(BOXES, BOXES)
def test_matched_iou_is_symmetric_and_between_zero_and_one(a: list[Box], b: list[Box]) -> None:
    value = matching.matched_iou(a, b)
    other = matching.matched_iou(b, a)
    assert value is None or (0 <= value <= 1 and value == pytest.approx(other))
