from typing import Any

import pytest

from annotate.kinds import InvalidValueError, Stimulus
from annotate.kinds.capabilities import Judges
from annotate.kinds.side_by_side.kind import SideBySideKind
from annotate.kinds.side_by_side.model import SideBySideAnswer
from tests.kinds.strategies import METRICS, scores

KIND = SideBySideKind()
IMAGE = Stimulus(width=640, height=427, about={"texts": ["A red kite.", "A kite."]})
TWO = {"metrics": [{"key": "true", "title": "Truth"}, {"key": "short", "title": "Brevity"}]}


def two(true: int | None, short: int | None, why: str = "Because.") -> SideBySideAnswer:
    return KIND.parse(scores(true, short, why=why, keys=("true", "short")))


def codes(given: SideBySideAnswer, **settings: Any) -> list[tuple[str, str]]:
    found = KIND.problems(given, IMAGE, KIND.parse_settings(settings))
    return [(problem.code, problem.path) for problem in found]


# --- What must be answered --------------------------------------------------------------------


def test_it_is_about_texts_of_others() -> None:
    assert isinstance(KIND, Judges)


def test_the_default_metrics_are_the_five_of_the_paper_in_its_order() -> None:
    """IIW App. D.4."""
    settings = KIND.parse_settings({})
    assert tuple(metric.key for metric in settings.metrics) == METRICS
    assert all(metric.help for metric in settings.metrics)


def test_every_metric_needs_a_score_and_a_reason() -> None:
    assert codes(two(-2, 2), **TWO) == []
    assert codes(two(None, 0, why=""), **TWO) == [
        ("score_missing", "scores.true.score"),
        ("justification_missing", "scores.true.justification"),
        ("justification_missing", "scores.short.justification"),
    ]
    assert len(codes(KIND.seed_from(None), **TWO)) == 4


@pytest.mark.parametrize("wish", ["optional", "off"])
def test_reasons_can_be_left_out_where_a_study_says_so(wish: str) -> None:
    assert codes(two(1, 1, why=""), **TWO, justification=wish) == []


def test_a_study_can_ask_for_more_than_a_word() -> None:
    short, enough = two(1, 1, why="It is"), two(1, 1, why="It is shorter.")
    assert [code for code, _ in codes(short, **TWO, min_words=3)] == ["justification_too_short"] * 2
    assert codes(enough, **TWO, min_words=3) == []
    # What nobody asked for is as long as it is.
    assert codes(short, **TWO, min_words=3, justification="off") == []
    assert len(codes(short, **TWO, min_words=3, justification="optional")) == 2


def test_what_is_missing_is_asked_for_in_the_words_of_its_metric() -> None:
    [problem] = KIND.problems(two(None, 1), IMAGE, KIND.parse_settings(TWO))
    assert problem.message == "Choose a point on the scale: Truth."


def test_a_score_for_something_that_is_not_asked_is_refused() -> None:
    given = KIND.parse(scores(0, 0, 0, keys=("true", "short", "funny")))
    assert codes(given, **TWO) == [("unknown_metric", "scores.funny")]


@pytest.mark.parametrize("score", [-3, 3, 1.0, "1", True])
def test_the_scale_has_five_whole_points(score: object) -> None:
    with pytest.raises(InvalidValueError) as caught:
        KIND.parse({"scores": {"true": {"score": score, "justification": ""}}})
    assert [problem.path for problem in caught.value.problems] == ["scores.true.score"]


@pytest.mark.parametrize(
    "settings",
    [
        {"metrics": []},
        {"metrics": [{"key": "A b", "title": "?"}]},
        {"metrics": [{"key": "a", "title": " "}]},
        {"metrics": [{"key": "a", "title": "?"}] * 2},
        {"metrics": [{"key": f"m{n}", "title": "?"} for n in range(21)]},
        {"justification": "maybe"},
        {"min_words": 0},
    ],
)
def test_settings_that_cannot_work_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(InvalidValueError):
        KIND.parse_settings(settings)


# --- Figures ----------------------------------------------------------------------------------


def test_of_scores_that_hang_on_the_side_only_equal_pairs_are_told() -> None:
    items = [[two(1, 2), two(1, None)], [two(0, 2), two(1, 2)]]
    measures = KIND.agreement(items, KIND.parse_settings(TWO))
    assert [measure.value for measure in measures] == [0.5, 1.0]
    assert not any("chance" in str(measure.explanation) for measure in measures)


def test_what_is_measured_are_the_reasons() -> None:
    assert KIND.measure(two(1, None, why="It is short.")) == {
        "scores": 1,
        "tokens": 8,
        "words": 6,
        "sentences": 2,
        "characters": 24,
    }


def test_the_reasons_are_the_words_of_the_person() -> None:
    said = two(1, 0)
    assert KIND.texts(said) == {
        "scores.true.justification": "Because.",
        "scores.short.justification": "Because.",
    }
    assert KIND.texts(two(1, 0, why="")) == {}


# --- What answers decide together -------------------------------------------------------------


def test_scores_are_counted_from_left_to_right_and_drop_nothing() -> None:
    settings = KIND.parse_settings(TWO)
    settled = KIND.aggregate([two(-2, 0), two(2, 0), two(2, 1)], settings)
    assert settled is not None
    assert settled.kept
    assert settled.numbers == {
        "answers": 3,
        "counts": {"true": [1, 0, 0, 0, 2], "short": [0, 0, 2, 1, 0]},
    }


def test_without_a_score_for_each_metric_nothing_is_settled() -> None:
    settings = KIND.parse_settings(TWO)
    assert KIND.aggregate([], settings) is None
    assert KIND.aggregate([two(1, None)], settings) is None
