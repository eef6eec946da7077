"""Answers of visual questions in captions, worked out by hand in the layout of VizWiz."""

from typing import Any

import pytest

from annotate.analysis.answers import Question, answers_found, most_popular, questions_of, stands_in
from annotate.analysis.caption_files import LayoutError
from annotate.analysis.commands.base import range_of


def asked(image: str, *answers: str, kind: str = "other", answerable: int = 1) -> dict[str, Any]:
    return {
        "image": image,
        "question": "What is this?",
        "answers": [{"answer": each, "answer_confidence": "yes"} for each in answers],
        "answer_type": kind,
        "answerable": answerable,
    }


CAPTIONS = {
    "cash.jpg": ["A five dollar bill lies on a desk.", "Money with the number 5 on it."],
    "milk.jpg": ["A carton of almond milk on a counter", "Another carton, not open."],
    "dark.jpg": [],
}


def test_the_table_is_that_of_the_paper() -> None:
    questions = questions_of(
        [
            asked("cash.jpg", "5", "5", "five", kind="number"),
            asked("milk.jpg", "almond milk", "milk", "Almond Milk "),
            asked("milk.jpg", "no", kind="yes/no"),
            asked("milk.jpg", "soy milk"),
            asked("milk.jpg", "carton", answerable=0),
            asked("dark.jpg", "a lamp"),
            asked("gone.jpg", "a lamp"),
        ]
    )
    table = answers_found(
        questions, CAPTIONS, {"cash.jpg": "with_text", "milk.jpg": "without_text"}
    )
    counts = {
        row: {kind: (each.found, each.share.n) for kind, each in kinds.items()}
        for row, kinds in table.items()
    }
    assert counts == {
        "all": {"all": (2, 4), "number": (1, 1), "other": (1, 2), "yes/no": (0, 1)},
        "with_text": {"all": (1, 1), "number": (1, 1)},
        "without_text": {"all": (1, 3), "other": (1, 2), "yes/no": (0, 1)},
    }
    share = table["all"]["all"].share
    assert (share.mean, range_of(share, ".3f")) == (0.5, "[0.150, 0.850]")


def test_what_another_choice_among_equally_popular_answers_could_find_is_told() -> None:
    questions = [
        Question("milk.jpg", ("soy", "almond", "almond", "soy", "oat"), "other"),
        Question("milk.jpg", ("almond", "soy"), "other"),
    ]
    found = answers_found(questions, CAPTIONS)["all"]["all"]
    assert most_popular(questions[0].answers) == ["soy", "almond"]
    assert (found.found, found.tied, found.lowest, found.highest) == (1, 2, 0, 2)


@pytest.mark.parametrize(
    ("answer", "there"),
    [
        ("no", False),  # stands in "another" and "not"
        ("carton", True),
        ("Open.", True),
        ("milk almond", False),
        ("almond counter", False),
        ("carton of almond milk on a counter", True),
        ("counter another", False),  # the end of one caption and the beginning of the next
        ("", False),
        ("$", False),
    ],
)
def test_found_is_a_run_of_whole_words_of_one_caption(answer: str, there: bool) -> None:
    assert stands_in(answer, CAPTIONS["milk.jpg"]) is there


def test_without_a_question_there_is_no_share() -> None:
    found = answers_found([], {})["all"]["all"]
    assert (found.found, found.share.n, bool(found.share.mean)) == (0, 0, False)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ({}, "must be a list of questions"),
        ([1], r"\[0\] must be an object"),
        ([asked("")], r"\[0\].image must be a text"),
        ([asked("a.jpg")], r"\[0\].answers must be a list with an answer or more"),
        ([asked("a.jpg", "red") | {"answers": [{"answer": 5}]}], r"answers\[0\].answer must be"),
        ([asked("a.jpg", "red", answerable=2)], r"\[0\].answerable must be 0 or 1"),
    ],
)
def test_a_file_of_another_layout_is_refused(content: Any, said: str) -> None:
    with pytest.raises(LayoutError, match=said):
        questions_of(content)
