"""Caption metrics of a table: two passes over its pieces, and figures of all that they gave.

The first counts in how many images each n-gram stands, which CIDEr-D weighs by; the second scores
each piece as :func:`annotate.analysis.captions.evaluate` does. Scores of single images lie on disk
until the intervals are drawn. METEOR and SPICE come from programs that pool by themselves: neither
is computed here.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from annotate.analysis.captions.bleu import pooled
from annotate.analysis.captions.cider import DocumentFrequency, document_frequency
from annotate.analysis.captions.evaluation import (
    METRICS,
    Evaluation,
    evaluate,
    leave_one_out,
    mean_of_runs,
)
from annotate.analysis.captions.figures import bleu_formula
from annotate.analysis.captions.model import Scores
from annotate.analysis.captions.ptb import Tokenizer, coco_tokens
from annotate.analysis.differences import mean_of_sums, table_intervals
from annotate.analysis.intervals import Array, Interval
from annotate.analysis.pieces.engines import Engine
from annotate.analysis.pieces.stores import Counts, Rows
from annotate.analysis.pieces.tables import Piece, TableError, rows_of
from annotate.analysis.undefined import Undefined
from annotate.messages import Message

BLEU = ("bleu_1", "bleu_2", "bleu_3", "bleu_4")
PROGRAMS = ("meteor", "spice")
IN_PIECES = Undefined(Message("score_not_in_pieces"))
_PARTS = 10  # counts of BLEU


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which columns are scored, and how.

    ``candidate`` is empty where people are measured: each reference against the others.
    """

    candidate: str
    references: str
    tokenized: bool = False
    without: tuple[str, ...] = ()

    @property
    def metrics(self) -> list[str]:
        return [name for name in METRICS if name not in self.without]

    @property
    def tokenizer(self) -> Tokenizer:
        return str.split if self.tokenized else coco_tokens


@dataclass(frozen=True, slots=True)
class Measured:
    """The figures of a table, as ``captions`` tells them: means, each run's, and intervals."""

    items: int
    means: Mapping[str, float | Undefined]
    runs: Sequence[Evaluation]
    intervals: Mapping[str, Interval]


def measured(
    pieces: Sequence[Piece], wanted: Wanted, engine: Engine, folder: Path, *, drawn: bool = True
) -> Measured:
    """Score a table.

    Args:
        folder: an empty one, for what does not fit into memory.
        drawn: whether intervals are drawn, which one process does, in time that grows with images.

    Raises:
        TableError: a row has not the texts that are scored; it is named.
    """
    number, frequencies = _frequencies(pieces, wanted, engine, folder)
    store = _Store(folder, wanted, number)
    for scored in engine.each(scores_of, pieces, (wanted, number, frequencies)):
        store.add(scored)
    runs = [store.evaluation(run) for run in range(number)]
    means = {name: mean_of_runs([run[name] for run in runs]) for name in runs[0]}
    intervals = table_intervals(store.tables()) if drawn else {}
    return Measured(store.items, means, runs, intervals)


# --- of one piece ------------------------------------------------------------------------------

Run = tuple[list[str], list[list[str]]]


def counts_of(piece: Piece, wanted: Wanted) -> list[DocumentFrequency]:
    """Count the n-grams of the references of each run; nothing where CIDEr-D is not wanted."""
    runs = _runs(piece, wanted)
    if "cider" in wanted.without:
        return [DocumentFrequency(document_frequency([]).counts, 0) for _ in runs]
    return [document_frequency(own, tokenizer=wanted.tokenizer) for _, own in runs]


@dataclass(frozen=True, slots=True)
class Scored:
    """The scores of the items of a piece by metric, and the counts of BLEU, (items, 10)."""

    scores: dict[str, Array]
    parts: npt.NDArray[np.int64] | None


def scores_of(
    piece: Piece, shared: tuple[Wanted, int, Sequence[DocumentFrequency]]
) -> list[Scored]:
    """Score the items of a piece, in each run."""
    wanted, number, frequencies = shared
    runs = _runs(piece, wanted)
    if len(runs) != number:
        raise TableError(
            f"{piece.where(0)} has {len(runs)} texts: every image needs as many as the first"
            f" ({number})"
        )
    return [
        _scored(
            evaluate(
                candidates,
                references,
                frequency=frequency,
                tokenizer=wanted.tokenizer,
                without=[*wanted.without, *PROGRAMS],
            )
        )
        for (candidates, references), frequency in zip(runs, frequencies, strict=True)
    ]


def _scored(evaluation: Evaluation) -> Scored:
    found = {name: own for name, own in evaluation.items() if isinstance(own, Scores)}
    parts = next((own.parts for own in found.values() if own.parts is not None), None)
    return Scored(
        {
            name: np.array(own.per_item, dtype=np.float64)
            for name, own in found.items()
            if own.parts is None
        },
        None if parts is None else np.array(parts, dtype=np.int64).reshape(-1, _PARTS),
    )


