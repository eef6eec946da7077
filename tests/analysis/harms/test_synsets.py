"""Words become the meaning they most often have in their place."""

from annotate.analysis.harms.graphs import Graph
from annotate.analysis.harms.synsets import Meanings


def test_a_word_takes_its_most_common_synset_of_the_right_part_of_speech(known: Meanings) -> None:
    assert known.senses("park", "object").common == known.id_of("park.n.01")
    assert known.senses("park", "relation").common == known.id_of("park.v.01")


def test_any_part_of_speech_will_do_where_the_right_one_is_missing(known: Meanings) -> None:
    stand = known.senses("sleep", "attribute")
    assert stand.relaxed
    assert stand.common == known.id_of("sleep.v.01")
    assert not known.senses("red", "attribute").relaxed


def test_a_controller_is_an_accountant_as_the_paper_complains(known: Meanings) -> None:
    assert known.senses("controller", "object").common == known.id_of("comptroller.n.01")


def test_inflected_and_compound_words_are_found(known: Meanings) -> None:
    assert known.senses("geese", "object").common == known.id_of("goose.n.01")
    assert known.senses("fire hydrant", "object").all == (known.id_of("fire_hydrant.n.01"),)
    assert known.senses("sit on", "relation").lemma == "sit"
    assert known.senses("racing bicycle", "object").lemma == "bicycle"


def test_words_that_wordnet_lacks_are_told(known: Meanings) -> None:
    graph = Graph(
        frozenset(["man", "xyzzy"]),
        frozenset([("man", "tall")]),
        frozenset([("man", "ride", "xyzzy")]),
    )
    concepts = known.concepts(graph)
    assert concepts.objects == {known.id_of("man.n.01")}
    assert concepts.relations == frozenset()
    assert concepts.unknown == {"xyzzy"}


def test_names_of_visual_genome_are_read(known: Meanings) -> None:
    assert known.id_of("dog.n.01") == "n02084071"
    assert known.id_of("dog.n.99") is None
    assert known.id_of("no name") is None
    for name in ("dog.n.01", "red.s.01", "sleep.v.02", "in.r.01"):
        assert known.name_of(known.id_of(name) or "") == name
