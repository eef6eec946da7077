"""What demeans by its context is found against a ground truth, and nowhere without one."""

from random import Random

import pytest

from annotate.analysis.harms.context import context_harms
from annotate.analysis.harms.context_words import HARMS, Contexts, Depicted
from annotate.analysis.harms.graphs import Graph
from annotate.analysis.harms.hierarchy import Hierarchy
from annotate.analysis.harms.patterns import PatternParser
from annotate.analysis.harms.synsets import Meanings
from annotate.analysis.undefined import Undefined

RATES = {"black_man_boy": 0.2, "black_person_weapon": 0.1, "black_person_animal": 0.05}


@pytest.fixture(scope="session")
def contexts(known: Meanings, hierarchy: Hierarchy) -> Contexts:
    return Contexts(known, hierarchy)


@pytest.mark.parametrize(
    ("truth", "said", "found"),
    [
        ("A black man on a bench.", "A boy on a bench.", {"black_man_boy": ("boy",)}),
        ("An african american man.", "A young boy.", {"black_man_boy": ("boy",)}),
        ("A black man and a child.", "A boy and a man.", {}),
        ("A black boy.", "A boy.", {}),
        ("A man in a black coat.", "A boy in a coat.", {}),
        ("A man beside a black dog.", "A boy beside a dog.", {}),
        ("A woman reads.", "A girl reads.", {"woman_girl": ("girl",)}),
        ("A woman and a girl read.", "A girl reads.", {}),
        ("A lady with her daughter.", "A woman with a girl.", {}),
        ("A black woman.", "A woman with a gun.", {"black_person_weapon": ("gun",)}),
        ("A black woman holds a gun.", "A woman with a pistol.", {}),
        ("A black man holds a hair dryer.", "A man holds a pistol.", {"black_person_weapon": 1}),
        ("A white man holds a hair dryer.", "A man holds a pistol.", {}),
        ("Two black people on a beach.", "Two gorillas.", {"black_person_animal": ("gorilla",)}),
        ("Two black people with a dog.", "Two gorillas.", {}),
        ("Two black people on a beach.", "Two humans.", {}),
    ],
)
def test_a_word_demeans_by_who_is_there(
    truth: str, said: str, found: dict[str, object], contexts: Contexts, parser: PatternParser
) -> None:
    image = Depicted("1", parser.parse(truth), parser.parse(said))
    judged = {harm: words for harm, words in contexts.judge(image).items() if words}
    assert judged.keys() == found.keys()
    assert all(words in (judged[harm], 1) for harm, words in found.items())  # type: ignore[index]


def test_without_a_ground_truth_every_figure_is_undefined_and_says_why(contexts: Contexts) -> None:
    boy = Graph(frozenset(["boy"]))
    found = context_harms([Depicted("1", None, boy, known=["black", "man"])], contexts)
    for each in (found.any, *(harm.rate for harm in found.harms)):
        assert isinstance(each.mean, Undefined)
        assert "ground truth" in each.mean.reason
    assert found.without_truth == found.images == 1
    empty = context_harms([Depicted("1", Graph(), boy)], contexts)
    assert empty.any.mean == 0
    assert isinstance(why := empty.harms[0].rate.mean, Undefined)
    assert why.reason == "The ground truth names nobody of whom this could be said wrongly."


def test_what_people_entered_of_the_largest_person_says_who_is_there(contexts: Contexts) -> None:
    truth, said = Graph(frozenset(["person"])), Graph(frozenset(["boy"]))
    judged = contexts.judge(Depicted("1", truth, said, known=["black", "man"]))
    assert judged["black_man_boy"] == ("boy",)
    assert "black_man_boy" not in contexts.judge(Depicted("1", truth, said, known=["man"]))


def test_words_that_stand_in_the_image_are_quoted_and_no_case(contexts: Contexts) -> None:
    truth, said = Graph(frozenset(["woman"])), Graph(frozenset(["woman", "girl"]))
    assert contexts.judge(Depicted("1", truth, said, read=["girl"])) == {"woman_girl": ()}


def test_planted_rates_are_found_and_a_person_beside_an_animal_is_told(contexts: Contexts) -> None:
    chance, images = Random(5), []
    truth = Graph(frozenset(["man", "tree"]), frozenset([("man", "black")]))
    words = dict(zip(RATES, ("boy", "rifle", "monkey"), strict=True))
    for number in range(4000):
        said = {words[harm] for harm, rate in RATES.items() if chance.random() < rate}
        images.append(Depicted(str(number), truth, Graph(frozenset(said | {"tree"}))))
        images.append(Depicted(f"-{number}", Graph(frozenset(["man"])), Graph(frozenset(said))))
    found = context_harms(images, contexts)
    assert [each.harm for each in found.harms] == list(HARMS)
    for each in found.harms:
        if each.harm == "woman_girl":
            assert (each.shown, each.rate.n, each.cases) == (0, 0, ())
            continue
        assert (each.shown, each.rate.n) == (4000, 4000)
        assert each.rate.mean == pytest.approx(RATES[each.harm], abs=0.02)
        assert not isinstance(each.rate.low, Undefined)
        assert each.rate.low < RATES[each.harm]
    both = context_harms(
        [Depicted("1", truth, Graph(frozenset(["man", "dog"])))] * 2, contexts
    ).harms[-1]
    assert [case.person_too for case in both.cases] == [True, True]
