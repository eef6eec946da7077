"""Parquet in the layout of Hugging Face: a column of pictures, and what is said of each."""

import json
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from annotate.exchange.imports.readers.columns import mapping, names_pictures
from annotate.exchange.imports.readers.documents import Documents
from annotate.exchange.imports.readers.tables import Cells, Table, Tables
from annotate.exchange.imports.trees import Tree
from annotate.images.archives import BadArchive
from annotate.messages import Message

if TYPE_CHECKING:
    import pyarrow.parquet as pq

# Rows that are held at once; each may have a picture.
_BATCH = 8


class Parquet(Table):
    """One file; its rows are read a few at a time."""

    def __init__(self, tree: Tree, name: str) -> None:
        super().__init__(name)
        self._tree = tree

    @cached_property
    def header(self) -> Sequence[str]:
        with self._tree.open(self.name) as file:
            return list(self._opened(file).schema_arrow.names)

    @cached_property
    def categories(self) -> Sequence[str]:
        with self._tree.open(self.name) as file:
            told = (self._opened(file).schema_arrow.metadata or {}).get(b"huggingface", b"{}")
        try:
            return _class_names(json.loads(told))
        except (ValueError, RecursionError):
            return ()

    def rows(self) -> Iterator[Cells]:
        import pyarrow as pa

        with self._tree.open(self.name) as file:
            try:
                for batch in self._opened(file).iter_batches(batch_size=_BATCH):
                    yield from batch.to_pylist()
            except (pa.ArrowException, OSError) as fault:
                raise self._unreadable(fault) from None

    def count(self) -> int:
        with self._tree.open(self.name) as file:
            return int(self._opened(file).metadata.num_rows)

    def _opened(self, file: Any) -> "pq.ParquetFile":
        import pyarrow as pa
        import pyarrow.parquet as pq

        try:
            return pq.ParquetFile(file)
        except (pa.ArrowException, OSError) as fault:
            raise self._unreadable(fault) from None

    def _unreadable(self, fault: Exception) -> BadArchive:
        reason = str(fault).splitlines()[0][:200] if str(fault) else type(fault).__name__
        return BadArchive(Message("table_unreadable", name=self.name, reason=reason))


class _Pictures(Tables):
    """Where pictures are in the table itself, no file is named."""

    def named(self) -> Iterator[str]:
        return iter(())


def _class_names(told: Any) -> Sequence[str]:
    """The first names of classes anywhere in what `datasets` writes of its columns."""
    if isinstance(told, dict):
        if told.get("_type") == "ClassLabel" and isinstance(told.get("names"), list):
            return [str(name) for name in told["names"]]
        told = list(told.values())
    if isinstance(told, list):
        return next((names for part in told if (names := _class_names(part))), ())
    return ()


def find(documents: Documents) -> Tables | None:
    """Every Parquet file with a column of pictures."""
    tables: list[Table] = []
    for name in documents.tree.names():
        if PurePosixPath(name).suffix.lower() == ".parquet":
            table = Parquet(documents.tree, name)
            mapped = mapping(table.header, documents.columns)
            if names_pictures(mapped, fetch=documents.fetch) or "sha256" in mapped:
                tables.append(table)
    return _Pictures("parquet", tables, documents.columns) if tables else None
