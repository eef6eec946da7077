"""Texts that were not written for this image."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis.duplicates import near_duplicates
from annotate.analysis.pasted import pasted
from annotate.analysis.text_rules import COPIES, Finding, check

TASK = "# Captions\n\nImagine how you would describe this image on the phone to a friend.\n"
KITE = "A red kite with a long tail flies over three green hills"


def found(text: str, **known: list[str]) -> list[tuple[str, str]]:
    """Return code and place of all findings."""
    rules = dict.fromkeys(COPIES, "advise")
    return [
        (each.code, text[slice(*each.span)])
        for each in check(text, rules=rules, **known)  # type: ignore[arg-type]
    ]


def test_without_anything_to_compare_with_nothing_is_a_copy() -> None:
    assert found(KITE) == []


# --- Pasted instructions ----------------------------------------------------------------------


def test_words_of_the_instructions_are_found_whatever_their_form() -> None:
    text = "  Imagine: how you WOULD describe this image! "
    assert found(text, instructions=[TASK]) == [
        ("pasted_instruction", "Imagine: how you WOULD describe this image")
    ]


def test_four_fifths_of_the_words_must_be_pasted() -> None:
    eight = "imagine how you would describe this image on"
    assert len(found(f"{eight} a kite", instructions=[TASK])) == 1  # 8 of 10
    assert found(f"{eight} a red kite", instructions=[TASK]) == []  # 8 of 11


def test_fewer_than_five_words_in_a_row_are_no_passage() -> None:
    assert found("imagine how you would", instructions=[TASK]) == []
    assert found("how you would describe kites how you would describe", instructions=[TASK]) == []


WORDS = st.lists(st.sampled_from(list("abcdefg")), max_size=14).map(" ".join)


@given(text=WORDS, instructions=st.lists(WORDS, max_size=3))
def test_pasted_is_what_the_comparison_of_submitted_texts_calls_pasted(
    text: str, instructions: list[str]
) -> None:
    expected = pasted([text], images=[1], instructions=instructions)
    assert (found(text, instructions=instructions) != []) == (expected != [])


# --- The same for another image ---------------------------------------------------------------


def test_nearly_the_same_text_is_found_and_the_other_is_shown() -> None:
    text = "a RED kite, with a long tail, flies over three green hill"
    [finding] = check(text, rules={"near_duplicate": "block"}, earlier=["Two white cups.", KITE])
    assert (finding.code, finding.severity) == ("near_duplicate", "error")
    assert finding.span == (0, len(text))
    assert f"“{KITE}”" in str(finding.message)


def test_another_text_about_the_same_things_is_no_copy() -> None:
    assert found("A green hill below a kite with three long red tails", earlier=[KITE]) == []


def test_short_texts_may_be_alike() -> None:
    assert found("A red kite flies", earlier=["A red kite flies"]) == []


def test_several_copies_are_one_finding() -> None:
    assert len(found(KITE, earlier=[KITE, KITE.upper(), KITE])) == 1


def test_a_long_text_is_shown_shortened() -> None:
    [finding] = check(
        f"{KITE} " * 20, rules={"near_duplicate": "advise"}, earlier=[f"{KITE} " * 20]
    )
    assert "…”" in str(finding.message)
    assert len(str(finding.message)) < 160


@given(texts=st.lists(WORDS, min_size=2, max_size=2))
def test_a_copy_is_what_the_comparison_of_submitted_texts_calls_near_duplicate(
    texts: list[str],
) -> None:
    text, earlier = texts
    assert (found(text, earlier=[earlier]) != []) == (near_duplicates(texts) != [])


# --- Any text ---------------------------------------------------------------------------------


@given(text=st.text(), other=st.text())
def test_every_finding_lies_in_the_text(text: str, other: str) -> None:
    rules = dict.fromkeys(COPIES, "advise")
    findings: list[Finding] = check(
        text,
        rules=rules,  # type: ignore[arg-type]
        instructions=[text, other],
        earlier=[text, other],
    )
    assert all(0 <= f.span[0] < f.span[1] <= len(text) for f in findings)


@pytest.mark.parametrize("unit", ["man ", "a", "a b c d e ", "漢", "e\u0301", ". "])
def test_no_text_makes_the_comparison_slow(unit: str) -> None:
    text = unit * (100_000 // len(unit))
    started = time.process_time()
    found(text, instructions=[text], earlier=[f"{text}{number}" for number in range(30)])
    assert time.process_time() - started < 10
