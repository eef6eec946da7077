"""What holds of every fix, on any text."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis.text_rules import CODES, COPIES, LEVELS, Level, check
from annotate.analysis.text_rules.fixes import FIXES

Rules = dict[str, Level]


def test_no_fix_makes_a_caption_too_short() -> None:
    rules: Rules = {"banned_opening": "block", "too_few_words": "block"}
    short, long = "There is a red kite over the hills.", "There is a red kite over the low hills."
    assert [each.fix for each in check(short, rules=rules, min_words=7)] == [None]
    assert [each.fix is None for each in check(long, rules=rules, min_words=7)] == [False]


BITS = st.sampled_from(
    [
        "There is a", "There are some", "it's", "This is", "The image shows", ". ", ".", ", ",
        "in this image", "In this image", "we can see", "that", "a picture of", "beautiful",
        "very", "Sadly,", "an", "a", "the", "of", "on the left", "and", "cat", "old", '"lovely"',
        "a woman", "Asian people", "black and white people", "in her thirties", "555-123-4567",
        "me@example.org", "221B Baker Street", "TLDR: ", "Also", "A red kite flies.", "It is",
        "Dr. ", "\n\n", "\n", "é", "漢", "😀",
    ]
)  # fmt: skip
TEXTS = st.lists(BITS, max_size=30).map(" ".join) | st.lists(BITS, max_size=12).map("".join)
RULES = st.dictionaries(st.sampled_from(CODES), st.sampled_from(LEVELS))


@given(text=TEXTS, rules=RULES, min_words=st.integers(0, 9))
def test_a_fix_removes_its_finding_and_brings_no_new_error(
    text: str, rules: Rules, min_words: int
) -> None:
    def count(of: str, code: str, severity: str) -> int:
        found = check(of, rules=rules, min_words=min_words)
        return sum(1 for each in found if (each.code, each.severity) == (code, severity))

    for finding in check(text, rules=rules, min_words=min_words):
        if finding.fix is None:
            continue
        after = finding.fix.applied_to(text)
        # Advice under a refused opening is not shown, so only errors can be counted from outside.
        if finding.severity == "error":
            assert count(after, finding.code, "error") < count(text, finding.code, "error")
        for code in set(CODES) - set(COPIES):
            assert count(after, code, "error") <= count(text, code, "error")


@given(text=TEXTS)
def test_a_fix_changes_nothing_but_its_span_which_lies_at_the_finding(text: str) -> None:
    for finding in check(text, rules=dict.fromkeys(CODES, "advise")):
        if finding.fix is None:
            continue
        (start, end), words = finding.fix.span, finding.fix.text
        assert 0 <= start <= end <= len(text)
        assert text[start:end] != words
        assert start <= finding.span[1]
        assert finding.span[0] <= end
        after = finding.fix.applied_to(text)
        assert after[:start] == text[:start]
        assert after.endswith(text[end:])


@given(text=TEXTS)
def test_taking_fix_after_fix_comes_to_an_end(text: str) -> None:
    for _ in range(100):
        fixes = [f.fix for f in check(text, rules=dict.fromkeys(CODES, "advise")) if f.fix]
        if not fixes:
            return
        text = fixes[0].applied_to(text)
    pytest.fail("there is always another fix")


def test_every_fix_belongs_to_a_rule() -> None:
    assert set(FIXES) <= set(CODES)


@pytest.mark.parametrize(
    "unit", ["a beautiful old cat ", "There is a cat. ", "the the ", "a woman "]
)
def test_no_text_makes_the_fixes_slow(unit: str) -> None:
    text = unit * (100_000 // len(unit))
    started = time.process_time()
    check(text, rules=dict.fromkeys(CODES, "block"))
    assert time.process_time() - started < 10
