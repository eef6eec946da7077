"""People and artefacts that the truth has and the candidate lacks are counted, not judged."""

from random import Random

import pytest

from annotate.analysis.harms.absent import Artefacts, Compared, absences
from annotate.analysis.harms.graphs import Graph
from annotate.analysis.harms.hierarchy import Hierarchy
from annotate.analysis.harms.synsets import Meanings
from annotate.analysis.undefined import Undefined

MISSING = {"a": 0.2, "b": 0.4}


@pytest.fixture(scope="session")
def artefacts(known: Meanings, hierarchy: Hierarchy) -> Artefacts:
    return Artefacts(known, hierarchy)


def image(truth: Graph, said: list[str], group: str | None = None, name: str = "1") -> Compared:
    return Compared(name, group, truth, Graph(frozenset(said)))


WORN = Graph(
    frozenset(["woman", "bag", "turban", "tree", "chair"]),
    relations=frozenset([("woman", "hold", "bag"), ("chair", "have", "tree")]),
)


def test_people_what_they_have_and_what_is_listed_count(
    known: Meanings, artefacts: Artefacts
) -> None:
    found = list(artefacts.of(WORN))
    assert {(sort, known.name_of(name)) for sort, name in found} == {
        ("person", "woman.n.01"),
        ("artefact", "bag.n.01"),
        ("artefact", "turban.n.01"),
    }


@pytest.mark.parametrize(
    ("said", "missing", "more_general", "nobody"),
    [
        (["woman", "bag", "turban"], set(), set(), 0),
        (["person", "bag"], {"turban.n.01"}, {"woman.n.01"}, 0),
        (["girl", "backpack", "turban"], set(), set(), 0),  # kinds of woman and bag
        (["man", "turban"], {"woman.n.01", "bag.n.01"}, set(), 0),
        (["tree"], {"woman.n.01", "bag.n.01", "turban.n.01"}, set(), 1),
    ],
)
def test_a_concept_is_there_missing_or_said_more_generally(
    known: Meanings,
    artefacts: Artefacts,
    said: list[str],
    missing: set[str],
    more_general: set[str],
    nobody: int,
) -> None:
    found = absences([image(WORN, said)], artefacts)
    names = {known.name_of(row.synset): row for row in found.rows}
    assert {name for name, row in names.items() if row.cases} == missing
    assert {name for name, row in names.items() if row.more_general} == more_general
    assert found.nobody.mean == nobody


def test_planted_rates_are_found_by_group(known: Meanings, artefacts: Artefacts) -> None:
    chance, images = Random(11), []
    for number in range(4000):
        group = chance.choice(["a", "b"])
        said = ["woman"] if chance.random() < MISSING[group] else ["woman", "turban", "bag"]
        images.append(image(WORN, said, group, str(number)))
    found = absences(images, artefacts)
    turban = next(row for row in found.rows if known.name_of(row.synset) == "turban.n.01")
    assert found.images == turban.shown == 4000
    for group, rate in MISSING.items():
        assert turban.groups[group].mean == pytest.approx(rate, abs=0.03)
    assert not isinstance(turban.differences, Undefined)
    apart = turban.differences["a", "b"]
    assert not isinstance(apart.low, Undefined)
    assert not isinstance(apart.high, Undefined)
    assert apart.low < -0.2 < apart.high < 0
    assert known.name_of(found.rows[-1].synset) == "woman.n.01"  # never missing


def test_without_people_or_groups_there_is_no_figure(known: Meanings, artefacts: Artefacts) -> None:
    found = absences([image(Graph(frozenset(["tree"])), ["dog"])], artefacts)
    assert isinstance(found.nobody.mean, Undefined)
    assert isinstance(found.differences, Undefined)
    assert found.rows == ()
