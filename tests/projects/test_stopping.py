import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.projects.recipes import StopRule, stop_after_round

RULE = StopRule(n=1, threshold=0.8)


@pytest.mark.parametrize(
    ("index", "rounds", "similarity", "stop", "open_next", "reason"),
    [
        (1, 3, 1.0, RULE, True, "first_round"),  # like the seed, but a seed is no round
        (1, 3, None, RULE, True, "first_round"),
        (2, 3, 0.79, RULE, True, "not_similar_enough"),
        (2, 3, 0.80, RULE, False, "similar_enough"),
        (2, 3, 1.00, RULE, False, "similar_enough"),
        (2, 3, None, RULE, True, "similarity_undefined"),
        (3, 3, 0.10, RULE, False, "last_round"),
        (3, 3, 0.99, RULE, False, "last_round"),  # it would have ended anyway: no early stop
        (1, 1, 1.0, RULE, False, "last_round"),
        (2, 3, 1.0, None, True, "no_stop_rule"),
        (3, 3, 1.0, None, False, "last_round"),
        (2, 3, 0.0, StopRule(threshold=0.0), False, "similar_enough"),
        (2, 3, 0.999, StopRule(threshold=1.0), True, "not_similar_enough"),
    ],
)
def test_each_case_has_its_decision(
    index: int,
    rounds: int,
    similarity: float | None,
    stop: StopRule | None,
    open_next: bool,
    reason: str,
) -> None:
    decision = stop_after_round(index=index, rounds=rounds, similarity=similarity, stop=stop)
    assert (decision.open_next, decision.reason) == (open_next, reason)
    assert decision.stopped_early == (reason == "similar_enough")


def test_a_decision_carries_the_numbers_it_was_made_of() -> None:
    rule = StopRule(n=2, threshold=0.7)
    decision = stop_after_round(index=2, rounds=4, similarity=0.75, stop=rule)
    assert decision.numbers == {
        "index": 2,
        "rounds": 4,
        "similarity": 0.75,
        "n": 2,
        "threshold": 0.7,
    }
    assert json.loads(json.dumps(decision.numbers)) == decision.numbers


def test_four_shared_words_of_five_reach_a_threshold_of_four_fifths() -> None:
    # 4 / 5 must not fall short of 0.8 by a rounding error.
    assert not stop_after_round(index=2, rounds=3, similarity=4 / 5, stop=RULE).open_next


@pytest.mark.parametrize(("index", "rounds"), [(0, 3), (4, 3), (-1, 3)])
def test_a_round_outside_the_stage_is_refused(index: int, rounds: int) -> None:
    with pytest.raises(ValueError, match="not between"):
        stop_after_round(index=index, rounds=rounds, similarity=0.5, stop=RULE)


@pytest.mark.parametrize("similarity", [-0.1, 1.1, float("nan")])
def test_an_impossible_similarity_is_refused(similarity: float) -> None:
    with pytest.raises(ValueError, match="not between"):
        stop_after_round(index=2, rounds=3, similarity=similarity, stop=RULE)


SIMILARITIES = st.none() | st.floats(0, 1)


@given(st.integers(3, 20), SIMILARITIES, st.floats(0, 1), st.floats(0, 1))
def test_a_higher_threshold_never_stops_sooner(
    rounds: int, similarity: float | None, one: float, other: float
) -> None:
    low, high = sorted((one, other))
    lenient, strict = (
        stop_after_round(
            index=rounds - 1,
            rounds=rounds,
            similarity=similarity,
            stop=StopRule(threshold=threshold),
        )
        for threshold in (low, high)
    )
    assert strict.open_next or not lenient.open_next


@given(st.integers(1, 20), st.lists(SIMILARITIES, min_size=20, max_size=20), st.floats(0, 1))
def test_every_stage_ends_within_its_rounds_and_never_after_one_of_several(
    rounds: int, similarities: list[float | None], threshold: float
) -> None:
    index = 1
    while stop_after_round(
        index=index,
        rounds=rounds,
        similarity=similarities[index - 1],
        stop=StopRule(threshold=threshold),
    ).open_next:
        index += 1
    assert min(2, rounds) <= index <= rounds


def test_a_rule_that_is_switched_off_never_stops() -> None:
    off = StopRule(n=1, threshold=0.5, enabled=False)
    decision = stop_after_round(index=2, rounds=3, similarity=1.0, stop=off)
    assert decision.open_next
    assert decision.reason == "no_stop_rule"
