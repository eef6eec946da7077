"""Harms of a table, piece by piece: what its texts say, and which words of them may demean."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TypeVar

from annotate.analysis.harms.counting import GraphCounts
from annotate.analysis.harms.demeaning_counts import DemeaningCounts
from annotate.analysis.harms.graphs import Parser
from annotate.analysis.harms.lists import Demeaning
from annotate.analysis.harms.parsers import parser_named
from annotate.analysis.harms.synsets import Meanings, meanings
from annotate.analysis.pieces.engines import Engine
from annotate.analysis.pieces.tables import Piece, TableError
from annotate.analysis.pieces.texts import texts_of
from annotate.analysis.undefined import Undefined

ThingT = TypeVar("ThingT")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which texts are read, and who reads them; the rest is for demeaning words."""

    column: str
    parser: str
    lists: Demeaning | None = None
    read: Mapping[str, Collection[str]] = field(default_factory=dict)


def graph_counts(pieces: Sequence[Piece], wanted: Wanted, engine: Engine) -> GraphCounts:
    """Count as ``harms graphs`` does."""
    whole = GraphCounts()
    for counts in engine.each(graphs_of, pieces, wanted):
        whole.merge(counts)
    return whole


def demeaning_counts(pieces: Sequence[Piece], wanted: Wanted, engine: Engine) -> DemeaningCounts:
    """Count as ``harms demeaning`` does."""
    whole = DemeaningCounts()
    for counts in engine.each(demeaning_of, pieces, wanted):
        whole.merge(counts)
    return whole


def graphs_of(piece: Piece, wanted: Wanted) -> GraphCounts:
    counts = GraphCounts(most_unknown=None)
    parser, known = parser_here(wanted.parser), _meanings()
    for _, text in texts_of(piece, wanted.column):
        counts.add(parser.parse(text), known)
    return counts


def demeaning_of(piece: Piece, wanted: Wanted) -> DemeaningCounts:
    counts = DemeaningCounts()
    parser, known = parser_here(wanted.parser), _meanings()
    for image, text in texts_of(piece, wanted.column):
        if wanted.lists is not None:
            read = wanted.read.get(image, ())
            counts.add(parser.parse(text), known, wanted.lists, read)
    return counts


@cache
def parser_here(name: str) -> Parser:
    """Loaded once in each process, and only where it reads."""
    return _there(parser_named(name))


@cache
def _meanings() -> Meanings:
    return _there(meanings())


def _there(found: ThingT | Undefined) -> ThingT:
    """A worker may lack what the process that started all has."""
    if isinstance(found, Undefined):
        raise TableError(found.reason)
    return found
