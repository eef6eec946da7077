"""The commands about what captions contain: common words, answers of questions, concepts."""

import json
from pathlib import Path
from typing import Any

import pytest

from annotate.analysis.commands import main

FIRST = [
    {"image_id": 1, "caption": "A red kite flies."},
    {"image_id": 1, "caption": "A kite!"},
    {"image_id": 2, "caption": "A man's kite flies."},
    {"image_id": 3, "caption": "Quality issues are too severe to recognize visual content."},
]
SECOND = [{"image_id": 1, "caption": "A red ball."}, {"image_id": 2, "caption": "A man flies."}]
RELEASED = {
    "images": [
        {"id": 1, "file_name": "a.jpg", "text_detected": True},
        {"id": 2, "file_name": "b.jpg", "text_detected": None},
    ],
    "annotations": [
        {"image_id": 1, "caption": "A red kite."},
        {"image_id": 1, "caption": "A blue ball.", "is_rejected": True},
        {"image_id": 2, "caption": "A dog.", "is_precanned": False},
    ],
}
QUESTIONS = [
    {"image": "a.jpg", "answers": [{"answer": "red"}], "answer_type": "other", "answerable": 1},
    {"image": "a.jpg", "answers": [{"answer": "blue"}], "answer_type": "other", "answerable": 1},
    {"image": "b.jpg", "answers": [{"answer": "no"}], "answer_type": "yes/no", "answerable": 1},
    {"image": "b.jpg", "answers": [{"answer": "dog"}], "answer_type": "other", "answerable": 0},
    {"image": "c.jpg", "answers": [{"answer": "cat"}], "answer_type": "other", "answerable": 1},
]


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    contents: dict[str, Any] = {
        "first": FIRST,
        "second": {"annotations": SECOND},
        "released": RELEASED,
        "questions": QUESTIONS,
    }
    for name, content in contents.items():
        (tmp_path / name).write_text(json.dumps(content))
    (tmp_path / "list").write_text("red kite\nman\n\nbus\n")
    (tmp_path / "twice").write_text("bus\nBus\n")
    (tmp_path / "empty").write_text("[]")
    return {path.name: str(path) for path in tmp_path.iterdir()}


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main([*arguments, "--json"]) == 0
    report: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert report["assumptions"]
    return report


def test_the_overlap_of_common_words(
    files: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    pair = ("word-overlap", files["first"], files["second"])
    report = told(capsys, *pair, "--most", "3", "--classes")
    assert (report["images"], report["captions"]) == ([2, 2], [3, 2])
    of_words = report["overlap"]["words"]  # a, kite, flies and a, ball, flies
    assert (of_words["shared"], of_words["share"], of_words["different_words"]) == (
        2,
        2 / 3,
        [5, 5],
    )
    assert (of_words["lowest"], of_words["highest"]) == (1 / 3, 2 / 3)
    ends = of_words["intervals"]["share"]
    assert ends["low"] <= 2 / 3 <= ends["high"]
    assert ends["n"] == 2
    assert report["overlap"]["nouns"]["share"] is None
    assert "3 different words" in report["overlap"]["nouns"]["undefined"]
    assert [each["word"] for each in report["new_in_first"]["commonest"]] == ["kite", "man's"]
    assert report["new_in_first"]["share"] == 0.4
    assert main([*pair, "--most", "3"]) == 0
    printed = capsys.readouterr().out
    assert "66.7%" in printed
    assert "33.3% to 66.7%" in printed
    assert "new in the second: 2 of 5 different words" in printed


def test_answers_by_type_and_by_text_present(
    files: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    pair = ("answers-in-captions", files["questions"], "--captions", files["released"])
    report = told(capsys, *pair)
    assert (report["questions"], report["not_answerable"], report["without_caption"]) == (5, 1, 1)
    shares = {
        row: {kind: (each["found"], each["n"], each["share"]) for kind, each in kinds.items()}
        for row, kinds in report["table"].items()
    }
    assert shares == {
        "all": {"all": (1, 3, 1 / 3), "other": (1, 2, 0.5), "yes/no": (0, 1, 0.0)},
        "text_unknown": {"all": (0, 1, 0.0), "yes/no": (0, 1, 0.0)},
        "with_text": {"all": (1, 2, 0.5), "other": (1, 2, 0.5)},
    }
    assert report["table"]["all"]["yes/no"]["intervals"]["share"]["low"] == 0.0
    assert main([*pair]) == 0
    printed = capsys.readouterr().out
    assert "33.3%  [6.1%, 79.2%]  1 of 3" in printed
    assert "Wilson" in printed


def test_concepts_and_people(files: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    report = told(capsys, "concepts", files["first"], "--list", files["list"])
    assert [(each["concept"], each["images"]) for each in report["concepts"]] == [
        ("red kite", 1),
        ("man", 1),
        ("bus", 0),
    ]
    assert report["concepts_found"]["share"] == 2 / 3
    assert report["images_naming_one"]["intervals"]["share"]["n"] == 2
    assert told(capsys, "concepts", files["first"], "--people")["images_naming_one"]["share"] == 0.5
    assert main(["concepts", files["first"], "--people"]) == 0
    assert "images that name one or more" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["word-overlap", "first", "empty"], "empty: there is no caption"),
        (["concepts", "empty", "--people"], "there is no caption"),
        (["concepts", "first", "--list", "twice"], "the concept 'Bus' stands twice"),
        (["answers-in-captions", "first", "--captions", "released"], "[0].image must be a text"),
        (["answers-in-captions", "questions", "--captions", "first"], "no list under images"),
    ],
)
def test_a_file_that_cannot_be_used_is_named(
    arguments: list[str], said: str, files: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([files.get(argument, argument) for argument in arguments]) == 2
    assert said in capsys.readouterr().err
