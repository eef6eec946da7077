"""The word lists: each says where it comes from, and every word of it is found."""

from pathlib import Path

import pytest

from annotate.analysis.text_rules import check
from annotate.analysis.text_rules.model import Reading
from annotate.analysis.text_rules.phrases import DATA, data, matches, phrases


def found(text: str, code: str) -> list[str]:
    """Return the places that a rule finds, as written."""
    return [text[slice(*each.span)] for each in check(text, rules={code: "advise"})]


@pytest.mark.parametrize("path", sorted(DATA.glob("*.toml")), ids=lambda path: path.stem)
def test_every_list_says_where_its_words_come_from(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()[:12]
    assert len([line for line in lines if line.startswith("#")]) >= 3


@pytest.mark.parametrize(
    ("name", "key", "code"),
    [
        ("filler_phrases", "phrases", "filler_phrase"),
        ("subjective_words", "words", "subjective_word"),
    ],
)
def test_every_listed_phrase_is_found_and_listed_once(name: str, key: str, code: str) -> None:
    listed: list[str] = data(name)[key]
    assert len(set(listed)) == len(listed)
    assert [phrase for phrase in listed if not found(f"so {phrase} so", code)] == []


def test_every_listed_guess_is_found() -> None:
    lists = data("guesses_about_people")
    listed = [
        (f"so {phrase} so" if key == "words" else f"so {phrase} people so")
        for group in lists["groups"]
        for key in ("words", "before_person")
        for phrase in group.get(key, ())
    ]
    assert len(set(listed)) == len(listed)
    assert [text for text in listed if not found(text, "guess_about_person")] == []


def test_phrases_are_found_by_their_words() -> None:
    reading = Reading(text="a close-up of A close up", min_words=0, banned_openings=())
    listed = phrases(["close-up", "of a"])
    assert list(matches(listed, reading.text, reading.words)) == [(1, 2), (3, 4), (5, 6)]
