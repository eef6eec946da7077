"""What lies above what, and how near concepts are, as NLTK computes it."""

import json
from pathlib import Path
from typing import Any

import pytest

from annotate.analysis.harms.hierarchy import Hierarchy, synset_of

GOLDEN = Path(__file__).parents[1] / "data" / "harms" / "leacock_chodorow.json"
DOG, CAT, ANIMAL, BROWN = "n02084071", "n02121620", "n00015388", "a00372111"


def test_every_pair_has_the_similarity_that_nltk_gives(hierarchy: Hierarchy) -> None:
    golden: dict[str, Any] = json.loads(GOLDEN.read_text("utf-8"))
    for one, other, first, second, expected in golden["pairs"]:
        found = hierarchy.nearness(first, second)
        assert found == pytest.approx(expected, abs=1e-12), (one, other)
        assert hierarchy.nearness(second, first) == found


def test_a_dog_is_an_animal_and_no_animal_a_dog(hierarchy: Hierarchy) -> None:
    assert hierarchy.is_kind_of(DOG, ANIMAL)
    assert not hierarchy.is_kind_of(ANIMAL, DOG)
    assert not hierarchy.is_kind_of(DOG, DOG)
    assert {DOG, CAT, ANIMAL} <= hierarchy.with_all_above([DOG, CAT])


def test_adjectives_have_no_hierarchy_and_parts_of_speech_none_together(
    hierarchy: Hierarchy,
) -> None:
    assert hierarchy.nearness(BROWN, BROWN) is None
    assert hierarchy.nearness(DOG, "v01835496") is None
    assert hierarchy.above(BROWN) == {BROWN: 0}


@pytest.mark.parametrize("name", ["", "dog", "dog.n.01", "x00000001", "n"])
def test_what_is_no_synset_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="no synset"):
        synset_of(name)
