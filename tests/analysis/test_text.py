import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis import text

ANY_TEXT = st.text(st.characters(exclude_categories=[]), max_size=200)
NASTY = st.text(st.sampled_from("aé e\u0301\u0316\u200d\u200b\ufeff\x00\x1f\r\n\t\u2028漢\ud800 "))


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("a\x00b", "ab"),
        ("bell\x07", "bell"),
        ("one\r\ntwo\rthree\u2028four", "one\ntwo\nthree\nfour"),
        ("tab\tstays", "tab\tstays"),
        ("cafe\u0301", "café"),
        ("\ufeffmark", "mark"),
        ("half \ud83d emoji", "half  emoji"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("  \n padded \t", "padded"),
    ],
)
def test_a_block_is_cleaned_by_the_stated_rule(typed: str, stored: str) -> None:
    assert text.clean_block(typed) == stored


def test_a_line_has_no_line_ends_and_single_spaces() -> None:
    assert text.clean_line(" German\r\n  Shepherd\u00a0dog ") == "German Shepherd dog"


def test_a_line_compares_equal_however_its_accents_were_typed() -> None:
    assert text.clean_line("cafe\u0301") == text.clean_line("caf\u00e9")


@given(ANY_TEXT | NASTY)
def test_cleaning_twice_changes_nothing(typed: str) -> None:
    assert text.clean_block(text.clean_block(typed)) == text.clean_block(typed)
    assert text.clean_line(text.clean_line(typed)) == text.clean_line(typed)


@given(ANY_TEXT | NASTY)
def test_a_cleaned_text_can_be_stored_everywhere(typed: str) -> None:
    cleaned = text.clean_block(typed)
    cleaned.encode("utf-8")
    assert "\x00" not in cleaned
    assert "\r" not in cleaned


@pytest.mark.parametrize("blank", ["", " ", "\n\t", "\u200d", "\u00a0\u2003", "\x00"])
def test_a_text_without_anything_to_see_is_blank(blank: str) -> None:
    assert text.is_blank(blank)


@pytest.mark.parametrize("seen", ["a", "?", "漢", "🚀", " x "])
def test_a_text_with_anything_to_see_is_not_blank(seen: str) -> None:
    assert not text.is_blank(seen)


def test_accents_count_as_too_many_from_the_thirty_first() -> None:
    assert not text.has_overlong_marks("e" + "\u0301" * 30)
    assert text.has_overlong_marks("e" + "\u0301" * 31)


def test_normalising_a_megabyte_of_alternating_accents_stays_linear() -> None:
    # The plain normaliser sorts such a run by insertion: minutes for 1 MB.
    started = time.thread_time()
    assert len(text.nfc("e" + "\u0301\u0316" * 500_000)) > 900_000
    assert time.thread_time() - started < 5


@given(st.text())
def test_what_is_cleaned_away_is_gone_from_the_middle_of_a_text_too(typed: str) -> None:
    """Catches texts that are taken for clean without a look at each character."""
    assert text.without_controls(f"a{typed}b\x00") == text.without_controls(f"a{typed}b")
    assert not set(text.without_controls(typed)) & set("\r\x00\x1f\x7f\x85\u2028\u2029\u200b\ufeff")
