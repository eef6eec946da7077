"""Near-duplicate texts of a table: the groups that :mod:`annotate.analysis.duplicates` finds.

Three passes: what is compared of each text; the signatures of the different ones, which is most of
the work; and the wording of those in groups. In between one process sorts the different texts and
joins them, in the same order as always. It holds the different texts, some 250 bytes for each;
their signatures lie on disk.
"""

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
import numpy.typing as npt

from annotate.analysis.duplicates import (
    SIMILARITY,
    Group,
    connected,
    greatest_first,
    plain_or_short,
    signatures_of,
    usual_of,
)
from annotate.analysis.pieces.engines import Engine
from annotate.analysis.pieces.stores import Rows
from annotate.analysis.pieces.tables import Piece
from annotate.analysis.pieces.texts import texts_of

PERMUTATIONS = 125
# Texts whose signatures are made in one go.
_AT_ONCE = 5_000


@dataclass(frozen=True, slots=True)
class Found:
    """Near-duplicates among ``texts`` texts, each group with the images of its members."""

    texts: int
    groups: list[tuple[Group, list[str]]]


def near_duplicates(
    pieces: Sequence[Piece],
    column: str,
    engine: Engine,
    folder: Path,
    *,
    similarity: float = SIMILARITY,
    ignored: Sequence[str] = (),
    least: int = 2,
) -> Found:
    """Return the groups of a column's texts; ``least`` is the size of the smallest.

    Raises:
        TableError: the column cannot be read.
    """
    known = _Known()
    for plains in engine.each(plains_of, pieces, column):
        known.add(plains)
    different = sorted(known.rows)
    kept, table = _signatures(different, engine, folder, (tuple(ignored), similarity))
    positions = known.positions(different)
    groups = [
        (sorted(at for row in rows for at in positions.of(row)), lowest)
        for rows, lowest in connected(different, kept, table, similarity)
        if len(rows) > 1 or positions.times(rows[0]) > 1
    ]
    large = [(members, lowest) for members, lowest in groups if len(members) >= least]
    told = _told(pieces, column, engine, known.sizes, sorted(at for own, _ in large for at in own))
    images = {}
    for members, lowest in large:
        usual = usual_of(told[at][1] for at in members)
        group = Group(tuple(members), usual, round(lowest, 4))
        images[group] = [told[at][0] for at in members]
    return Found(sum(known.sizes), [(group, images[group]) for group in greatest_first(images)])


# --- of one piece ------------------------------------------------------------------------------


def plains_of(piece: Piece, column: str) -> list[str]:
    """What is compared of each text; nothing of the short ones."""
    return [plain_or_short(text) for _, text in texts_of(piece, column)]


def signed(
    plains: Sequence[str], shared: tuple[Sequence[str], float]
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.bool_]]:
    ignored, similarity = shared
    return signatures_of(plains, ignored=ignored, similarity=similarity)


def told_of(asked: tuple[Piece, Sequence[int]], column: str) -> list[tuple[str, str]]:
    """The image and the wording of some texts of a piece, by their places in it, in order."""
    piece, places = asked
    wanted = set(places)
    return [each for at, each in enumerate(texts_of(piece, column)) if at in wanted]


# --- of all pieces -----------------------------------------------------------------------------


class _Known:
    """The different texts, and which of them stands where."""

    def __init__(self) -> None:
        self.rows: dict[str, int] = {}
        self.sizes: list[int] = []
        self._at = array("q")  # -1: too short

    def add(self, plains: Sequence[str]) -> None:
        self.sizes.append(len(plains))
        for own in plains:
            self._at.append(self.rows.setdefault(own, len(self.rows)) if own else -1)

    def positions(self, different: Sequence[str]) -> "_Positions":
        ranks = np.empty(len(different) + 1, dtype=np.int64)
        ranks[-1] = -1
        for rank, own in enumerate(different):
            ranks[self.rows[own]] = rank
        return _Positions(ranks[np.frombuffer(self._at, dtype=np.int64)], len(different))


class _Positions:
    """Where each of the different texts stands, all in two arrays."""

    def __init__(self, ranks: npt.NDArray[np.int64], count: int) -> None:
        self._order = np.argsort(ranks, kind="stable")
        self._edges = np.searchsorted(ranks[self._order], np.arange(count + 1))

    def of(self, rank: int) -> list[int]:
        found: list[int] = self._order[self._edges[rank] : self._edges[rank + 1]].tolist()
        return found

    def times(self, rank: int) -> int:
        return int(self._edges[rank + 1] - self._edges[rank])


def _signatures(
    different: Sequence[str],
    engine: Engine,
    folder: Path,
    shared: tuple[Sequence[str], float],
) -> tuple[list[int], npt.NDArray[np.uint32]]:
    rows = Rows(folder / "signatures", PERMUTATIONS, np.uint32)
    kept: list[int] = []
    first = 0
    for table, is_kept in engine.each(signed, _slices(different), shared):
        rows.add(table)
        kept += (first + np.flatnonzero(is_kept)).tolist()
        first += len(is_kept)
    return kept, rows.whole().view(np.uint32)


def _slices(different: Sequence[str]) -> Iterator[list[str]]:
    left = iter(different)
    while some := list(islice(left, _AT_ONCE)):
        yield some


def _told(
    pieces: Sequence[Piece],
    column: str,
    engine: Engine,
    sizes: Sequence[int],
    wanted: Sequence[int],
) -> dict[int, tuple[str, str]]:
    """The image and wording of the texts at these places of the whole table."""
    starts = np.concatenate([[0], np.cumsum(sizes)]).tolist()
    edges = np.searchsorted(wanted, starts).tolist()
    asked = [
        (piece, [at - start for at in wanted[begin:end]])
        for piece, start, begin, end in zip(pieces, starts, edges, edges[1:], strict=False)
        if end > begin
    ]
    found = (each for own in engine.each(told_of, asked, column) for each in own)
    return dict(zip(wanted, found, strict=True))
