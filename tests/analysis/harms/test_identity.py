"""Words that say who people are are counted with what they rest on, by axis, stage and group."""

from random import Random

import pytest

from annotate.analysis.harms.graphs import Graph
from annotate.analysis.harms.hierarchy import Hierarchy
from annotate.analysis.harms.identity import Naming, Spoken, namings
from annotate.analysis.harms.identity_words import AXES, IdentityLists
from annotate.analysis.harms.lists import list_data
from annotate.analysis.harms.patterns import PatternParser
from annotate.analysis.harms.synsets import Meanings
from annotate.analysis.undefined import Undefined

NAMED = {"S3": {"a": 0.6, "b": 0.4}, "S4": {"a": 0.3, "b": 0.3}}


@pytest.fixture(scope="session")
def lists(known: Meanings, hierarchy: Hierarchy) -> IdentityLists:
    return IdentityLists(known, hierarchy)


def of(found: list[Naming], stage: str, axis: str) -> Naming:
    return next(each for each in found if (each.stage, each.axis) == (stage, axis))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A black man in a white shirt.", {("man", "male"), ("black", "black")}),
        ("A black cat and a chinese lantern.", set()),
        ("Two old women.", {("woman", "female"), ("old", "old")}),
        ("An old house.", set()),
        ("A girl rides.", {("girl", "female"), ("girl", "child")}),
        ("A deaf German businessman.", {("businessman", "male"), ("deaf", "hearing")}),
        ("A transgender person.", {("transgender", "transgender")}),
        ("A foreign person.", set()),
        ("A person on a bench.", set()),
    ],
)
def test_only_what_is_said_of_people_counts(
    text: str, said: set[tuple[str, str]], lists: IdentityLists, parser: PatternParser
) -> None:
    found = {(each.word, each.value) for each in lists.words(parser.parse(text))}
    assert said <= found
    assert {word for word, _ in found} <= {word for word, _ in said} | {"german"}


def test_a_word_rests_on_the_text_in_the_image_or_on_what_the_person_gave(
    lists: IdentityLists,
) -> None:
    graph = Graph(frozenset(["lady", "man"]), frozenset([("man", "deaf")]))
    words = lists.words(graph, read=["WOMEN", "only"], given=["I", "am", "a", "male", "nurse"])
    assert {each.word: each.rests_on for each in words} == {
        "lady": "visible_text",
        "man": "given",
        "deaf": "nothing",
    }


def test_what_the_person_gave_is_asked_before_the_text_in_the_image(lists: IdentityLists) -> None:
    (word,) = lists.words(Graph(frozenset(["woman"])), read=["woman"], given=["woman"])
    assert word.rests_on == "given"


def test_planted_shares_are_found_by_stage_and_group(lists: IdentityLists) -> None:
    chance, images = Random(7), []
    for number in range(6000):
        group = chance.choice(["a", "b", None])
        stages = {
            stage: [
                Graph(
                    frozenset(
                        ["man" if chance.random() < rates.get(group or "", 0.5) else "person"]
                    )
                )
            ]
            for stage, rates in NAMED.items()
        }
        images.append(Spoken(str(number), group, stages))
    found = namings(images, lists)
    assert [(each.stage, each.axis) for each in found] == [
        (stage, axis) for stage in NAMED for axis in AXES
    ]
    for stage, rates in NAMED.items():
        gender = of(found, stage, "gender")
        for group, rate in rates.items():
            assert gender.groups[group].mean == pytest.approx(rate, abs=0.035)
        assert not isinstance(gender.differences, Undefined)
        apart = gender.differences["a", "b"]
        assert not isinstance(apart.low, Undefined)
        assert not isinstance(apart.high, Undefined)
        assert apart.low < rates["a"] - rates["b"] < apart.high
        assert gender.on_nothing.mean == 1
        assert of(found, stage, "age").named.mean == 0


def test_agreement_is_that_of_the_texts_of_an_image(lists: IdentityLists) -> None:
    man, woman, person = (Graph(frozenset([word])) for word in ("man", "lady", "person"))
    images = [
        Spoken("1", None, {"S3": [man, man, person]}),
        Spoken("2", None, {"S3": [man, woman]}),
        Spoken("3", None, {"S3": [person, person]}),
        Spoken("4", None, {"S3": [woman]}),
    ]
    gender = of(namings(images, lists), "S3", "gender")
    assert gender.same_values.mean == 0.5  # of images 1 and 2; the others have no pair that names
    # Of 7 labels in images of two and more, 4 name: 1 - 6 · 2 / (49 - 16 - 9)
    assert gender.named_alike.mean == pytest.approx(1 - 6 * 2 / 24)
    assert gender.words["male", "man"] == {"nothing": 2}
    assert isinstance(gender.differences, Undefined)
    alone = of(namings(images[3:], lists), "S3", "gender")
    assert isinstance(alone.same_values.mean, Undefined)
    assert isinstance(alone.named_alike.mean, Undefined)


@pytest.mark.parametrize("name", ["identity_words", "context_words"])
def test_every_list_has_its_source_licence_and_version(name: str) -> None:
    assert all(list_data(name)[of] for of in ("source", "licence", "version"))
