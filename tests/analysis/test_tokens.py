import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis import tokens
from annotate.analysis.text import nfc

MEGABYTE = 1_000_000


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A close-up.", ["A", "close", "-", "up", "."]),
        ("the bike's bell", ["the", "bike", "'s", "bell"]),
        ("don\u2019t", ["don", "\u2019t"]),
        ("1,000 at 12:30", ["1,000", "at", "12:30"]),
        ("3.5m, 5.", ["3.5", "m", ",", "5", "."]),
        ('"NO PARKING"', ['"', "NO", "PARKING", '"']),
        ("wait... what?!", ["wait", "...", "what", "?", "!"]),
        ("snake_case", ["snake", "_", "case"]),
        ("日本のバス", ["日", "本", "の", "バ", "ス"]),
        ("हिन्दी शब्द", ["हिन्दी", "शब्द"]),
        ("cafe\u0301s", ["cafe\u0301s"]),
        ("", []),
        (" \n\t ", []),
    ],
)
def test_tokens_follow_the_stated_rule(text: str, expected: list[str]) -> None:
    assert tokens.tokens(text) == expected
    assert tokens.count_tokens(text) == len(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The RED kite.", ["the", "red", "kite"]),
        ("A close-up", ["a", "close", "up"]),
        ("bike\u2019s bike's", ["bike's", "bike's"]),
        ("'quoted'", ["quoted"]),
        ("cafe\u0301 caf\u00e9", ["café", "café"]),
        ("?! ...", []),
    ],
)
def test_words_are_lower_case_and_without_punctuation(text: str, expected: list[str]) -> None:
    assert tokens.words(text) == expected
    assert tokens.count_words(text) == len(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ("A sign, e.g. a stop sign. Red.", ["A sign, e.g. a stop sign.", "Red."]),
        ("By Dr. Lee. It is new.", ["By Dr. Lee.", "It is new."]),
        ("By J. R. Smith. New.", ["By J. R. Smith.", "New."]),
        ("It is 3.5 m wide.", ["It is 3.5 m wide."]),
        ('It says "Go." It is red.', ['It says "Go."', "It is red."]),
        ("Worn... and old.", ["Worn... and old."]),
        ("A list\n\nThen more", ["A list", "Then more"]),
        ("A line\nstill the same", ["A line\nstill the same"]),
        ("一辆公交车。很旧。", ["一辆公交车。", "很旧。"]),
        ("no end", ["no end"]),
        ("", []),
        ("  ", []),
    ],
)
def test_sentences_follow_the_stated_rule(text: str, expected: list[str]) -> None:
    assert tokens.sentences(text) == expected


@given(st.text(max_size=300))
def test_tokens_cover_everything_but_white_space(text: str) -> None:
    found = tokens.tokens(text)
    assert all(found)
    assert "".join(found) == "".join(sign for sign in text if not sign.isspace())


@given(st.text(st.sampled_from("aB.!? \n\"'…。"), max_size=100))
def test_sentences_lose_no_character_but_white_space(text: str) -> None:
    joined = "".join("".join(sentence.split()) for sentence in tokens.sentences(text))
    assert joined == "".join(text.split())


@given(st.text(max_size=200))
def test_every_word_has_a_letter_or_digit_or_mark(text: str) -> None:
    assert all(any(not char.isspace() for char in word) for word in tokens.words(text))
    assert tokens.count_words(text) <= tokens.count_tokens(nfc(text))


@pytest.mark.parametrize(
    "unit",
    [
        "a",
        "a'",
        "'",
        ".",
        ". ",
        "\n",
        " ",
        '."',
        "1.",
        "1,",
        "e\u0301\u0316",
        "漢",
        "か\u3099",
        "😀",
        ".!",
        "Mr. ",
        "\n\t",
    ],
)
def test_a_megabyte_of_anything_takes_linear_time(unit: str) -> None:
    # Each takes well under a second; a quadratic step would take minutes.
    text = unit * (MEGABYTE // len(unit)) + "x"
    started = time.thread_time()
    tokens.count_tokens(text)
    tokens.words(text)
    tokens.sentence_spans(text)
    assert time.thread_time() - started < 10


@given(st.text(st.sampled_from("aB1é漢\u0301'\u2019 .,-_हि"), max_size=60))
def test_words_are_the_tokens_without_punctuation(text: str) -> None:
    text = nfc(text).lower()
    spoken = [token for token in tokens.tokens(text) if nfc(token[-1]) not in "'\u2019.,-_"]
    assert "".join(tokens.words(text)) == "".join(spoken).replace("\u2019", "'")


@given(st.text(st.characters(max_codepoint=127), max_size=60))
def test_a_text_is_read_by_one_rule_whether_or_not_the_next_one_has_accents(text: str) -> None:
    """Catches a pattern for plain English texts that divides them as the one for all does not."""
    for read in (tokens.tokens, tokens.words, tokens.word_spans):
        assert read(f"{text} \u00e9")[:-1] == read(text)
    assert tokens.count_tokens(f"{text} \u00e9") == tokens.count_tokens(text) + 1
