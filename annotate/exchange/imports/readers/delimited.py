"""CSV and TSV, and the JSON lines of a Hugging Face image folder: tables that are read by lines."""

import csv
import json
from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from io import TextIOWrapper
from pathlib import PurePosixPath
from typing import IO

from annotate.exchange.imports.lines import MAX_LINE_BYTES, numbered
from annotate.exchange.imports.readers.columns import mapping, names_pictures
from annotate.exchange.imports.readers.documents import Documents
from annotate.exchange.imports.readers.tables import Cells, Table, Tables
from annotate.exchange.imports.trees import Tree
from annotate.exchange.imports.unused import LICENCES
from annotate.images.archives import BadArchive, RowError
from annotate.messages import Message

_SUFFIXES = {".csv", ".tsv"}
_FIRST_LINE = 64 * 1024
_FILE_NAME = "file_name"
_HEADER_AND_ROW = 2


class Delimited(Table):
    """A table of commas, semicolons or tabs in UTF-8 whose first line names the columns."""

    def __init__(self, tree: Tree, name: str) -> None:
        super().__init__(name)
        self._tree = tree

    @cached_property
    def _delimiter(self) -> str:
        with self._tree.open(self.name) as file:
            first = file.readline(_FIRST_LINE)
        return max("\t,;", key=lambda mark: first.count(mark.encode()))

    @cached_property
    def header(self) -> Sequence[str]:
        with self._tree.open(self.name) as file:
            return next(self._records(file), [])

    def is_empty(self) -> bool:
        with self._tree.open(self.name) as file:
            return sum(bool(file.readline(MAX_LINE_BYTES)) for _ in range(2)) < _HEADER_AND_ROW

    def rows(self) -> Iterator[Cells | RowError]:
        with self._tree.open(self.name) as file:
            records = self._records(file)
            next(records, None)
            for record in records:
                if any(record):
                    yield dict(zip(self.header, record, strict=False))

    def _records(self, file: IO[bytes]) -> Iterator[list[str]]:
        text = TextIOWrapper(file, encoding="utf-8-sig", newline="")
        try:
            yield from csv.reader(_bounded(text), delimiter=self._delimiter, strict=True)
        except (UnicodeDecodeError, csv.Error) as fault:
            message = Message("table_unreadable", name=self.name, reason=str(fault))
            raise BadArchive(message) from None


def _bounded(text: TextIOWrapper) -> Iterator[str]:
    for line in iter(partial(text.readline, MAX_LINE_BYTES + 1), ""):
        if len(line) > MAX_LINE_BYTES:
            raise csv.Error(f"a line is longer than {MAX_LINE_BYTES // 1024} KB")
        yield line


class JsonLines(Table):
    """One JSON object per line; the first one names the columns."""

    def __init__(self, tree: Tree, name: str) -> None:
        super().__init__(name)
        self._tree = tree

    @cached_property
    def header(self) -> Sequence[str]:
        with self._tree.open(self.name) as file:
            return list(first_object(file))

    def rows(self) -> Iterator[Cells | RowError]:
        with self._tree.open(self.name) as file:
            for _, line in numbered(file):
                yield _object(line) or _no_object(line)


def first_object(file: IO[bytes]) -> Cells:
    """The object in the first line of a file; an empty one where there is none."""
    line = next((line for _, line in numbered(file)), b"")
    return _object(line) or {}


def _object(line: bytes) -> Cells | None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _no_object(line: bytes) -> RowError:
    if len(line) > MAX_LINE_BYTES:
        return RowError("", Message("line_too_long", limit=MAX_LINE_BYTES // 1024))
    return RowError("", Message("line_no_object"), code="not_json")


def find_csv(documents: Documents) -> Tables | None:
    """Every CSV or TSV with a column for the file."""
    tables: list[Table] = [
        table
        for name in documents.tree.names()
        if PurePosixPath(name).suffix.lower() in _SUFFIXES
        for table in [Delimited(documents.tree, name)]
        if _names_files(table, documents)
    ]
    return Tables("csv", tables, documents.columns) if tables else None


def _names_files(table: Delimited, documents: Documents) -> bool:
    """Whether a table has a column for the file; one without a row names nothing."""
    try:
        header = table.header
    except BadArchive:
        return False
    if PurePosixPath(table.name).name == LICENCES and "licence" in header:
        return False
    chosen = {role: name for role, name in documents.columns.items() if name in header}
    mapped = mapping(header, chosen)
    return names_pictures(mapped, fetch=documents.fetch) and not table.is_empty()


def find_lines(documents: Documents) -> Tables | None:
    """Every file of JSON lines whose objects name a file as image folders do."""
    tables: list[Table] = []
    for name in documents.tree.names():
        if PurePosixPath(name).suffix.lower() == ".jsonl":
            table = JsonLines(documents.tree, name)
            fetched = documents.fetch and "address" in mapping(table.header, {})
            if _FILE_NAME in table.header or fetched:
                tables.append(table)
    return Tables("image-folder", tables, documents.columns) if tables else None
