"""The types of relations: lists that leave nothing out, and how well each type is read."""

import json
from pathlib import Path

import pytest

from annotate.analysis.harms.lexicon import listed
from annotate.analysis.harms.patterns import PatternParser
from annotate.analysis.harms.relation_types import RELATION_TYPES, relation_lists, relation_type
from annotate.analysis.harms.scores import Read, read_gold, score, score_relations

GOLD = Path(__file__).parents[1] / "data" / "harms" / "graphs.jsonl"
LISTED = [name for name in RELATION_TYPES if name in relation_lists()]

# By part and type: right, wrongly found and missed ones. As many must be right, and no more wrong.
REACHED = {
    ("held_out", "space"): (18, 9, 9),
    ("held_out", "possession"): (38, 5, 7),
    ("held_out", "verb"): (32, 7, 3),
    ("held_out", "verb_preposition"): (55, 10, 8),
    ("held_out", "other"): (1, 0, 1),
    ("all", "space"): (47, 11, 11),
    ("all", "possession"): (58, 5, 7),
    ("all", "verb"): (80, 7, 5),
    ("all", "verb_preposition"): (113, 12, 11),
    ("all", "other"): (1, 0, 1),
}


@pytest.fixture(scope="module")
def gold() -> list[Read]:
    return read_gold(map(json.loads, GOLD.read_text("utf-8").splitlines()))


def test_every_preposition_of_the_grammar_has_one_type_and_each_type_a_reason() -> None:
    words = [word for name in LISTED for word in relation_lists()[name]["words"]]
    assert len(words) == len(set(words))
    assert listed("prepositions") | listed("several_words") <= set(words)
    assert all(relation_lists()[name]["reason"] for name in LISTED)
    assert relation_lists()["version"]


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("in middle of", "space"),
        ("out of", "space"),
        ("full of", "possession"),
        ("because of", "other"),
        ("make of", "verb_preposition"),
        ("write on bottom of", "verb_preposition"),
        ("have", "possession"),
        ("have on", "verb_preposition"),
        ("surround", "verb"),
    ],
)
def test_a_phrase_is_looked_up_whole_then_by_its_first_word(word: str, name: str) -> None:
    assert relation_type(word) == name


@pytest.mark.parametrize(("part", "name"), REACHED)
def test_each_type_is_read_no_worse_than_it_was(
    gold: list[Read], parser: PatternParser, part: str, name: str
) -> None:
    found = score_relations([read for read in gold if part in ("all", read.half)], parser)[name]
    right, wrong, missed = REACHED[part, name]
    assert found.right >= right
    assert found.wrong <= wrong
    assert found.missed <= missed
    assert (found.precision.n, found.recall.n) == (
        found.right + found.wrong,
        found.right + found.missed,
    )


def test_the_types_add_up_to_all_relations(gold: list[Read], parser: PatternParser) -> None:
    whole = score(gold, parser)["relations"]
    parts = score_relations(gold, parser).values()
    assert sum(part.right for part in parts) == whole.right
    assert sum(part.wrong for part in parts) == whole.wrong
    assert sum(part.missed for part in parts) == whole.missed