def _runs(piece: Piece, wanted: Wanted) -> list[Run]:
    rows = rows_of(piece, [wanted.candidate, wanted.references])
    references = [_texts(row, wanted.references, piece.where(at)) for at, row in enumerate(rows)]
    if not wanted.candidate:
        try:
            return leave_one_out(references)
        except ValueError as error:
            raise TableError(f"{piece.where(0)} and those after it: {error}") from None
    candidates = [_text(row, wanted.candidate, piece.where(at)) for at, row in enumerate(rows)]
    return [(candidates, references)]


def _text(row: Mapping[str, Any], column: str, where: str) -> str:
    value = row.get(column)
    if not isinstance(value, str):
        raise TableError(f"{where}: {column} must be a text.")
    return value


def _texts(row: Mapping[str, Any], column: str, where: str) -> list[str]:
    value = row.get(column)
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list) or not texts or not all(isinstance(one, str) for one in texts):
        raise TableError(f"{where}: {column} must be a list of 1 or more texts.")
    return texts


# --- of all pieces -----------------------------------------------------------------------------


def _frequencies(
    pieces: Sequence[Piece], wanted: Wanted, engine: Engine, folder: Path
) -> tuple[int, list[DocumentFrequency]]:
    """How many runs there are, and how common n-grams are among the references of each.

    An n-gram of one image weighs as much as one of none, so that those need not be known.
    """
    counts: list[Counts] = []
    documents: list[int] = []
    for own in engine.each(counts_of, pieces, wanted):
        if not counts:
            counts = [Counts(folder / f"ngrams-{run}") for run in range(len(own))]
            documents = [0] * len(own)
        for run, known in enumerate(own[: len(counts)]):
            counts[run].add(known.counts)
            documents[run] += known.documents
    return len(counts), [
        DocumentFrequency(each.repeated(), number)
        for each, number in zip(counts, documents, strict=True)
    ]


class _Store:
    """The scores of all items, metric by metric and run by run."""

    def __init__(self, folder: Path, wanted: Wanted, runs: int) -> None:
        self.items = 0
        self._wanted, self._runs = wanted, runs
        names = [name for name in wanted.metrics if name not in (*BLEU, *PROGRAMS)]
        # A score and a one: of sums of both comes the mean.
        self._scores = {
            (name, run): Rows(folder / f"{name}-{run}", 2) for name in names for run in range(runs)
        }
        self._means = (
            {name: Rows(folder / f"{name}-means", 2) for name in names} if runs > 1 else {}
        )
        self._has_bleu = bool(set(BLEU) & set(wanted.metrics))
        self._parts = Rows(folder / "bleu", _PARTS * runs)
        self._sums = np.zeros(_PARTS * runs, dtype=np.int64)

    def add(self, scored: Sequence[Scored]) -> None:
        """Take a piece; they come in order."""
        for run, own in enumerate(scored):
            for name, values in own.scores.items():
                self._scores[name, run].add(_with_ones(values))
        for name, means in self._means.items():
            means.add(_with_ones(np.mean([own.scores[name] for own in scored], axis=0)))
        parts = [own.parts for own in scored if own.parts is not None]
        if parts:
            together = np.hstack(parts)
            self._sums += together.sum(axis=0)
            self._parts.add(together)
        self.items += _length(scored[0])

    def evaluation(self, run: int) -> Evaluation:
        """The means of a run; the scores of its items are not told."""
        bleu = pooled(self._sums[run * _PARTS : (run + 1) * _PARTS].tolist())
        found: Evaluation = {}
        for name in self._wanted.metrics:
            if name in PROGRAMS:
                found[name] = IN_PIECES
            elif name in BLEU:
                found[name] = Scores(bleu[BLEU.index(name)], [])
            else:
                mean = self._scores[name, run].mean()
                found[name] = Scores(math.nan if mean is None else mean, [])
        return found

    def tables(self) -> dict[str, tuple[Array, Callable[[Array], Array]]]:
        """What is drawn anew: a row for each item, and what its sums give."""
        parts = self._parts.whole() if self._has_bleu else None
        found: dict[str, tuple[Any, Callable[[Array], Array]]] = {}
        for name in self._wanted.metrics:
            if name in BLEU:
                found[name] = (parts, bleu_formula(int(name[-1]), self._runs))
            elif name not in PROGRAMS:
                rows = self._means[name] if self._means else self._scores[name, 0]
                found[name] = (rows.whole(), mean_of_sums)
        return found


def _with_ones(values: Array) -> Array:
    return np.column_stack([values, np.ones(len(values))])


def _length(scored: Scored) -> int:
    if scored.parts is not None:
        return len(scored.parts)
    return len(next(iter(scored.scores.values()), ()))
