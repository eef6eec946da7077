"""The tables of this product's own CSV export: samples, with the objects of each."""

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from annotate.core.csv_files import plain
from annotate.exchange.imports.readers.columns import is_exported
from annotate.exchange.imports.readers.delimited import Delimited
from annotate.exchange.imports.readers.documents import Documents
from annotate.exchange.imports.readers.tables import Cells, Tables
from annotate.exchange.imports.trees import Tree
from annotate.images.archives import BadArchive, RowError
from annotate.messages import Message

_SAMPLES, _OBJECTS = "samples.csv", "objects.csv"
# The final answers are in the table of samples; nobody starts from earlier ones.
_ROUNDS = ("rounds.csv", "answers.csv")
_SIDES = ("x", "y", "width", "height")


class Samples(Delimited):
    """The table of samples, with the rows of the table of objects that belong to each: both are
    in one order."""

    def __init__(self, tree: Tree, name: str) -> None:
        super().__init__(tree, name)
        self.objects = posixpath.join(posixpath.dirname(name), _OBJECTS)

    def rows(self) -> Iterator[Cells | RowError]:
        by_sample = groupby(_plain(Delimited(self._tree, self.objects)), key=_id)
        waiting = next(by_sample, None)
        for row in _plain(super()):
            objects: list[Cells] = []
            if waiting is not None and waiting[0] == _id(row):
                objects = [_object(each) for each in waiting[1]]
                waiting = next(by_sample, None)
            if str(len(objects)) != row.get("objects"):
                message = Message("objects_elsewhere", said=row.get("objects") or "")
                yield RowError("objects", message)
            else:
                yield {**row, "objects": objects}


class ExportedCsv(Tables):
    def files(self) -> Sequence[str]:
        return [self._tables[0].name, self._beside(_OBJECTS)]

    def aside(self) -> Mapping[str, str]:
        return {self._beside(name): "unused_rounds" for name in _ROUNDS}

    def _beside(self, name: str) -> str:
        return posixpath.join(posixpath.dirname(self._tables[0].name), name)


def _plain(table: Any) -> Iterator[Mapping[str, str]]:
    for row in table.rows():
        yield {name: plain(cell) for name, cell in row.items()}


def _id(row: Cells) -> object:
    return row.get("external_id")


def _object(row: Mapping[str, str]) -> Cells:
    box = [_number(row.get(side, "")) for side in _SIDES]
    return {"label": row.get("label"), "description": row.get("description"), "bbox": box}


def _number(cell: str) -> float | None:
    try:
        return float(cell)
    except ValueError:
        return None


def find(documents: Documents) -> ExportedCsv | None:
    """A table of samples as exports write it, beside one of objects."""
    for name in documents.tree.names():
        if posixpath.basename(name) == _SAMPLES:
            table = Samples(documents.tree, name)
            if documents.tree.has(table.objects) and _is_exported(table):
                return ExportedCsv("csv", [table], documents.columns)
    return None


def _is_exported(table: Samples) -> bool:
    try:
        return is_exported(table.header)
    except BadArchive:
        return False
