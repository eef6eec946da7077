"""Flags about people: known answers, and edits against the pool."""

import pytest

from annotate.analysis.quality.model import FlagSettings
from annotate.analysis.quality.people import Gold, averages_of, edit_flags_of, gold_flags_of
from annotate.analysis.undefined import Undefined, reason

FIVE = {"Ann": [10.0] * 5, "Ben": [10.0] * 5, "Cem": [10.0] * 5, "Dee": [10.0] * 5}


def test_too_few_right_answers_are_flagged_with_their_numbers() -> None:
    (flag,) = gold_flags_of({"Ann": Gold(right=6, total=10), "Ben": Gold(right=7, total=10)})
    assert (flag.key, flag.worker, flag.code) == (None, "Ann", "gold_accuracy")
    assert flag.numbers == {"right": 6, "total": 10, "accuracy": 0.6, "limit": 0.7}
    assert flag.explanation == (
        "6 of 10 known answers were given right (60%); at least 70% is expected."
    )


def test_nobody_is_judged_by_few_known_answers() -> None:
    assert gold_flags_of({"Ann": Gold(right=0, total=4), "Ben": Gold(right=0, total=0)}) == []
    assert len(gold_flags_of({"Ann": Gold(right=0, total=5)})) == 1
    assert isinstance(Gold(right=0, total=0).accuracy, Undefined)


def test_an_average_far_from_the_pool_is_flagged_on_either_side() -> None:
    (much,) = edit_flags_of(FIVE | {"Eve": [60.0] * 5})
    assert (much.worker, much.numbers["z"], much.numbers["people"]) == ("Eve", 2.0, 5)
    assert much.explanation == (
        "60 words changed per answer over 5 answers; 5 people have 20 on average (population "
        "standard deviation 20). That is 2 standard deviations above; the limit is 1.95."
    )
    (little,) = edit_flags_of(FIVE | {"Eve": [0.0] * 5}, unit="seconds")
    assert (little.worker, little.numbers["z"], little.numbers["unit"]) == ("Eve", -2.0, "seconds")


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ({}, "too little work"),  # Eve has done nothing
        ({"Eve": [60.0] * 4}, "too little work"),
        ({"Eve": [60.0] * 5} | dict(list(FIVE.items())[:3]), "Too few people"),
        (FIVE | {"Eve": [10.0] * 5}, "All people have the same average"),
    ],
)
def test_what_cannot_be_compared_is_undefined_and_not_flagged(
    values: dict[str, list[float]], why: str
) -> None:
    everyone: dict[str, list[float]] = {"Eve": [], **values}
    assert why in str(reason(averages_of(everyone)["Eve"].z))
    assert edit_flags_of(everyone) == []


def test_codes_that_are_off_are_not_computed() -> None:
    off = FlagSettings(off=frozenset({"gold_accuracy", "edit_outlier"}))
    assert gold_flags_of({"Ann": Gold(right=0, total=9)}, off) == []
    assert edit_flags_of(FIVE | {"Eve": [60.0] * 5}, off) == []
