"""What holds of every rule, on any text."""

import importlib
import pkgutil
import re
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotate.analysis import text_rules
from annotate.analysis.text_rules import CODES, LEVELS, MAX_FINDINGS, Level, check
from tests.analysis.text_rules.steps import backtracking, steps

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


LENGTH = 1_500
HOSTILE = (
    ".", ". ", ",", ",;. x", "@", "a@", "a@b.", "(at)", "( at ", "(", "+(", "1", "1 ", "1-",
    "555-1234 ", '"', '"a ', "“", "“a” ", " ", "\n", "\t \n", "-", "a-", "a", "A", "e\u0301",
    "\u0301", "漢", "man ", "in this ", "african ", "year ", "12 Old ", "12 old ", "12 Street ",
    "p.o. ", "p.o. box ", "A red kite flies. ", "It is. ", "tldr: ", "There is ", "\u2028",
    "\u200d", "\ud800", "'", "a'", "1,000", "AB12 ", "4111 ", "1234-", "a at b dot ", "Via A ",
    "12 rue ", "de la ", "Weg ", "statue of a ", "can be seen ",
)  # fmt: skip


# Twice the text, and a little for what is done once.
TWICE, ONCE = 2.2, 2_000


def checking(text: str) -> int:
    return steps(lambda: check(text, rules=ALL_ADVISE))


@pytest.mark.parametrize("unit", HOSTILE, ids=ascii)
@pytest.mark.parametrize("ending", ["", "x@example.org 1"])
def test_twice_the_text_is_at_most_twice_the_work(unit: str, ending: str) -> None:
    text = unit * (LENGTH // len(unit))
    assert checking(text * 2 + ending) <= TWICE * checking(text + ending) + ONCE


@given(unit=st.text(min_size=1, max_size=12), times=st.integers(1, 300), ending=st.text(max_size=5))
@settings(deadline=None)
def test_twice_any_repeated_text_is_at_most_twice_the_work(
    unit: str, times: int, ending: str
) -> None:
    assert checking(unit * times * 2 + ending) <= TWICE * checking(unit * times + ending) + ONCE


# Looked for only within a bounded window of the text.
WINDOWED = {"_WORD_BEFORE", "_WORDS_AFTER"}


def test_no_pattern_looks_at_a_character_more_than_a_bounded_number_of_times() -> None:
    """What `steps` cannot count, because the pattern's own engine does it."""
    found = {
        f"{module.__name__}.{name}": backtracking(pattern)
        for module in modules()
        for name, pattern in vars(module).items()
        if isinstance(pattern, re.Pattern) and name not in WINDOWED
    }
    assert len(found) > 10
    assert {name: faults for name, faults in found.items() if faults} == {}


def modules() -> list[ModuleType]:
    prefix = f"{text_rules.__name__}."
    return [
        importlib.import_module(each.name)
        for each in pkgutil.walk_packages(text_rules.__path__, prefix)
    ]


@pytest.mark.parametrize(
    ("pattern", "is_slow"),
    [
        (r"\w+x", True),
        (r"(?:a+)+", True),
        (r"(?:a|b+)*", True),
        (r"\s+\Z", True),
        (r"(?:a+|b)(?=c)", True),
        (r"a\w+", False),
        (r"(?:a\w*|b{1,9}c)", False),
        (r"\w{1,64}\Z", False),
    ],
)
def test_patterns_that_give_back_are_told_apart(pattern: str, is_slow: bool) -> None:
    assert bool(backtracking(re.compile(pattern))) is is_slow
