"""The rule of promotion: nothing but numbers in, a verdict and its reason out."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.learning.promotion import METRICS, Decision, decide
from annotate.messages import Message

figures = st.floats(0, 10, allow_nan=False)


def by_cider(new: Any, old: Any, margin: float = 0, **more: Any) -> Decision:
    return decide(
        "better",
        candidate={"cider": new, "samples": 100, **more},
        serving={"cider": old},
        metric="cider",
        margin=margin,
    )


@given(new=figures, old=figures, margin=figures)
def test_only_what_is_better_by_more_than_the_margin_is_promoted(
    new: float, old: float, margin: float
) -> None:
    assert by_cider(new, old, margin).promote == (new - old > margin)


@given(new=figures, old=figures)
def test_two_versions_never_beat_each_other(new: float, old: float) -> None:
    """Catches a loop that would swap the same two versions for ever."""
    assert not (by_cider(new, old).promote and by_cider(old, new).promote)


@given(new=figures, old=figures)
def test_by_hand_nothing_is_promoted(new: float, old: float) -> None:
    decided = decide(
        "manual",
        candidate={"cider": new, "samples": 100},
        serving={"cider": old},
        metric="cider",
        margin=0,
    )
    assert (decided.promote, str(decided.reason)) == (False, "A lead decides.")


@pytest.mark.parametrize(
    ("new", "old", "reason"),
    [
        (None, 0.5, "There is no CIDEr of the new version to decide by."),
        (math.nan, 0.5, "There is no CIDEr of the new version to decide by."),
        (0.5, None, "There is no CIDEr of the serving version to compare with."),
        (0.5, "0.4", "There is no CIDEr of the serving version to compare with."),
    ],
)
def test_what_was_not_measured_decides_nothing(new: Any, old: Any, reason: str) -> None:
    decided = by_cider(new, old)
    assert (decided.promote, str(decided.reason)) == (False, reason)


def test_the_numbers_that_decided_are_kept() -> None:
    assert by_cider(0.6, 0.5, 0.05).numbers == {
        "rule": "better",
        "metric": "cider",
        "margin": 0.05,
        "candidate": 0.6,
        "serving": 0.5,
        "samples": 100,
    }


@pytest.mark.parametrize(("failed", "is_promoted"), [(0, True), (9, True), (10, False)])
def test_an_endpoint_that_was_down_is_no_worse_model(failed: int, is_promoted: bool) -> None:
    decided = decide(
        "better",
        candidate={"cider": 0.6, "samples": 100},
        serving={"cider": 0.1, "samples": 100, "failed": failed},
        metric="cider",
        margin=0,
    )
    assert decided.promote == is_promoted
    if not is_promoted:
        assert str(decided.reason) == "The serving version gave no answer 10 times on 100 samples."


def test_every_metric_has_a_name_for_people() -> None:
    assert all(str(Message(f"learning_metric_{metric}")).strip() for metric in METRICS)
