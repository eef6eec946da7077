"""The simulator of early stopping against a replay of whole histories, text by text."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis.early_stopping import (
    THRESHOLDS,
    Later,
    going_on,
    saving,
)
from annotate.analysis.histograms import SIMILARITY
from annotate.analysis.undefined import Undefined

# One text: the likeness of rounds (1, 2), (2, 3) … as they were done, with no rule in force.
TEXT = st.lists(st.integers(0, 50).map(lambda place: place / 50), max_size=5)


def rounds_of(text: list[float]) -> int:
    return len(text) + 1


def replayed(text: list[float], threshold: float) -> int:
    """Return how many rounds the rule would have let happen, by the rule itself."""
    for number, likeness in enumerate(text, start=2):
        if likeness >= threshold:
            return number
    return rounds_of(text)


def later_of(texts: list[list[float]]) -> list[Later]:
    """Return what is counted of each round from the third on: the largest likeness before it."""
    bins: Counter[int] = Counter()
    for text in texts:
        for before in range(1, len(text)):
            bins[SIMILARITY.counted.place(max(text[:before]))] += 1
    return [
        Later(low=SIMILARITY.counted.edges(place)[0], rounds=number, tokens_gained=3 * number)
        for place, number in bins.items()
    ]


@given(st.lists(TEXT, max_size=8), st.sampled_from(THRESHOLDS))
def test_it_saves_exactly_the_rounds_that_the_rule_would_not_have_opened(
    texts: list[list[float]], threshold: float
) -> None:
    done = sum(map(rounds_of, texts))
    found = saving(later_of(texts), threshold, rounds_done=done)
    assert found.rounds == done - sum(replayed(text, threshold) for text in texts)
    assert found.tokens == 3 * found.rounds


@given(st.lists(TEXT, min_size=1, max_size=8))
def test_a_lower_threshold_never_saves_less(texts: list[list[float]]) -> None:
    done = sum(map(rounds_of, texts))
    saved = [saving(later_of(texts), each, rounds_done=done).rounds for each in THRESHOLDS]
    assert saved == sorted(saved, reverse=True)


def test_texts_that_disagree_are_told_apart() -> None:
    """Two rounds settle one text and not the other: only the first is worth stopping."""
    settled, unsettled = [0.9, 0.92, 0.94], [0.3, 0.2, 0.4]
    found = saving(later_of([settled, unsettled]), 0.8, rounds_done=8)
    assert (found.rounds, found.share) == (2, 0.25)


def test_text_that_later_rounds_cut_is_a_loss_below_zero() -> None:
    row = Later(low=0.9, rounds=2, tokens_gained=-12, edit_distance=30)
    found = saving([row], 0.8, rounds_done=10)
    assert (found.tokens, found.edit_distance) == (-12, 30)


def test_without_rounds_there_is_no_share() -> None:
    assert isinstance(saving([], 0.8, rounds_done=0).share, Undefined)


def test_more_than_was_done_cannot_be_saved() -> None:
    with pytest.raises(ValueError, match="5 of 4"):
        saving([Later(low=0.9, rounds=5)], 0.5, rounds_done=4)


def test_texts_stopped_below_a_threshold_would_go_on() -> None:
    stopped = {0.8: 4, 0.86: 3, 0.98: 1}
    assert [going_on(stopped, each) for each in (0.8, 0.86, 0.9, 1.0)] == [0, 4, 7, 8]
