"""What pieces gave adds up to what the whole gives, wherever it is cut."""

import math
import tempfile
from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np
from hypothesis import given
from hypothesis import strategies as some

from annotate.analysis.duplicates import plain, signatures_of
from annotate.analysis.harms.counting import GraphCounts
from annotate.analysis.harms.demeaning_counts import DemeaningCounts
from annotate.analysis.harms.lists import demeaning
from annotate.analysis.harms.parsers import parser_named
from annotate.analysis.harms.synsets import Meanings, meanings
from annotate.analysis.pieces.stores import Counts, Rows
from annotate.analysis.undefined import Undefined

WORDS = (
    "kite",
    "red",
    "woman",
    "ugly",
    "zorb",
    "quux",
    "dog",
    "runs",
    "beside",
    "tall",
    "a",
    "the",
)
texts = some.lists(
    some.lists(some.sampled_from(WORDS), min_size=1, max_size=8).map(" ".join), max_size=12
)
cuts = some.lists(some.integers(0, 12), max_size=4).map(sorted)


def cut(whole: list[str], at: list[int]) -> list[list[str]]:
    edges = [0, *at, len(whole)]
    return [whole[begin:end] for begin, end in pairwise(edges)]


def known() -> Meanings:
    found = meanings()
    assert not isinstance(found, Undefined)
    return found


def graphs(own: list[str], most: int | None) -> GraphCounts:
    parser = parser_named("patterns")
    assert not isinstance(parser, Undefined)
    counts = GraphCounts(most_unknown=most)
    for text in own:
        counts.add(parser.parse(text), known())
    return counts


@given(texts, cuts, some.integers(0, 3))
def test_counts_of_graphs(whole: list[str], at: list[int], most: int) -> None:
    """Also which of the words that WordNet lacks are told apart, and the order of all."""
    merged = GraphCounts(most_unknown=most)
    for own in cut(whole, at):
        merged.merge(graphs(own, None))
    expected = graphs(whole, most)
    assert merged == expected
    assert list(merged.unknown) == list(expected.unknown)
    for kind, synsets in expected.synsets.items():
        assert list(merged.synsets[kind]) == list(synsets)


@given(texts, cuts)
def test_counts_of_demeaning_words(whole: list[str], at: list[int]) -> None:
    parser, lists = parser_named("patterns"), demeaning(known())
    assert not isinstance(parser, Undefined)

    def counted(own: list[str]) -> DemeaningCounts:
        counts = DemeaningCounts()
        for text in own:
            counts.add(parser.parse(text), known(), lists)
        return counts

    merged = DemeaningCounts()
    for own in cut(whole, at):
        merged.merge(counted(own))
    assert merged == counted(whole)
    assert list(merged.found) == list(counted(whole).found)


@given(some.lists(some.dictionaries(some.text("ab\x1fé\ud800", min_size=1), some.integers(1, 3))))
def test_counts_that_go_to_disk(pieces: list[dict[str, int]]) -> None:
    whole: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        counts = Counts(Path(folder) / "counts", most=3)
        for piece in pieces:
            counts.add(piece)
            whole.update(piece)
        assert counts.repeated() == {word: n for word, n in whole.items() if n > 1}


@given(some.lists(some.lists(some.floats(-1e9, 1e9)), max_size=5))
def test_means_of_rows_on_disk(pieces: list[list[float]]) -> None:
    values = [value for piece in pieces for value in piece]
    with tempfile.TemporaryDirectory() as folder:
        rows = Rows(Path(folder) / "rows", 1)
        for piece in pieces:
            rows.add(np.array(piece, dtype=np.float64).reshape(-1, 1))
        assert rows.whole()[:, 0].tolist() == values
        assert rows.mean() == (math.fsum(values) / len(values) if values else None)


@given(texts, cuts)
def test_signatures_of_texts(whole: list[str], at: list[int]) -> None:
    plains = [plain(text) for text in whole]
    table, kept = signatures_of(plains, ignored=["a kite"])
    each = [signatures_of(own, ignored=["a kite"]) for own in cut(plains, at)]
    assert np.array_equal(np.concatenate([part for part, _ in each]), table)
    assert np.array_equal(np.concatenate([part for _, part in each]), kept)
