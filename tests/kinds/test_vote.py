from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.kinds import InvalidValueError, Stimulus
from annotate.kinds.capabilities import Judges
from annotate.kinds.vote.kind import VoteKind
from annotate.kinds.vote.model import VoteAnswer
from tests.kinds.strategies import CRITERIA, votes

KIND = VoteKind()
IMAGE = Stimulus(width=640, height=427, about={"text": "A red kite."})
TWO = {"criteria": [{"key": "true", "title": "Is it true?"}, {"key": "short", "title": "Short?"}]}


def answer(*given: bool | None, comment: str = "") -> VoteAnswer:
    return KIND.parse(votes(*given, comment=comment))


def two(true: bool | None, short: bool | None) -> VoteAnswer:
    return KIND.parse({"votes": {"true": true, "short": short}})


def codes(given: VoteAnswer, **settings: Any) -> list[tuple[str, str]]:
    found = KIND.problems(given, IMAGE, KIND.parse_settings(settings))
    return [(problem.code, problem.path) for problem in found]


# --- What must be answered --------------------------------------------------------------------


def test_votes_are_about_somebodys_answer() -> None:
    assert isinstance(KIND, Judges)


def test_the_default_criteria_are_the_five_of_the_paper() -> None:
    assert tuple(one.key for one in KIND.parse_settings({}).criteria) == CRITERIA


def test_every_criterion_needs_a_vote() -> None:
    assert codes(answer(True, False, True, False, True)) == []
    assert codes(answer(True, None, True, True, None)) == [
        ("vote_missing", "votes.true_for_image"),
        ("vote_missing", "votes.objective"),
    ]
    assert len(codes(KIND.seed_from(None))) == 5


def test_a_missing_vote_is_asked_for_in_the_words_of_its_criterion() -> None:
    [problem] = KIND.problems(two(None, True), IMAGE, KIND.parse_settings(TWO))
    assert problem.message == "Answer yes or no: Is it true?"


def test_a_vote_on_something_that_is_not_asked_is_refused() -> None:
    given = KIND.parse({"votes": {"true": True, "short": True, "funny": False}})
    assert codes(given, **TWO) == [("unknown_criterion", "votes.funny")]


@pytest.mark.parametrize("vote", ["yes", 1, 0.0, []])
def test_a_vote_is_true_or_false(vote: object) -> None:
    with pytest.raises(InvalidValueError) as caught:
        KIND.parse({"votes": {"true": vote}})
    assert caught.value.problems[0].message == "This must be true or false."


@pytest.mark.parametrize(
    "settings",
    [
        {"criteria": []},
        {"criteria": [{"key": "A b", "title": "?"}]},
        {"criteria": [{"key": "a", "title": " "}]},
        {"criteria": [{"key": "a", "title": "?"}] * 2},
        {"majority": 1.0},
        {"majority": -0.1},
        {"majority": float("nan")},
    ],
)
def test_settings_that_cannot_work_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(InvalidValueError):
        KIND.parse_settings(settings)


# --- What votes decide ------------------------------------------------------------------------


def shares(*given: VoteAnswer, **settings: Any) -> dict[str, tuple[float, bool]]:
    settled = KIND.aggregate(given, KIND.parse_settings(TWO | settings))
    assert settled is not None
    criteria = settled.numbers["criteria"]
    return {key: (one["share"], one["passed"]) for key, one in criteria.items()}


def kept(*given: VoteAnswer, **settings: Any) -> bool:
    settled = KIND.aggregate(given, KIND.parse_settings(TWO | settings))
    assert settled is not None
    return settled.kept


YES, NO = two(True, True), two(False, False)


def test_three_of_five_are_a_majority_and_two_of_four_are_none() -> None:
    assert shares(YES, YES, YES, NO, NO)["true"] == (0.6, True)
    assert kept(YES, YES, YES, NO, NO)
    assert shares(YES, YES, NO, NO)["true"] == (0.5, False)
    assert not kept(YES, YES, NO, NO)


def test_one_criterion_without_a_majority_drops_the_answer() -> None:
    given = [two(True, True), two(True, False), two(True, False)]
    assert shares(*given) == {"true": (1.0, True), "short": (1 / 3, False)}
    assert not kept(*given)


def test_two_thirds_can_be_asked_for() -> None:
    assert not kept(YES, YES, YES, NO, NO, majority=0.66)
    assert kept(YES, YES, YES, YES, NO, majority=0.66)


def test_the_numbers_tell_how_it_was_decided() -> None:
    settled = KIND.aggregate([YES, YES, NO], KIND.parse_settings(TWO))
    assert settled is not None
    one = {"yes": 2, "no": 1, "share": 2 / 3, "passed": True}
    assert settled.numbers == {
        "answers": 3,
        "majority": 0.5,
        "criteria": {"true": one, "short": one},
    }


def test_without_votes_on_every_criterion_nothing_is_decided() -> None:
    settings = KIND.parse_settings(TWO)
    assert KIND.aggregate([], settings) is None
    assert KIND.aggregate([two(True, None), two(False, None)], settings) is None


def test_a_vote_that_was_not_given_counts_for_neither_side() -> None:
    assert shares(two(True, True), two(True, None), two(False, None)) == {
        "true": (2 / 3, True),
        "short": (1.0, True),
    }


@given(given=st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=9))
def test_what_is_kept_does_not_depend_on_the_order_of_votes(given: list[tuple[bool, bool]]) -> None:
    answers = [two(*one) for one in given]
    settings = KIND.parse_settings(TWO)
    assert KIND.aggregate(answers, settings) == KIND.aggregate(answers[::-1], settings)


@given(given=st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=9))
def test_another_yes_never_drops_an_answer(given: list[tuple[bool, bool]]) -> None:
    answers = [two(*one) for one in given]
    if kept(*answers):
        assert kept(*answers, YES)


# --- Comparing --------------------------------------------------------------------------------


# --- What others read of it -------------------------------------------------------------------


def test_every_vote_can_be_checked() -> None:
    assert KIND.checkable(two(True, None)) == {"votes.true": True}


def test_the_comment_is_the_only_text() -> None:
    assert KIND.texts(YES) == {}
    given = KIND.parse({"votes": {}, "comment": "The year is wrong."})
    assert KIND.texts(given) == {"comment": "The year is wrong."}


def test_measures_count_votes_both_ways() -> None:
    figures = KIND.measure(answer(True, False, True, True, False, comment="Two wrong."))
    assert (figures["yes"], figures["no"], figures["words"]) == (3, 2, 2)
