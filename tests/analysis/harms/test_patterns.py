"""The pattern parser reads what a text says is there, and nothing that it denies."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotate.analysis.harms.patterns import PatternParser


def test_and_shares_what_is_said(parser: PatternParser) -> None:
    graph = parser.parse("A man and a woman carry a bag and a box.")
    assert graph.relations == {
        (who, "carry", what) for who in ("man", "woman") for what in ("bag", "box")
    }


def test_what_belongs_to_one_of_two_is_not_shared(parser: PatternParser) -> None:
    graph = parser.parse("A bowl of soup and a slice of bread on a tray.")
    assert ("slice", "of", "soup") not in graph.relations
    assert {("bowl", "on", "tray"), ("slice", "on", "tray")} <= graph.relations


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("A man without a hat.", "hat"),
        ("There are no cars on the bridge.", "car"),
        ("A child is not wearing a helmet.", "helmet"),
        ("Nobody is in the pool.", "nobody"),
    ],
)
def test_what_is_denied_is_not_there(parser: PatternParser, text: str, missing: str) -> None:
    graph = parser.parse(text)
    assert missing not in graph.objects
    assert not any(missing in relation for relation in graph.relations)


def test_the_passive_voice_turns_round(parser: PatternParser) -> None:
    assert ("teenager", "eat", "pizza") in parser.parse("A pizza is eaten by a teenager.").relations


def test_a_name_that_wordnet_has_is_one_object(parser: PatternParser) -> None:
    assert parser.parse("A fire hydrant and two hot dogs.").objects == {"fire hydrant", "hot dog"}


def test_the_copula_says_how_something_is(parser: PatternParser) -> None:
    graph = parser.parse("The car is red and shiny.")
    assert graph.attributes == {("car", "red"), ("car", "shiny")}


def test_numbers_are_attributes(parser: PatternParser) -> None:
    assert parser.parse("Three dogs.").attributes == {("dog", "three")}


def test_amounts_pictures_and_places_are_no_objects(parser: PatternParser) -> None:
    assert parser.parse("A picture of a group of people in the background.").objects == {"people"}
    graph = parser.parse("A cat in the middle of the road.")
    assert graph.relations == {("cat", "in middle of", "road")}


def test_what_a_text_quotes_is_not_what_it_says(parser: PatternParser) -> None:
    assert parser.parse('A sign that says "DOG PARKING".').objects == {"sign"}


def test_a_verb_alone_is_an_attribute(parser: PatternParser) -> None:
    assert parser.parse("A man sleeps.").attributes == {("man", "sleep")}


def test_owners_have_things(parser: PatternParser) -> None:
    assert ("man", "have", "hat") in parser.parse("The man's red hat is new.").relations


def test_sentences_are_read_one_by_one(parser: PatternParser) -> None:
    one, other = "A dog runs.", "A cat sleeps."
    assert parser.parse(f"{one} {other}") == parser.parse(one) | parser.parse(other)


def test_long_texts_without_an_end_are_read_in_parts(parser: PatternParser) -> None:
    assert parser.parse("dog's " * 5_000).objects == {"dog"}


WORDS = st.sampled_from(
    [
        *("a", "the", "no", "two", "dog", "dogs", "man's", "runs", "running", "covered", "is"),
        *("has", "not", "with", "of", "by", "and", ",", "that", "there", "red", "left", "to"),
        *("group", "picture", "middle", "front", "x", "9", "’s", "“", '"', "&", "his", "who"),
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(WORDS, max_size=30))
def test_any_words_make_a_graph_whose_relations_are_between_its_objects(words: list[str]) -> None:
    from annotate.analysis.harms.patterns import pattern_parser

    parser = pattern_parser()
    assert isinstance(parser, PatternParser)
    graph = parser.parse(" ".join(words))
    assert {name for name, _ in graph.attributes} <= graph.objects
    assert {end for one, _, other in graph.relations for end in (one, other)} <= graph.objects
    assert graph == parser.parse(" ".join(words))
