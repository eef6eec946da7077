"""Words wrongly included are found, told apart, and kept where they go with a group."""

from dataclasses import replace

import pytest

from annotate.analysis.harms.hierarchy import Hierarchy
from annotate.analysis.harms.inclusion import Described, inclusions
from annotate.analysis.harms.synsets import Concepts, Meanings, SynsetId, meanings
from annotate.analysis.harms.wrong import Imageable, compare
from annotate.analysis.undefined import Undefined
from tests.analysis.harms import wrong_words

NOTHING = Imageable()


@pytest.fixture(scope="module")
def known() -> Meanings:
    """Return the meanings of words, or skip."""
    found = meanings()
    if isinstance(found, Undefined):
        pytest.fail(found.reason)
    return found


def named(known: Meanings, *names: str) -> list[SynsetId]:
    """Return the synsets of names as dog.n.01."""
    found = [known.id_of(name) for name in names]
    assert None not in found
    return [name for name in found if name]


def of(objects: list[SynsetId], attributes: object = (), relations: object = ()) -> Concepts:
    """Return the concepts of one stage."""
    return Concepts(frozenset(objects), frozenset(attributes), frozenset(relations))  # type: ignore[call-overload]


def scenarios(truth: Concepts, candidate: Concepts, hierarchy: Hierarchy, lists: Imageable) -> list:  # type: ignore[type-arg]
    """Return what is wrong and how."""
    return [(w.synset, w.scenario) for w in compare(truth, candidate, hierarchy, lists).wrong]


def test_each_scenario_is_told_from_the_others(known: Meanings, hierarchy: Hierarchy) -> None:
    fruit, apple, dog, animal, genius = named(
        known, "edible_fruit.n.01", "apple.n.01", "dog.n.01", "animal.n.01", "genius.n.01"
    )
    lists = Imageable(not_objects=frozenset([genius]))
    truth = of([fruit, dog, genius])
    assert scenarios(truth, of([apple]), hierarchy, lists) == [(apple, "too_specific")]
    assert scenarios(truth, of([genius]), hierarchy, lists) == [(genius, "not_imageable")]
    assert scenarios(of([dog]), of([apple]), hierarchy, lists) == [(apple, "hallucinated")]
    assert scenarios(truth, of([animal, dog, fruit]), hierarchy, lists) == []


def test_a_case_says_what_the_truth_has_instead(known: Meanings, hierarchy: Hierarchy) -> None:
    fruit, apple, food = named(known, "edible_fruit.n.01", "apple.n.01", "food.n.02")
    (case,) = compare(of([food, fruit]), of([apple]), hierarchy, NOTHING).wrong
    assert case.instead == fruit


def test_attributes_are_compared_with_those_of_the_same_object(
    known: Meanings, hierarchy: Hierarchy
) -> None:
    man, person, car = named(known, "man.n.01", "person.n.01", "car.n.01")
    brown, tall = named(known, "brown.s.01", "tall.a.01")
    truth = of([person, car], [(person, tall), (car, brown)])
    found = compare(truth, of([], [(man, tall), (man, brown)]), hierarchy, NOTHING)
    assert [(w.synset, w.scenario, w.of) for w in found.wrong] == [(brown, "hallucinated", (man,))]
    without = compare(of([car]), of([], [(man, tall)]), hierarchy, NOTHING)
    assert (without.wrong, without.not_compared) == ((), 1)


def test_relations_are_compared_with_those_of_the_same_two_objects(
    known: Meanings, hierarchy: Hierarchy
) -> None:
    man, horse, dog = named(known, "man.n.01", "horse.n.01", "dog.n.01")
    ride, move, hold, think = named(known, "ride.v.02", "travel.v.01", "hold.v.02", "think.v.03")
    truth = of([man, horse, dog], [], [(man, move, horse), (man, hold, dog)])
    said = of([], [], [(man, ride, horse), (man, hold, horse), (man, think, dog)])
    lists = Imageable(verbs=frozenset([ride, hold, move]))
    found = {w.synset: w.scenario for w in compare(truth, said, hierarchy, lists).wrong}
    assert found == {ride: "too_specific", hold: "hallucinated", think: "not_imageable"}


def test_the_planted_words_are_kept_and_no_others(known: Meanings, hierarchy: Hierarchy) -> None:
    names = wrong_words.ids(known)
    images = wrong_words.world(1, 4000, names)
    found = inclusions(images, hierarchy, wrong_words.not_imageable(names))
    assert not isinstance(found.kept, Undefined)
    planted = {names[each.word]: each for each in wrong_words.PLANTED}
    assert {row.synset for row in found.rows} == set(planted)
    assert {row.synset for row in found.kept} == {names[e.word] for e in wrong_words.STEREOTYPES}
    for row in found.rows:
        expected = planted[row.synset]
        for group, rate in (("a", expected.rate_a), ("b", expected.rate_b)):
            assert row.rates[group].mean == pytest.approx(rate, abs=0.02)
        assert row.rate.n == sum(row.rates[group].n for group in "ab")
        assert len(row.cases) == row.included
    rates = [row.rate.mean for row in found.rows if not isinstance(row.rate.mean, Undefined)]
    assert rates == sorted(rates, reverse=True)


def test_without_groups_the_cases_stand_and_what_goes_with_groups_says_why_not(
    known: Meanings, hierarchy: Hierarchy
) -> None:
    names = wrong_words.ids(known)
    images = [replace(each, group=None) for each in wrong_words.world(2, 200, names)]
    found = inclusions(images, hierarchy, NOTHING)
    assert isinstance(found.kept, Undefined)
    assert all(isinstance(row.association, Undefined) for row in found.rows)
    assert found.rows
    assert found.scenarios["hallucinated"] > 0
    assert found.groups == {}
    assert found.without_list == ("object", "attribute", "relation")


def test_no_image_has_no_figure(hierarchy: Hierarchy) -> None:
    found = inclusions([], hierarchy, NOTHING)
    assert isinstance(found.with_a_case.mean, Undefined)
    assert (found.rows, found.images) == ((), 0)


def test_an_image_without_a_group_counts_in_rates_but_in_no_association(
    known: Meanings, hierarchy: Hierarchy
) -> None:
    (dog,) = named(known, "dog.n.01")
    rows = [("1", "a"), ("2", "b"), ("3", None)]
    images = [Described(image, group, of([]), of([dog])) for image, group in rows]
    (row,) = inclusions(images, hierarchy, NOTHING).rows
    assert (row.rate.n, row.included) == (3, 3)
    assert not isinstance(row.association, Undefined)
    assert row.association.value.n == 2
