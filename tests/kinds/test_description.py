from typing import Any

import pytest

from annotate.kinds import InvalidValueError, Problem, Stimulus
from annotate.kinds.description.kind import DescriptionKind
from annotate.kinds.description.model import DescriptionAnswer
from tests.kinds.strategies import first_measure

KIND = DescriptionKind()
IMAGE = Stimulus(width=640, height=427)


def answer(text: str) -> DescriptionAnswer:
    return KIND.parse({"text": text})


def problems(text: str, **settings: Any) -> list[Problem]:
    return KIND.problems(answer(text), IMAGE, KIND.parse_settings(settings))


@pytest.mark.parametrize("text", ["", " \n ", "\u200d"])
def test_a_description_must_be_written(text: str) -> None:
    (problem,) = problems(text)
    assert (problem.code, problem.path) == ("text_missing", "text")
    assert problems(text, min_words=0) == []


def test_a_short_description_is_told_how_many_words_it_has() -> None:
    (problem,) = problems("A red kite.", min_words=10)
    assert problem.code == "text_too_short"
    assert "has 3 words; write at least 10" in problem.message


def test_one_word_is_told_in_the_singular() -> None:
    (problem,) = problems("Kite.", min_words=2)
    assert "has 1 word;" in problem.message


def test_punctuation_alone_is_no_description() -> None:
    assert [problem.code for problem in problems("...")] == ["text_too_short"]


def test_a_description_over_the_limit_is_told_by_how_much() -> None:
    (problem,) = problems("word " * 4, max_characters=10)
    assert problem.code == "text_too_long"
    assert "19 characters, 9 more than the limit of 10" in problem.message


def test_a_text_is_trimmed_but_keeps_its_paragraphs() -> None:
    assert answer("  One.\r\n\r\nTwo.  ").text == "One.\n\nTwo."


def test_a_draft_keeps_its_trailing_space_and_any_length() -> None:
    assert KIND.parse_draft({"text": "One "}).text == "One "
    assert len(KIND.parse_draft({"text": "x" * 150_000}).text) == 150_000


def test_a_text_that_is_no_text_is_refused() -> None:
    with pytest.raises(InvalidValueError) as caught:
        KIND.parse({"text": ["a"]})
    assert caught.value.problems[0] == Problem(
        code="wrong_type",
        path="text",
        message="This must be a text.",
        message_code="must_be_text",
    )


def test_an_inherited_text_is_where_the_editor_starts() -> None:
    assert KIND.seed_from(answer("A kite.")) == answer("A kite.")
    assert KIND.seed_from(None).text == ""


def test_changes_match_a_hand_worked_example() -> None:
    changes = KIND.changes(answer("A red kite."), answer("A red kite flies high."))
    assert changes["tokens_before"] == 4
    assert changes["tokens_after"] == 6
    assert changes["jaccard_1"] == 3 / 5
    assert changes["jaccard_2"] == 2 / 4
    assert changes["edit_distance"] == 2
    assert changes["edit_share"] == 2 / 5


def test_case_and_punctuation_are_no_change() -> None:
    assert KIND.similarity(answer("A red kite!"), answer("a red, kite"), n=2) == 1.0


def test_agreement_matches_the_hand_worked_example() -> None:
    texts = [answer("a red kite"), answer("a blue kite"), answer("a red kite")]
    assert first_measure(KIND, texts) == pytest.approx((2 / 4 + 1 + 2 / 4) / 3)


def test_agreement_of_empty_texts_is_undefined() -> None:
    assert first_measure(KIND, [answer(""), answer("")]) is None


def test_an_empty_text_against_a_written_one_is_no_agreement() -> None:
    assert first_measure(KIND, [answer(""), answer("a kite")]) == 0.0


def test_measures_count_what_was_written() -> None:
    assert KIND.measure(answer("A red kite. It flies.")) == {
        "tokens": 7,
        "words": 5,
        "sentences": 2,
        "characters": 21,
    }


def test_a_draft_beyond_all_limits_is_refused_in_characters() -> None:
    with pytest.raises(InvalidValueError) as caught:
        KIND.parse_draft({"text": "x" * 200_001})
    [problem] = caught.value.problems
    assert problem.code == "too_long"
    assert problem.message == "Write at most 200,000 characters."
