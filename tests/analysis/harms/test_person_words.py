"""Which words are people has one definition: listed nouns, then WordNet, never an adjective."""

import pytest

from annotate.analysis.harms.context_words import Contexts, Depicted
from annotate.analysis.harms.hierarchy import Hierarchy
from annotate.analysis.harms.patterns import PatternParser
from annotate.analysis.harms.person_words import PersonWords
from annotate.analysis.harms.persons import names_person
from annotate.analysis.harms.synsets import Meanings


@pytest.fixture(scope="session")
def persons(known: Meanings, hierarchy: Hierarchy) -> PersonWords:
    return PersonWords(known, hierarchy)


@pytest.mark.parametrize(
    "word",
    [
        *("man", "girl", "person", "people", "crowd", "couple", "family", "team", "police"),
        *("skateboarder", "pedestrian", "blonde", "redhead", "everybody", "police woman"),
        # WordNet has something else first: an animal, a flower, a gallon, a game, a bee, nothing.
        *("female", "male", "mum", "gal", "fireman", "queen", "enby", "latina", "transgender"),
    ],
)
def test_a_word_for_people_is_a_person(word: str, persons: PersonWords) -> None:
    assert persons.is_person(word)


@pytest.mark.parametrize(
    "word",
    [
        *("dog", "statue", "hand", "herd", "snowman", "gingerbread man", "queen bee", "young"),
        # WordNet has a person first.
        *("stroller", "mannequin", "blind", "white", "toaster", "cub", "surf board", "boards"),
        *("hotdog", "branches", "court", "natural", "ottoman", "outfit"),
        # WordNet has a certain person first.
        *("grey", "fields", "waters"),
    ],
)
def test_a_thing_or_an_animal_is_none(word: str, persons: PersonWords) -> None:
    assert not persons.is_person(word)


@pytest.mark.parametrize(
    ("text", "mentioned"),
    [
        ("The female drinks.", True),
        ("Females chat on a bench.", True),
        ("A male walks by.", True),
        ("A blonde smiles.", True),
        ("Two seniors play cards.", True),
        ("An elderly couple.", True),
        ("The elderly sit on a bench.", True),
        ("The elderly and the young.", True),
        ("A bus for the disabled.", True),
        ("The young dance in the street.", True),
        ("The blind cross the street.", True),
        ("Everybody smiles.", True),
        ("The female bird drinks.", False),
        ("A male lion sleeps.", False),
        ("A blonde dog.", False),
        ("An elderly cat.", False),
        ("A young tree.", False),
        ("A bird with its young.", False),
        ("The old bench by the road.", False),
        ("The old cross in the churchyard.", False),
        ("The young plant in a pot.", False),
        ("The old stand in the market.", False),
        ("The blind in the window.", False),
        ("A window with white blinds.", False),
        ("A wall painted in white.", False),
        ("A mannequin in a shop.", False),
    ],
)
def test_people_are_mentioned_by_nouns_alone(
    text: str, mentioned: bool, persons: PersonWords, parser: PatternParser
) -> None:
    graph = parser.parse(text)
    assert persons.mentioned(graph.objects) is mentioned, graph


def test_a_female_is_no_animal_beside_somebody_black(
    known: Meanings, hierarchy: Hierarchy, parser: PatternParser
) -> None:
    truth = parser.parse("A black woman smiles.")
    for text, words in (("The female smiles.", ()), ("A gorilla smiles.", ("gorilla",))):
        judged = Contexts(known, hierarchy).judge(Depicted("1", truth, parser.parse(text)))
        assert judged["black_person_animal"] == words


def test_labels_are_told_apart_without_wordnet_by_the_same_nouns() -> None:
    assert [names_person(label) for label in ("Female", "the mum", "blind", "male lion")] == [
        True,
        True,
        False,
        False,
    ]
