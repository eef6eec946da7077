from typing import Any

import pytest

from annotate.kinds import InvalidValueError, Stimulus
from annotate.kinds.likert.answer import LikertAnswer
from annotate.kinds.likert.kind import LikertKind
from tests.kinds.strategies import scores

KIND = LikertKind()
IMAGE = Stimulus(width=640, height=427, about={"texts": ["A red kite."]})


def grade(score: int | None, why: str = "") -> LikertAnswer:
    return KIND.parse(scores(score, why=why, keys=("overall",)))


def codes(given: LikertAnswer, **settings: Any) -> list[str]:
    return [one.code for one in KIND.problems(given, IMAGE, KIND.parse_settings(settings))]


def test_it_is_about_texts_of_others() -> None:
    assert KIND.judges


def test_one_grade_is_asked_for_unless_a_study_wants_more() -> None:
    settings = KIND.parse_settings({})
    assert [metric.key for metric in settings.metrics] == ["overall"]
    assert (settings.low_label, settings.high_label) == ("Very poor", "Very good")


def test_a_grade_is_needed_and_a_comment_only_where_it_is_asked_for() -> None:
    assert codes(grade(3)) == []
    assert codes(grade(None)) == ["score_missing"]
    assert codes(grade(3), comment="required") == ["justification_missing"]
    assert codes(grade(3, why="Fine."), comment="required") == []


@pytest.mark.parametrize("score", [0, 6, -1, 2.5, "3", False])
def test_the_scale_is_one_to_five(score: object) -> None:
    with pytest.raises(InvalidValueError):
        KIND.parse({"scores": {"overall": {"score": score, "justification": ""}}})


@pytest.mark.parametrize("label", ["low_label", "high_label"])
def test_the_ends_of_the_scale_have_names(label: str) -> None:
    with pytest.raises(InvalidValueError):
        KIND.parse_settings({label: " "})


def test_grades_that_are_one_apart_nearly_agree() -> None:
    """5 and 4 are 1 of 4 points apart, 5 and 1 all of them, 4 and 1 three: (3/4 + 0 + 1/4) / 3."""
    assert KIND.agreement([grade(5), grade(4)]) == 0.75
    assert KIND.agreement([grade(5), grade(4), grade(1)]) == pytest.approx(1 / 3)


def test_grades_are_counted_from_one_to_five() -> None:
    settled = KIND.settle([grade(1), grade(5), grade(5)], KIND.parse_settings({}))
    assert settled is not None
    assert settled.kept
    assert settled.numbers == {"answers": 3, "counts": {"overall": [1, 0, 0, 0, 2]}}
