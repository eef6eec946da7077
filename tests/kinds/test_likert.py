from typing import Any

import pytest

from annotate.kinds import InvalidValueError, Stimulus
from annotate.kinds.capabilities import Judges
from annotate.kinds.likert.kind import LikertKind
from annotate.kinds.likert.model import LikertAnswer
from tests.kinds.strategies import scores

KIND = LikertKind()
IMAGE = Stimulus(width=640, height=427, about={"texts": ["A red kite."]})


def grade(score: int | None, why: str = "") -> LikertAnswer:
    return KIND.parse(scores(score, why=why, keys=("overall",)))


def codes(given: LikertAnswer, **settings: Any) -> list[str]:
    return [one.code for one in KIND.problems(given, IMAGE, KIND.parse_settings(settings))]


def test_it_is_about_texts_of_others() -> None:
    assert isinstance(KIND, Judges)


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


def test_grades_have_an_order_so_alpha_counts_how_far_they_are_apart() -> None:
    """1/1, 1/2 and 3/3, as worked in `annotate.analysis.agreement.ordinal_alpha`."""
    items = [[grade(1), grade(1)], [grade(1), grade(2)], [grade(3), grade(3)]]
    alpha, pairs = KIND.agreement(items, KIND.parse_settings({}))
    assert alpha.value == pytest.approx(0.7778, abs=0.0001)
    assert pairs.value == pytest.approx(2 / 3)


def test_grades_are_counted_from_one_to_five() -> None:
    settled = KIND.aggregate([grade(1), grade(5), grade(5)], KIND.parse_settings({}))
    assert settled is not None
    assert settled.kept
    assert settled.numbers == {"answers": 3, "counts": {"overall": [1, 0, 0, 0, 2]}}
