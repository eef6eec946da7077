"""Read files of rows that people send: JSON lines, a JSON list or CSV, packed with gzip or not.

The content tells the format; the name of a file may say anything. Sizes are bounded, unpacked too:
a small file can unpack to a very large one.
"""

import csv
import gzip
import io
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from annotate.core import errors
from annotate.messages import Message

MAX_UPLOAD_BYTES = 100_000_000
MAX_BYTES = 300_000_000
_GZIP = b"\x1f\x8b"
_MARK = b"\xef\xbb\xbf"
# Where a JSON document keeps its rows, if it is no list itself.
_LISTS = ("data", "annotations", "texts", "items", "rows")
_DELIMITERS = (",", ";", "\t")
# The module's own limit is below the length of a text that may be judged.
csv.field_size_limit(1_000_000)


class UnreadableFile(errors.Invalid):
    """The file as a whole is nothing that can be read."""

    code = "unreadable_table"


class Row(NamedTuple):
    """One row: its number, counted from 1, and its values; None where it is no JSON object."""

    number: int
    values: dict[str, Any] | None


def rows_of(path: Path) -> Iterator[Row]:
    """The rows of a file.

    Lines of JSON are numbered as lines; rows of a list and of a CSV by their place, without the
    header.

    Raises:
        UnreadableFile: it is none of these formats, or too large.
    """
    content = _unpacked(path).removeprefix(_MARK)
    start = content[:4096].lstrip()[:1]
    if start == b"[" or (start == b"{" and not _is_lines(content)):
        return _of_document(content)
    return _of_lines(content) if start == b"{" else _of_csv(content)


def _unpacked(path: Path) -> bytes:
    with path.open("rb") as file:
        packed = file.read(2) == _GZIP
    try:
        with gzip.open(path) if packed else path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except (OSError, EOFError, zlib.error) as fault:
        raise UnreadableFile(Message("gzip_damaged", fault=str(fault))) from None
    if len(content) > MAX_BYTES:
        raise UnreadableFile(Message("unpacked_too_large", limit=round(MAX_BYTES / 1e6)))
    return content


def _is_lines(content: bytes) -> bool:
    """Tell whether a file that starts with an object has one in each line."""
    first, _, rest = content.lstrip().partition(b"\n")
    try:
        value = msgspec.json.decode(first)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        # A broken first line is a broken row, if objects follow it.
        return first.rstrip().endswith(b"}") and rest.lstrip().startswith(b"{")
    return bool(rest.strip()) or _list_in(value) is None


def _of_document(content: bytes) -> Iterator[Row]:
    try:
        document = msgspec.json.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise UnreadableFile(Message("file_not_json", fault=str(fault))) from None
    rows = _list_in(document)
    if rows is None:
        raise UnreadableFile(Message("no_list_in_file", names=list(_LISTS)))
    return (Row(number, _object(row)) for number, row in enumerate(rows, start=1))


def _list_in(document: Any) -> list[Any] | None:
    if isinstance(document, list):
        return document
    values = (document.get(name) for name in _LISTS)
    return next((value for value in values if isinstance(value, list)), None)


def _of_lines(content: bytes) -> Iterator[Row]:
    for number, line in enumerate(io.BytesIO(content), start=1):
        if line.strip():
            try:
                yield Row(number, _object(msgspec.json.decode(line)))
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                yield Row(number, None)


def _object(value: Any) -> dict[str, Any] | None:
    return value if isinstance(value, dict) else None


def _of_csv(content: bytes) -> Iterator[Row]:
    try:
        text = content.decode()
    except UnicodeDecodeError:
        raise UnreadableFile(Message("not_json_nor_csv")) from None
    if not text.strip() or "\0" in text:
        raise UnreadableFile(None if text.strip() else Message("file_is_empty"))
    header = text.lstrip().partition("\n")[0]
    delimiter = max(_DELIMITERS, key=header.count)
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter)
    return _records(reader)


def _records(reader: "csv.DictReader[str]") -> Iterator[Row]:
    number = 0
    try:
        for number, record in enumerate(reader, start=1):
            # Cells beyond the header have no name; cells that a short row lacks have no value.
            named = {name: cell for name, cell in record.items() if isinstance(name, str)}
            yield Row(number, {name: cell for name, cell in named.items() if cell is not None})
    except csv.Error as fault:
        message = Message("csv_row_unreadable", row=number + 1, fault=str(fault))
        raise UnreadableFile(message) from None
