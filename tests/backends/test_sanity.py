"""Whatever a detector returns, what is kept can be stored, drawn and grabbed."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.backends import Box, Detection
from annotate.backends.runs import sane


def detection(
    x: float = 10, y: float = 10, width: float = 20, height: float = 20, label: str = "region"
) -> Detection:
    return Detection(label=label, box=Box(x=x, y=y, width=width, height=height), score=0.5)


def kept_box(found: Detection) -> Box:
    (kept,) = sane([found], 100, 50).detections
    return kept.box


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        (detection(x=math.nan), "not_a_number"),
        (detection(width=math.inf), "not_a_number"),
        (detection(width=0), "empty_box"),
        (detection(height=-5), "empty_box"),
        (detection(x=99.5), "empty_box"),
        (detection(x=100), "outside_image"),
        (detection(y=-20), "outside_image"),
        (detection(label=" \n\t"), "empty_label"),
    ],
)
def test_what_cannot_be_used_is_dropped_with_the_reason(found: Detection, reason: str) -> None:
    result = sane([detection(), found], 100, 50)
    assert result.detections == (detection(),)
    assert [(drop.index, drop.reason) for drop in result.dropped] == [(1, reason)]


def test_a_score_that_is_no_number_is_dropped() -> None:
    result = sane([detection().model_copy(update={"score": math.nan})], 100, 50)
    assert [drop.reason for drop in result.dropped] == ["not_a_number"]


def test_boxes_are_clipped_to_the_image() -> None:
    assert kept_box(detection(x=90, width=20)) == Box(x=90, y=10, width=10, height=20)
    assert kept_box(detection(x=-5, y=-5)) == Box(x=0, y=0, width=15, height=15)
    assert kept_box(detection(x=-9, y=-9, width=900, height=900)) == Box(
        x=0, y=0, width=100, height=50
    )


def test_a_repeated_detection_is_dropped_and_its_like_with_another_label_kept() -> None:
    result = sane([detection(), detection(), detection(label="cup")], 100, 50)
    assert [item.label for item in result.detections] == ["region", "cup"]
    assert [drop.reason for drop in result.dropped] == ["duplicate"]


def test_labels_are_trimmed_and_cut_and_scores_bounded() -> None:
    long = detection(label="  red \n cup " + "x" * 300).model_copy(update={"score": 7.0})
    (kept,) = sane([long], 100, 50).detections
    assert kept.label.startswith("red cup xxx")
    assert len(kept.label) == 200
    assert kept.score == 1.0


anything = st.floats(width=32) | st.floats(-50, 250)


@given(
    st.lists(st.builds(detection, anything, anything, anything, anything, st.text(max_size=5))),
    st.integers(1, 200),
    st.integers(1, 200),
)
def test_nothing_is_lost_without_a_reason_and_all_that_is_kept_lies_inside(
    found: list[Detection], width: int, height: int
) -> None:
    result = sane(found, width, height)
    assert len(result.detections) + len(result.dropped) == len(found)
    for kept in result.detections:
        box = kept.box
        assert box.x >= 0
        assert box.y >= 0
        assert box.width >= 1
        assert box.height >= 1
        assert box.x + box.width <= width + 1e-9
        assert box.y + box.height <= height + 1e-9
        assert all(round(side, 2) == side for side in (box.x, box.y, box.width, box.height))
        assert kept.label == kept.label.strip() != ""


@given(st.lists(st.builds(detection, anything, anything, anything, anything), max_size=8))
def test_filtering_twice_changes_nothing_more(found: list[Detection]) -> None:
    once = sane(found, 100, 50)
    twice = sane(once.detections, 100, 50)
    assert twice.detections == once.detections
    assert twice.dropped == ()
