"""How well the pattern parser reads two hundred sentences that were read by hand first."""

import json
from pathlib import Path

import pytest

from annotate.analysis.harms.patterns import PatternParser
from annotate.analysis.harms.scores import KINDS, Read, read_gold, score

GOLD = Path(__file__).parents[1] / "data" / "harms" / "graphs.jsonl"

# What the parser reached when it was written, a little below: these may rise and not fall.
FLOORS = {
    ("tuning", "objects"): (0.99, 0.99),
    ("tuning", "attributes"): (0.97, 0.97),
    ("tuning", "relations"): (0.96, 0.95),
    ("held_out", "objects"): (0.93, 0.97),
    ("held_out", "attributes"): (0.79, 0.88),
    ("held_out", "relations"): (0.81, 0.82),
}


@pytest.fixture(scope="module")
def gold() -> list[Read]:
    return read_gold(map(json.loads, GOLD.read_text("utf-8").splitlines()))


def test_the_gold_has_two_halves_of_a_hundred_sentences(gold: list[Read]) -> None:
    halves = [read.half for read in gold]
    assert halves.count("tuning") == halves.count("held_out") == 100
    assert len({read.text for read in gold}) == 200
    for read in gold:
        ends = {end for one, _, other in read.graph.relations for end in (one, other)}
        assert ends | {name for name, _ in read.graph.attributes} <= read.graph.objects


@pytest.mark.parametrize(("half", "kind"), FLOORS)
def test_the_parser_reads_no_worse_than_it_did(
    gold: list[Read], parser: PatternParser, half: str, kind: str
) -> None:
    assert kind in KINDS
    found = score([read for read in gold if read.half == half], parser)[kind]
    precision, recall = FLOORS[half, kind]
    for rate, floor in ((found.precision, precision), (found.recall, recall)):
        assert isinstance(rate.value, float)
        assert rate.value >= floor
        assert rate.low < rate.value <= rate.high
