"""Rules about good descriptions, on examples."""

import pytest

from annotate.analysis.text_rules import check


def found(text: str, code: str) -> list[str]:
    """Return the places that a rule finds, as written."""
    return [text[slice(*each.span)] for each in check(text, rules={code: "advise"})]


# --- Filler phrases ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "phrase",
    [
        "in this image",
        "we can see",
        "there is a",
        "this is a picture of",
        "this photo was taken with",
    ],
)
def test_the_phrases_that_the_paper_names_are_found_in_any_case(phrase: str) -> None:
    for written in (phrase, phrase.capitalize(), phrase.upper(), phrase.replace(" ", "  \n")):
        assert found(f"Here {written} red kite", "filler_phrase") == [written]


def test_the_longest_phrase_is_found_and_no_part_of_it_again() -> None:
    assert found("This is a picture of a kite", "filler_phrase") == ["This is a picture of"]


@pytest.mark.parametrize(
    "text",
    [
        "A kite in this, image",
        "Weekend seers",
        "there. Is a",
        "A sign says “in this image”",
        "in th",
    ],
)
def test_words_that_do_not_follow_one_another_are_no_phrase(text: str) -> None:
    assert found(text, "filler_phrase") == []


# --- Opinions ---------------------------------------------------------------------------------


def test_opinions_are_found_where_they_stand() -> None:
    text = "A beautiful, eye-catching kite; unfortunately torn. Ugly tail."
    expected = ["beautiful", "eye-catching", "unfortunately", "Ugly"]
    assert found(text, "subjective_word") == expected


@pytest.mark.parametrize(
    "text",
    [
        'A shirt reads "Beautiful day"',
        "A shirt reads “beautiful day”",
        "A packet of Amazing Foods crackers",
        "An old red kite with a bright tail",
        "Interests and uglified words",
    ],
)
def test_quotations_names_and_plain_words_are_no_opinions(text: str) -> None:
    assert found(text, "subjective_word") == []


def test_a_quotation_ends_where_its_marks_end() -> None:
    assert found('"Lovely" is on a lovely shirt', "subjective_word") == ["lovely"]
    assert found('A 12" lovely ruler', "subjective_word") == ["lovely"]


# --- Guesses about people ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("A woman holds a kite", ["woman"]),
        ("An Asian person holds a kite", ["Asian"]),
        ("A white elderly person holds a kite", ["white"]),
        ("A Muslim couple", ["Muslim"]),
        ("A wealthy family and a homeless man", ["wealthy", "homeless", "man"]),
        ("A person in her thirties", ["in her thirties"]),
        ("A 30-year-old", ["year-old"]),
        ("Two people, husband and wife", ["husband", "wife"]),
        ("An African-American child", ["African-American"]),
    ],
)
def test_guesses_are_found(text: str, places: list[str]) -> None:
    assert found(text, "guess_about_person") == places


@pytest.mark.parametrize(
    "text",
    [
        "Two adults and a child hold hands",
        "Chinese characters on a white wall beside Japanese food",
        "A Christian cross, a blind corner and a poor connection",
        "A person with a brown haired dog",
        "A Brother printer",
        'A door with the word "Men"',
        "A man-made lake",
        "A white shirt, people behind it",
        "A human being",
    ],
)
def test_words_with_another_use_are_no_guesses(text: str) -> None:
    assert found(text, "guess_about_person") == []


def test_a_guess_is_told_what_it_guesses_and_what_to_write() -> None:
    [finding] = check("A Hindu person", rules={"guess_about_person": "advise"})
    assert str(finding.message) == (
        "“Hindu” guesses religion. Describe the clothes or objects that made you think so."
    )


# --- Sentences --------------------------------------------------------------------------------

BODY = "A red kite with a long tail of green ribbons flies over three low hills. " + (
    "Behind them a grey lake reaches to the horizon under a pale sky without clouds, and two small"
    " boats with white sails lie close to the left bank."
)


def test_a_sentence_said_before_is_found_whatever_its_form() -> None:
    text = "A red kite flies. It is high. A RED kite, flies!"
    assert found(text, "repeated_sentence") == ["A RED kite, flies!"]


def test_every_further_repetition_is_found() -> None:
    assert len(found("A red kite flies. " * 4, "repeated_sentence")) == 3


def test_sentences_of_two_words_may_come_again() -> None:
    assert found("It flies. It flies. It flies.", "repeated_sentence") == []


def test_a_text_that_begins_with_its_subject_needs_no_other_summary() -> None:
    assert found(BODY, "summary_opening") == []


@pytest.mark.parametrize(
    ("opening", "place"),
    [
        ("TLDR: ", "TLDR"),
        ("Summary - ", "Summary"),
        ("A red kite. ", "A red kite."),
        ("It flies high above all of the hills. ", "It"),
        ("Also a red kite flies over the hills. ", "Also"),
    ],
)
def test_an_opening_that_sums_nothing_up_is_found(opening: str, place: str) -> None:
    assert found(opening + BODY, "summary_opening") == [place]


@pytest.mark.parametrize(
    "text",
    ["", "It flies.", "It flies high. It is red.", "It " + "flies " * 60, "Summary of a book"],
)
def test_a_short_text_or_a_single_sentence_needs_no_summary(text: str) -> None:
    assert found(text, "summary_opening") == []
