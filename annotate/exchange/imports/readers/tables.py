"""Tables with a row for each picture, whatever they are written in."""

import posixpath
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

from annotate.exchange.imports.addresses import first_address, is_address
from annotate.exchange.imports.entries import Entry, Reading
from annotate.exchange.imports.readers import cells
from annotate.exchange.imports.readers.columns import hints, is_exported, mapping
from annotate.exchange.imports.said import Frame, Said
from annotate.images.archives import RowError

Cells = Mapping[str, Any]
_SPLITS = {"train", "val", "test"}


class Table(ABC):
    """One file: its columns, and its rows, which are read as they are needed."""

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    @abstractmethod
    def header(self) -> Sequence[str]:
        """The names of the columns."""

    @property
    def split(self) -> str:
        """The split that the table is of, by the folder that it is in."""
        return cells.split(PurePosixPath(self.name).parent.name)

    @property
    def categories(self) -> Sequence[str]:
        """The names of categories that are given by number."""
        return ()

    @abstractmethod
    def rows(self) -> Iterator[Cells | RowError]:
        """Yield the cells of each row by the names of their columns; raises BadArchive."""

    def cells(self) -> Iterator[Cells]:
        """Yield those of rows that can be read."""
        return (row for row in self.rows() if not isinstance(row, RowError))

    def count(self) -> int:
        return sum(1 for _ in self.rows())


class Tables(Reading):
    """All tables of one kind that came, one behind the other."""

    def __init__(self, format_: str, tables: Sequence[Table], chosen: Mapping[str, str]) -> None:
        self.format, self._tables = format_, tables
        self._mapped = [mapping(table.header, chosen) for table in tables]

    def files(self) -> Sequence[str]:
        return [table.name for table in self._tables]

    def columns(self) -> Mapping[str, str]:
        return self._mapped[0]

    def header(self) -> Sequence[str]:
        return self._tables[0].header

    def total(self) -> int:
        return sum(table.count() for table in self._tables)

    def named(self) -> Iterator[str]:
        for table, mapped in zip(self._tables, self._mapped, strict=True):
            if column := mapped.get("file"):
                yield from (_path(table.name, row.get(column)) for row in table.cells())

    def entries(self) -> Iterator[Entry]:
        for table, mapped in zip(self._tables, self._mapped, strict=True):
            others = hints(table.header, mapped)
            exported = is_exported(table.header)
            for number, row in enumerate(table.rows(), start=1):
                if isinstance(row, RowError):
                    yield Entry(table.name, problem=row)
                    continue
                entry = _entry(table, {role: row.get(name) for role, name in mapped.items()})
                name = str(row.get("name") or "") if exported else ""
                yield _completed(replace(entry, name=name), row, others, table, number)


def _path(table: str, value: object) -> str:
    """The path of a picture, which counts from the folder of its table."""
    name = str((value.get("path") if isinstance(value, Mapping) else value) or "")
    if not name or is_address(name):
        return name
    return posixpath.join(posixpath.dirname(table), name)


def _entry(table: Table, row: Mapping[str, Any]) -> Entry:
    left, file = Counter[str](), row.get("file")
    sides = [_number(row.get(side)) for side in ("width", "height")]
    said = Said(
        objects=tuple(cells.objects(row.get("objects"), table.categories, left)),
        texts=(*cells.texts(row.get("text")), *cells.texts(row.get("captions"))),
        producer=str(row.get("producer") or ""),
        frame=Frame(sides[0], sides[1], measured=True) if all(sides) else None,
        left=left,
    )
    metadata = cells.decoded(row.get("metadata"))
    return Entry(
        _path(table.name, file),
        external_id=str(row.get("external_id") or ""),
        split=cells.split(row.get("split")),
        metadata=metadata if isinstance(metadata, dict) else {},
        said=said,
        data=file.get("bytes") if isinstance(file, Mapping) else None,
        sha256=str(row.get("sha256") or ""),
        address=first_address(row.get("address")),
    )


def _completed(entry: Entry, row: Cells, others: Sequence[str], table: Table, number: int) -> Entry:
    """With its hints, with the split of its table, and with a name if it has none."""
    said = entry.said or Said()
    left = Counter(said.left)
    found = cells.hints([*entry.metadata.items(), *((n, row.get(n)) for n in others)], left)
    is_said = said.objects or said.texts or left
    return replace(
        entry,
        file=entry.file or entry.external_id or entry.address or f"{table.name}#{number}",
        split=entry.split or (table.split if table.split in _SPLITS else ""),
        metadata=found,
        said=Said(said.objects, said.texts, said.producer, said.frame, left) if is_said else None,
    )


def _number(value: object) -> float:
    try:
        return max(0.0, float(str(value)))
    except ValueError:
        return 0.0
