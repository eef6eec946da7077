"""What holds of every rule, on any text."""

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis import text_rules
from annotate.analysis.text_rules import CODES, LEVELS, MAX_FINDINGS, Level, check

ALL_ADVISE: dict[str, Level] = dict.fromkeys(CODES, "advise")
ALL_BLOCK: dict[str, Level] = dict.fromkeys(CODES, "block")

# Texts in which rules find something, between pieces of anything.
BITS = st.sampled_from(
    [
        "There is a", "it's", "This island", ". ", ".", ",;", "in this image", "we  can\nsee",
        "a picture of", "beautiful", "Beautiful", '"beautiful"', "“ugly", "”",
        "an Asian young woman", "man-made", "year-old", "30 years old", "call 555-123-4567",
        "+49 30 1234567", "2020-01-31", "me@example.org", "you (at) example.co.uk",
        "221B Baker Street", "P.O. Box 7", "TLDR:", "A red kite flies.", "ß", "ı", "\u0301", "漢字",
        "हिन्दी", "\u2028", "\x1c", "\ufeff", "\U0001f468\u200d\U0001f469", "\ud800",
    ]
)  # fmt: skip
TEXTS = st.lists(BITS | st.text(max_size=8) | st.just(" "), max_size=40).map("".join) | st.text()
RULES = st.dictionaries(st.sampled_from(CODES), st.sampled_from(LEVELS))


@given(text=TEXTS, rules=RULES, min_words=st.integers(0, 20))
def test_every_finding_lies_in_the_text_and_says_what_to_do(
    text: str, rules: dict[str, Level], min_words: int
) -> None:
    for finding in check(text, rules=rules, min_words=min_words):
        start, end = finding.span
        assert 0 <= start <= end <= len(text)
        # Only too few words can be found where there is nothing.
        assert start < end or (finding.code == "too_few_words" and not text.strip())
        assert str(finding.message).endswith((".", "”"))


@given(text=TEXTS, rules=RULES)
def test_severity_follows_from_the_level_and_a_rule_that_is_off_finds_nothing(
    text: str, rules: dict[str, Level]
) -> None:
    severities = {"advise": "advice", "block": "error"}
    for finding in check(text, rules=rules):
        assert finding.severity == severities[rules[finding.code]]


@given(text=TEXTS)
def test_without_rules_nothing_is_found(text: str) -> None:
    assert check(text, rules={}) == []
    assert check(text, rules=dict.fromkeys(CODES, "off")) == []


@given(text=TEXTS, rules=RULES)
def test_findings_come_in_the_order_of_the_text_and_none_twice(
    text: str, rules: dict[str, Level]
) -> None:
    found = check(text, rules=rules)
    assert [f.span for f in found] == sorted(f.span for f in found)
    assert len({(f.code, f.span) for f in found}) == len(found)


@given(text=TEXTS, rules=RULES)
def test_the_same_text_gives_the_same_findings(text: str, rules: dict[str, Level]) -> None:
    assert check(text, rules=rules) == check(text, rules=rules)


@given(text=TEXTS, code=st.sampled_from(CODES))
def test_a_rule_finds_the_same_alone_and_among_others_that_advise(text: str, code: str) -> None:
    alone = check(text, rules={code: "advise"})
    assert alone == [f for f in check(text, rules=ALL_ADVISE) if f.code == code]


@given(text=TEXTS)
def test_blocking_finds_the_places_that_advising_finds(text: str) -> None:
    def places(level: Any) -> set[tuple[str, tuple[int, int]]]:
        return {(f.code, f.span) for f in check(text, rules=level)}

    assert places(ALL_BLOCK) == places(ALL_ADVISE)


def test_a_refused_opening_is_not_advised_about_as_well() -> None:
    text = "There is a beautiful kite in this image above green hills"
    found = check(text, rules=ALL_ADVISE | {"banned_opening": "block"})
    assert [(f.code, text[slice(*f.span)]) for f in found] == [
        ("banned_opening", "There is"),
        ("subjective_word", "beautiful"),
        ("filler_phrase", "in this image"),
    ]


@pytest.mark.parametrize(
    ("rules", "message"),
    [({"nonsense": "advise"}, "no rule 'nonsense'"), ({"filler_phrase": "loud"}, "'loud'")],
)
def test_an_unknown_rule_or_level_is_refused(rules: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        check("A kite.", rules=rules)


def test_every_rule_has_a_group() -> None:
    groups = (
        *text_rules.CAPTION_FORM,
        *text_rules.WRITING,
        *text_rules.PERSONAL_DATA,
        *text_rules.COPIES,
    )
    assert sorted(groups) == sorted(CODES)


def test_of_each_rule_only_so_many_places_are_shown() -> None:
    found = check("beautiful " * 1_000, rules={"subjective_word": "advise"})
    assert len(found) == MAX_FINDINGS


LENGTH = 100_000  # half of the longest text that can be kept
HOSTILE = (
    ".", ". ", ",", ",;. x", "@", "a@", "a@b.", "(at)", "( at ", "(", "+(", "1", "1 ", "1-",
    "555-1234 ", '"', '"a ', "“", "“a” ", " ", "\n", "\t \n", "-", "a-", "a", "A", "e\u0301",
    "\u0301", "漢", "man ", "in this ", "african ", "year ", "12 Old ", "12 old ", "12 Street ",
    "p.o. ", "p.o. box ", "A red kite flies. ", "It is. ", "tldr: ", "There is ", "\u2028",
    "\u200d", "\ud800", "'", "a'", "1,000", "AB12 ", "4111 ", "1234-", "a at b dot ", "Via A ",
    "12 rue ", "de la ", "Weg ", "statue of a ", "can be seen ",
)  # fmt: skip


@pytest.mark.parametrize("unit", HOSTILE, ids=ascii)
@pytest.mark.parametrize("ending", ["", "x@example.org 1"])
def test_no_text_makes_the_rules_slow(unit: str, ending: str) -> None:
    """Quadratic time would be minutes here; what is measured is a fraction of a second."""
    text = unit * (LENGTH // len(unit)) + ending
    started = time.process_time()
    check(text, rules=ALL_ADVISE)
    assert time.process_time() - started < 10


@given(
    unit=st.text(min_size=1, max_size=12), times=st.integers(1, 3_000), ending=st.text(max_size=5)
)
def test_no_repeated_text_makes_the_rules_slow(unit: str, times: int, ending: str) -> None:
    started = time.process_time()
    check(unit * times + ending, rules=ALL_ADVISE)
    assert time.process_time() - started < 5
