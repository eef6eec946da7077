"""How well a parser reads: its graphs beside those of a careful reader."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotate.analysis.harms.graphs import Graph, Parser
from annotate.analysis.harms.relation_types import RELATION_TYPES, relation_type
from annotate.analysis.proportions import Clusters, share_of_clusters
from annotate.analysis.undefined import Undefined
from annotate.messages import Message

KINDS = ("objects", "attributes", "relations")
ASSUMPTIONS = ("gold_by_one_reader", "sentences_are_independent", "words_must_be_equal")
_NONE = Undefined(Message("no_value"))


@dataclass(frozen=True, slots=True)
class Read:
    """A sentence with the graph that a reader made of it; ``half`` names the part it is in."""

    text: str
    graph: Graph
    source: str = ""
    half: str = ""


@dataclass(frozen=True, slots=True)
class Rate:
    """A share of ``n`` tuples with its interval of 95%, in [0, 1]."""

    value: float | Undefined
    low: float
    high: float
    n: int


@dataclass(frozen=True, slots=True)
class Score:
    """Of one kind of tuple: right, wrongly found and missed ones, and the rates they make."""

    right: int
    wrong: int
    missed: int
    precision: Rate
    recall: Rate
    f1: Rate


def read_gold(rows: Iterable[Mapping[str, Any]]) -> list[Read]:
    """Return sentences and graphs from rows of the gold layout (docs/reference/harms.md)."""
    return [
        Read(
            row["text"],
            Graph(
                frozenset(row["objects"]),
                frozenset((name, word) for name, word in row["attributes"]),
                frozenset((one, relation, other) for one, relation, other in row["relations"]),
            ),
            row.get("source", ""),
            row.get("half", ""),
        )
        for row in rows
    ]


def score(gold: Sequence[Read], parser: Parser) -> dict[str, Score]:
    """Return precision, recall and F1 of each kind of tuple, with intervals.

    A tuple is right when all its words are those of the reader. Tuples of one sentence are no
    independent evidence: intervals are Wilson's for as many independent tuples as the sentences
    are worth (:func:`annotate.analysis.proportions.share_of_clusters`). F1 is the share of right
    ones in the mean of what was found and what was there.

    >>> class Blind:
    ...     name, version = "blind", "1"
    ...     def parse(self, text): return Graph(frozenset(["dog"]))
    >>> gold = [Read("A dog and a cat.", Graph(frozenset(["dog", "cat"])))]
    >>> of = score(gold, Blind())["objects"]
    >>> of.precision.value, of.recall.value, round(of.f1.value, 2)
    (1.0, 0.5, 0.67)
    >>> of.right, of.wrong, of.missed, of.precision.n
    (1, 0, 1, 1)
    """
    found = [parser.parse(each.text) for each in gold]
    return {
        kind: _score([(getattr(one.graph, kind), getattr(two, kind)) for one, two in pairs])
        for kind in KINDS
        for pairs in [list(zip(gold, found, strict=True))]
    }


def score_relations(gold: Sequence[Read], parser: Parser) -> dict[str, Score]:
    """Return precision, recall and F1 of relations by the type of their word (Wang et al. §3.4).

    A tuple counts under the type of its own word (:func:`relation_type`). Right ones have equal
    words, so that what was found and what was there are of one type, and those of all types add
    up to all relations. A word that was read as one of another type is wrong under the one and
    missed under the other. Intervals are as in :func:`score`.

    >>> class Hasty:
    ...     name, version = "hasty", "1"
    ...     def parse(self, text): return Graph(relations=frozenset([("dog", "sit", "mat")]))
    >>> there = Graph(relations=frozenset([("dog", "sit on", "mat")]))
    >>> of = score_relations([Read("A dog sits on a mat.", there)], Hasty())
    >>> [(name, each.right, each.wrong, each.missed) for name, each in of.items()][2:4]
    [('verb', 0, 1, 0), ('verb_preposition', 0, 0, 1)]
    >>> of["space"].precision.value.reason
    'There is no value.'
    """
    found = [parser.parse(each.text) for each in gold]
    return {
        name: _score([(_of_type(one.graph, name), _of_type(two, name)) for one, two in pairs])
        for name in RELATION_TYPES
        for pairs in [list(zip(gold, found, strict=True))]
    }


def _of_type(graph: Graph, name: str) -> frozenset[tuple[str, str, str]]:
    return frozenset(each for each in graph.relations if relation_type(each[1]) == name)


def _score(pairs: Sequence[tuple[frozenset[Any], frozenset[Any]]]) -> Score:
    right = [len(there & found) for there, found in pairs]
    found_all = [len(found) for _, found in pairs]
    there_all = [len(there) for there, _ in pairs]
    both = [found + there for found, there in zip(found_all, there_all, strict=True)]
    return Score(
        sum(right),
        sum(found_all) - sum(right),
        sum(there_all) - sum(right),
        _rate(right, found_all),
        _rate(right, there_all),
        _rate([2 * each for each in right], both),
    )


def _rate(parts: Sequence[int], wholes: Sequence[int]) -> Rate:
    pairs = [(part, whole) for part, whole in zip(parts, wholes, strict=True) if whole]
    part, whole = sum(part for part, _ in pairs), sum(whole for _, whole in pairs)
    seen = Clusters(
        len(pairs),
        part,
        whole,
        sum(part * part for part, _ in pairs),
        sum(whole * whole for _, whole in pairs),
        sum(part * whole for part, whole in pairs),
    )
    low, high = share_of_clusters(seen)
    if not whole:
        return Rate(_NONE, low, high, 0)
    return Rate(part / whole, low, max(high, part / whole), whole)
