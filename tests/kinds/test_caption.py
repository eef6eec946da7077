from typing import Any

import pytest

from annotate.kinds import InvalidValueError, Problem, Stimulus
from annotate.kinds.caption.kind import CaptionKind
from annotate.kinds.caption.model import CaptionAnswer
from tests.kinds.strategies import CANNED, SENTENCE, a_caption, first_measure

KIND = CaptionKind()
IMAGE = Stimulus(width=640, height=427)


def answer(text: str = SENTENCE, **changes: Any) -> CaptionAnswer:
    return KIND.parse(a_caption(text, **changes))


def problems(given: CaptionAnswer, image: Stimulus = IMAGE, **settings: Any) -> list[Problem]:
    return KIND.problems(given, image, KIND.parse_settings(settings))


def codes(given: CaptionAnswer, **settings: Any) -> list[tuple[str, str]]:
    return [(problem.code, problem.path) for problem in problems(given, **settings)]


# --- The text ---------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "  ", "\u200d"])
def test_a_caption_must_be_written(text: str) -> None:
    assert codes(answer(text)) == [("text_missing", "text")]


def test_a_caption_of_bad_form_is_refused_with_its_place() -> None:
    found = problems(answer("There is a kite. It is red"))
    assert [(p.code, p.severity, p.span) for p in found] == [
        ("banned_opening", "error", (0, 8)),
        ("too_few_words", "error", (0, 26)),
        ("several_sentences", "error", (15, 16)),
    ]
    assert {p.path for p in found} == {"text"}


def test_the_numbers_of_the_rules_are_settings() -> None:
    short = answer("Here a kite")
    assert codes(short, min_words=3) == []
    assert codes(short, min_words=3, banned_openings=["here"]) == [("banned_opening", "text")]
    assert codes(short, rules={"too_few_words": "off"}) == []


def test_opinions_are_advised_about_unless_a_project_refuses_them() -> None:
    caption = answer("A beautiful kite with a long tail flies over hills")
    assert [p.severity for p in problems(caption)] == ["advice"]
    assert [p.severity for p in problems(caption, rules={"subjective_word": "block"})] == ["error"]
    assert problems(caption, rules={"subjective_word": "off"}) == []


def test_a_caption_over_the_limit_is_told_by_how_much() -> None:
    [problem] = problems(answer("word " * 10), max_characters=40)
    assert problem.code == "text_too_long"
    assert "49 characters, 9 more than the limit of 40" in problem.message


def test_a_caption_is_one_line() -> None:
    assert answer(" A kite\n flies ").text == "A kite flies"


# --- The ready-made text ----------------------------------------------------------------------


def test_the_ready_made_text_is_read_by_no_rule() -> None:
    every = dict.fromkeys(KIND.parse_settings({}).rules, "block")
    assert problems(answer(CANNED, canned=True), min_words=20, rules=every) == []


def test_a_changed_ready_made_text_is_refused() -> None:
    assert codes(answer(CANNED + " Sorry.", canned=True)) == [("canned_text_changed", "text")]


def test_the_ready_made_text_typed_by_hand_is_refused() -> None:
    assert codes(answer(CANNED)) == [("canned_not_marked", "canned")]


def test_where_none_is_offered_there_is_no_ready_made_text() -> None:
    given = answer(CANNED, canned=True)
    assert codes(given, canned_text=None) == [("canned_not_offered", "canned")]
    assert codes(answer(CANNED), canned_text=None) == []


def test_a_project_has_a_ready_made_text_of_its_own() -> None:
    assert codes(answer("Zu unscharf.", canned=True), canned_text="Zu unscharf.") == []


# --- The questions ----------------------------------------------------------------------------


def test_the_question_about_text_must_be_answered_where_it_is_asked() -> None:
    given = answer(text_detected=None)
    assert codes(given) == [("text_question_open", "text_detected")]
    assert codes(given, ask_text=False) == []


def test_the_question_about_quality_must_be_answered_where_it_is_asked() -> None:
    given = answer(quality_issues=[])
    assert codes(given) == [("quality_missing", "quality_issues")]
    assert codes(given, ask_quality=False) == []


def test_none_excludes_every_other_issue() -> None:
    assert codes(answer(quality_issues=["blur", "none"])) == [
        ("quality_contradiction", "quality_issues")
    ]


@pytest.mark.parametrize("said", ["", "  "])
def test_another_issue_must_be_named(said: str) -> None:
    given = answer(quality_issues=["other"], quality_other=said)
    assert codes(given) == [("quality_other_missing", "quality_other")]
    assert codes(answer(quality_issues=["other"], quality_other="glare")) == []


def test_an_issue_chosen_twice_counts_once() -> None:
    assert answer(quality_issues=["blur", "dark", "blur"]).quality_issues == ("blur", "dark")


def test_an_unknown_issue_is_refused_with_those_there_are() -> None:
    with pytest.raises(InvalidValueError, match="'obscured'"):
        answer(quality_issues=["ugly"])


@pytest.mark.parametrize("field", ["canned", "text_detected"])
def test_yes_and_no_are_said_as_true_and_false(field: str) -> None:
    with pytest.raises(InvalidValueError) as caught:
        answer(**{field: "yes"})
    assert caught.value.problems[0].message == "This must be true or false."


# --- Comparing --------------------------------------------------------------------------------


def wording(given: list[CaptionAnswer]) -> float | None:
    return first_measure(KIND, given)


def test_agreement_matches_the_hand_worked_example() -> None:
    given = [answer("a red kite"), answer("a blue kite"), answer(CANNED, canned=True)]
    assert wording(given) == 2 / 4


def test_agreement_of_three_captions_is_the_mean_of_their_pairs() -> None:
    # {a, red, kite}, {a, blue, kite}, {hills}: 2/4, 0 and 0.
    given = [answer("a red kite"), answer("a blue kite"), answer("hills")]
    assert wording(given) == pytest.approx((2 / 4 + 0 + 0) / 3)


def test_two_people_who_could_not_see_do_not_agree_on_wording() -> None:
    canned = answer(CANNED, canned=True)
    assert wording([canned, canned]) is None
    assert wording([canned, canned, answer("a kite")]) is None


def test_changes_compare_the_captions() -> None:
    changes = KIND.changes(answer("A red kite."), answer("A red kite flies."))
    assert (changes["tokens_before"], changes["tokens_after"]) == (4, 5)
    assert (changes["edit_distance"], changes["jaccard_1"]) == (1, 3 / 4)


# --- What others read of it -------------------------------------------------------------------


def test_the_ready_made_text_is_nobodys_own_words() -> None:
    assert KIND.texts(answer("A kite")) == {"text": "A kite"}
    assert KIND.texts(answer(CANNED, canned=True)) == {}


def test_the_two_questions_with_one_right_answer_can_be_checked() -> None:
    assert KIND.checkable(answer(text_detected=False)) == {"canned": False, "text_detected": False}
    assert KIND.checkable(answer(text_detected=None)) == {"canned": False}
