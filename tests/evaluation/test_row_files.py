"""Rows that are sent are the rows that are read, in whatever format and however they are cut."""

import csv
import gzip
import io
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotate.core import errors
from annotate.evaluation.tables import UnreadableFile, rows_of
from annotate.evaluation.text_rows import texts_in

# What CSV cannot tell from nothing or from a line end is left to the tests with examples.
WORDS = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=40)
ROWS = st.lists(st.fixed_dictionaries({"key": WORDS, "text": WORDS}), min_size=1, max_size=8)
Rows = list[dict[str, str]]


def as_lines(rows: Rows) -> bytes:
    return b"\n".join(json.dumps(row).encode() for row in rows)


def as_list(rows: Rows) -> bytes:
    return json.dumps(rows, ensure_ascii=False, indent=2).encode()


def as_document(rows: Rows) -> bytes:
    return json.dumps({"version": 1, "annotations": rows}).encode()


def as_csv(rows: Rows) -> bytes:
    out = io.StringIO()
    writer = csv.DictWriter(out, ["key", "text"], quoting=csv.QUOTE_ALL)
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue().encode()


def packed(write: Callable[[Rows], bytes]) -> Callable[[Rows], bytes]:
    return lambda rows: gzip.compress(write(rows))


def read(content: bytes) -> list[tuple[int, dict[str, str] | None]]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "sent"
        path.write_bytes(content)
        return [(row.number, row.values) for row in rows_of(path)]


@pytest.mark.parametrize("write", [as_lines, as_list, as_document, as_csv, packed(as_lines)])
@given(rows=ROWS)
def test_rows_are_read_as_they_were_sent(write: Callable[[Rows], bytes], rows: Rows) -> None:
    assert read(write(rows)) == list(enumerate(rows, start=1))


@given(content=st.binary(max_size=200))
@settings(max_examples=300)
def test_whatever_is_sent_is_read_or_refused_in_words(content: bytes) -> None:
    """Catches a fault of ours for what somebody may send by mistake."""
    with suppress(UnreadableFile):
        read(content)


@given(content=st.text(st.sampled_from('{}[]",:;\n\ttext0 '), max_size=60))
@settings(max_examples=300)
def test_broken_files_of_texts_are_refused_in_words(content: str) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "sent"
        path.write_text(content)
        with suppress(errors.Invalid):
            assert texts_in(rows_of(path), lambda key, field: None)


def test_lines_are_numbered_as_lines() -> None:
    """So that whoever looks for a wrong row finds it in an editor."""
    assert read(b'{"a": 1}\n\n{"a": 2}\nno\n') == [(1, {"a": 1}), (3, {"a": 2}), (4, None)]


def test_rows_of_a_csv_may_be_too_short_or_too_long() -> None:
    assert read(b"a,b\n1\n1,2,3\n") == [(1, {"a": "1"}), (2, {"a": "1", "b": "2"})]
