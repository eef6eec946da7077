"""The rules of form are those of the published task page, compared with a reading of their own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.analysis.text_rules import BANNED_OPENINGS, Finding, check, count_caption_words
from annotate.analysis.text_rules.caption_form import opening_of

FORM = ("too_few_words", "several_sentences", "banned_opening")


def codes(text: str, **options: int) -> list[str]:
    found = check(text, rules=dict.fromkeys(FORM, "block"), **options)  # type: ignore[arg-type]
    return [finding.code for finding in found]


def only(text: str, code: str) -> Finding:
    [finding] = check(text, rules={code: "block"})
    return finding


# --- An independent reading of the definition, character by character -------------------------


def reference_words(text: str) -> int:
    """Trim white space, comma, semicolon, full stop at both ends; split at runs of them; count."""
    count, inside = 0, False
    for character in text:
        separates = character.isspace() or character in ",.;"
        count += not separates and not inside
        inside = not separates
    return count


def reference_several(text: str) -> bool:
    trimmed = text.strip()
    return any(
        trimmed[at] == "." and trimmed[at + 1].isspace() for at in range(max(0, len(trimmed) - 1))
    )


def reference_opening(text: str) -> bool:
    upper = text.strip().upper()
    return (
        (
            upper[:8] in ("THERE IS", "THIS IMA")
            and (upper[:8] == "THERE IS" or upper[:10] == "THIS IMAGE")
        )
        or upper[:9] in ("THERE ARE", "THESE ARE", "THE IMAGE")
        or upper[:7] == "THIS IS"
        or upper[:11] == "THE PICTURE"
        or upper[:12] == "THIS PICTURE"
        or upper[:5] in ("IT IS", "IT'S ")
        or upper[:4] == "IT'S"
    )


CHARACTERS = st.sampled_from(list("ab Iı.,;\n\t\u00a0\u3000ßé'’T"))
STARTS = st.sampled_from(["", " ", ".", "x"])
OPENINGS = st.sampled_from([*BANNED_OPENINGS, "This", "The images", "It’s", "Thıs is", "THESE ARE"])
CASES = st.sampled_from([str, str.upper, str.lower, str.title, str.swapcase])
CAPTIONS = (
    st.lists(CHARACTERS, max_size=40).map("".join)
    | st.builds(
        lambda start, opening, case, rest: start + case(opening) + rest,
        STARTS,
        OPENINGS,
        CASES,
        st.text(CHARACTERS, max_size=20),
    )
    | st.text()
)


@given(text=CAPTIONS, needed=st.integers(0, 12))
def test_the_verdict_is_that_of_an_independent_reading(text: str, needed: int) -> None:
    expected = {
        "too_few_words": reference_words(text) < needed,
        "several_sentences": reference_several(text),
        "banned_opening": reference_opening(text),
    }
    assert sorted(codes(text, min_words=needed)) == sorted(k for k, v in expected.items() if v)


@given(text=CAPTIONS)
def test_words_are_counted_as_an_independent_reading_counts_them(text: str) -> None:
    assert count_caption_words(text) == reference_words(text)


@given(text=CAPTIONS)
def test_the_place_of_an_opening_holds_the_opening(text: str) -> None:
    span = opening_of(text, BANNED_OPENINGS)
    if span is not None:
        assert not text[: span[0]].strip()
        upper = [opening.upper() for opening in BANNED_OPENINGS]
        assert text[slice(*span)].upper() in upper


# --- Examples ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", 0),
        (" ., ;", 0),
        ("one", 1),
        ("a box of amys brand 3 cheese penne marinara", 9),
        (" A close-up of bike's 3.5 bells; red, blue. ", 9),
        ("a,b;c.d e", 5),
        ("What? No!", 2),
    ],
)
def test_words_are_what_white_space_comma_semicolon_and_full_stop_divide(
    text: str, words: int
) -> None:
    assert count_caption_words(text) == words


def test_seven_words_are_too_few_and_eight_are_enough() -> None:
    assert codes("a red kite flies over green hills") == ["too_few_words"]
    assert codes("a red kite flies over the green hills") == []


def test_too_few_words_are_told_how_many_there_are() -> None:
    assert "has 3 words; write at least 8" in str(only("A red kite.", "too_few_words").message)
    assert "has 1 word;" in str(only("Kite", "too_few_words").message)
    assert "has 0 words" in str(only("", "too_few_words").message)


@pytest.mark.parametrize(
    ("text", "several"),
    [
        ("A red kite flies.", False),
        ("A red kite flies.  \n", False),
        ("A red kite. It flies", True),
        ("A red kite.\nIt flies", True),
        ("A can of Dr. Pepper", True),
        ("A 3.5 inch disk", False),
        ("What? No! Yes", False),
        ("Wait... what", True),
        (". A kite", True),
    ],
)
def test_a_full_stop_before_white_space_inside_the_text_makes_two_sentences(
    text: str, several: bool
) -> None:
    assert ("several_sentences" in codes(text)) is several


def test_several_sentences_are_counted_and_the_first_end_is_shown() -> None:
    finding = only("A kite. It flies. High", "several_sentences")
    assert "this has 3" in str(finding.message)
    assert finding.span == (6, 7)


@pytest.mark.parametrize("opening", BANNED_OPENINGS)
@pytest.mark.parametrize("case", [str, str.upper, str.lower])
def test_each_of_the_ten_openings_is_refused_in_any_case(opening: str, case: type[str]) -> None:
    finding = only(f"  {case(opening)} a kite", "banned_opening")
    assert finding.span == (2, 2 + len(opening))
    assert case(opening) in str(finding.message)


@pytest.mark.parametrize(
    "text", ["This island is green", "the images hang", "it isn't", "It'struck"]
)
def test_an_opening_is_a_prefix_wherever_its_last_word_ends(text: str) -> None:
    assert "banned_opening" in codes(text)


@pytest.mark.parametrize(
    "text", ["A kite: there is wind", "Its tail", "Here is", "“There is”", "It’s", ", it is", ""]
)
def test_other_beginnings_are_free(text: str) -> None:
    assert "banned_opening" not in codes(text)


def test_there_are_ten_openings() -> None:
    assert len(set(BANNED_OPENINGS)) == 10


def test_a_project_can_name_openings_of_its_own() -> None:
    found = check(
        "Here we see a kite", rules={"banned_opening": "block"}, banned_openings=["here we see"]
    )
    assert [finding.span for finding in found] == [(0, 11)]
